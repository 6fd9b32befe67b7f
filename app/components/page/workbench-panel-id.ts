import type { WorkbenchTab } from '../../lib/stores/workbench.ts';

/** What ties a panel to its tab. */
export function tabPanelLabels(tab: WorkbenchTab | 'chat'): { id: string; 'aria-labelledby': string } {
  return { id: workbenchPanelId(tab), 'aria-labelledby': `${workbenchPanelId(tab)}-tab` };
}

/** Id of the panel of a tab; the bottom tabs of narrow windows name the same panels. */
export function workbenchPanelId(tab: WorkbenchTab | 'chat'): string {
  return `panel-${tab}`;
}
