import { refuseCookies } from 'devonz-engine-protocol/refuse-cookies';
import { browserIds, browserPause } from '../browser/browser-ports.ts';
import { watchDrawing } from '../chat/drawing/watch-drawing.ts';
import { recoverFromUncleanEnd } from '../persistence/unclean-end/recover-from-unclean-end.ts';
import { renewLog } from '../persistence/unclean-end/renew-log.ts';
import { PAGES_DATABASE_NAME } from '../protocol/storage-keys.ts';
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
  const { isDiscarded } = await recoverFromUncleanEnd({
    databaseName: PAGES_DATABASE_NAME,
    locks: navigator.locks,
    id: browserIds.next(),
    onClosed: (run) => addEventListener('pagehide', run),
    renewLog,
  });
  const actions = await composeWorkbench({ ...ports, isStorageDiscarded: isDiscarded });
  // Reports dropped connections without a user's request.
  void actions.connections.refreshConnections();
  followLanguage(browserLanguage());
  refuseCookies(globalThis.cookieStore, location.hostname, (work, milliseconds) => setInterval(work, milliseconds));
  return actions;
}
