import { refuseCookies } from 'devonz-engine-protocol/refuse-cookies';
import { browserPause } from '../browser/browser-ports.ts';
import { watchDrawing } from '../chat/drawing/watch-drawing.ts';
import { browserLanguage } from '../settings/browser-language.ts';
import { followLanguage } from '../settings/follow-language.ts';
import { composeWorkbench } from './compose-workbench.ts';
import { browserWorkbenchPorts, type WorkbenchOptions } from './ports/browser-workbench-ports.ts';
import type { WorkbenchActions } from './workbench-actions.ts';

/** Starts the workbench with this browser's features. */
export async function startWorkbench(options: WorkbenchOptions): Promise<WorkbenchActions> {
  const ports = browserWorkbenchPorts(options);
  if (options.isUnattended !== true)
    watchDrawing({ storage: localStorage, locks: navigator.locks, onHidden: ports.page.onHidden, pause: browserPause });
  const actions = await composeWorkbench(ports);
  // Reports dropped connections without a user's request.
  void actions.connections.refreshConnections();
  followLanguage(browserLanguage());
  refuseCookies(globalThis.cookieStore, location.hostname, (work, milliseconds) => setInterval(work, milliseconds));
  return actions;
}
