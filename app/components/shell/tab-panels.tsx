import { type ReactNode, Suspense, useState } from 'react';
import type { WorkbenchTab } from '../../lib/stores/workbench.ts';
import { workbenchPanelId } from './workbench-tab-items.ts';

interface TabPanelsProps<Id extends WorkbenchTab | 'chat'> {
  current: Id;
  panels: readonly { id: Id; content: ReactNode }[];
}

/**
 * The panels of the tabs. A panel comes to the page when it is first shown and then stays, hidden: a terminal keeps its
 * screen and a preview its page.
 */
export function TabPanels<Id extends WorkbenchTab | 'chat'>({ current, panels }: TabPanelsProps<Id>) {
  const [seen, setSeen] = useState<ReadonlySet<Id>>(new Set([current]));
  if (!seen.has(current)) setSeen(new Set([...seen, current]));
  return (
    <>
      {panels.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={workbenchPanelId(id)}
          aria-labelledby={`${workbenchPanelId(id)}-tab`}
          className="tab-panel"
          hidden={id !== current}
        >
          {(seen.has(id) || id === current) && <Suspense fallback={<p className="empty-state">Loading…</p>}>{content}</Suspense>}
        </div>
      ))}
    </>
  );
}
