import { expect } from '../../support/test.ts';
import type { Workbench } from '../../support/workbench.ts';
import type { HostileProvider } from './hostile-provider.ts';

/** Sends a message and waits for the end of its run, whatever the outcome. */
export async function finishRun(workbench: Workbench, provider: HostileProvider, text: string): Promise<void> {
  await workbench.send(text);
  await expect.poll(() => provider.steps().length).toBeGreaterThan(0);
  await expect(workbench.page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
}
