import { sourceSince } from '../../lib/chat/past/change-source.ts';
import { t } from '../../lib/i18n/t.ts';
import { $wantedChanges } from '../../lib/stores/past.ts';
import { $announcement } from '../../lib/stores/workbench.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { showTab } from './show-tab.ts';

/**
 * Compares a file with its version at the newest checkpoint, in the Changes tab; without a checkpoint, with the version before this task.
 */
export async function compareFile(
  path: string,
  actions: Pick<WorkbenchActions['checkpoints'], 'listCheckpoints' | 'listChanges'>,
): Promise<void> {
  const [newest] = await actions.listCheckpoints();
  const since = newest?.sequence ?? null;
  const hasChanged = (await actions.listChanges(sourceSince(since))).some((change) => change.path === path);
  if (!hasChanged) $announcement.set(t('{path} has not changed since the last checkpoint.', { path }));
  $wantedChanges.set({ since, path: hasChanged ? path : null });
  showTab('changes');
}
