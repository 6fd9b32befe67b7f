import { type ReactNode, Suspense, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { WorkbenchTab } from '../../../lib/stores/workbench.ts';
import { tabPanelLabels } from '../../page/workbench-panel-id.ts';
import { BoundedPart } from '../../ui/bounds/bounded-part.tsx';

interface TabPanelsProps {
  current: WorkbenchTab;
  panels: readonly { id: WorkbenchTab; content: ReactNode }[];
}

/**
 * The panels of the tabs. A panel is mounted when it is first shown and is only hidden later, so a terminal keeps its screen and a preview
 * its page.
 */
export function TabPanels({ current, panels }: TabPanelsProps) {
  const [seen, setSeen] = useState<ReadonlySet<WorkbenchTab>>(new Set([current]));
  if (!seen.has(current)) setSeen(new Set([...seen, current]));
  return (
    <>
      {panels.map(({ id, content }) => (
        <div key={id} role="tabpanel" {...tabPanelLabels(id)} className="h-full min-h-0 min-w-0" hidden={id !== current}>
          {(seen.has(id) || id === current) && (
            <BoundedPart>
              <Suspense fallback={<p className="empty-state">{t('Loading…')}</p>}>{content}</Suspense>
            </BoundedPart>
          )}
        </div>
      ))}
    </>
  );
}
