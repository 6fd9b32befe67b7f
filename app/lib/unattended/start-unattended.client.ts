import { errorMessage } from '../protocol/error-message.ts';
import { agentEnvironment } from '../seed-api/environment.ts';
import type { WorkbenchOptions } from '../workbench/ports/browser-workbench-ports.ts';
import { startWorkbench } from '../workbench/start-workbench.client.ts';
import { failedResult } from './run-result.ts';
import { runUnattended } from './run-unattended.ts';
import { findDriver } from './unattended-driver.ts';

/** Starts this page's workbench without its interface. Returns false, without starting anything, if no driver controls this browser. */
export async function startUnattended(options: WorkbenchOptions): Promise<boolean> {
  const driver = findDriver(globalThis);
  if (driver === null) return false;
  try {
    const { allowedHosts } = await driver.job();
    const actions = await startWorkbench({ ...options, isUnattended: true, unattended: { reachesHosts: allowedHosts.length > 0 } });
    const app = agentEnvironment()?.app;
    if (app === undefined) throw new Error('The workbench has no session to work in.');
    await runUnattended({ actions, app, driver });
  } catch (error) {
    // There is no user on this page, so the driver must be notified.
    await driver.finish(failedResult(errorMessage(error)), null);
  }
  return true;
}
