import { sourceSince } from '../../lib/chat/past/change-source.ts';
import { t } from '../../lib/i18n/t.ts';
import { $wantedChanges } from '../../lib/stores/past.ts';
import { $announcement } from '../../lib/stores/workbench.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { showTab } from './show-tab.ts';

/** Shows a file beside what it was at the newest checkpoint, in the Changes tab; without a checkpoint, what it was before this task. */
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
