import { $narrowPane, $workbenchTab, type WorkbenchTab } from '../../lib/stores/workbench.ts';

/** Shows a tab of the workbench; in a narrow window, instead of the chat. */
export function showTab(tab: WorkbenchTab): void {
  $workbenchTab.set(tab);
  $narrowPane.set(tab);
}
