import type { WorkbenchTab } from '../../lib/stores/workbench.ts';

/** Returns the attributes that associate a panel with its tab. */
export function tabPanelLabels(tab: WorkbenchTab | 'chat'): { id: string; 'aria-labelledby': string } {
  return { id: workbenchPanelId(tab), 'aria-labelledby': `${workbenchPanelId(tab)}-tab` };
}

/** Returns the id of a tab's panel; the bottom tabs of narrow windows control the same panels. */
export function workbenchPanelId(tab: WorkbenchTab | 'chat'): string {
  return `panel-${tab}`;
}
