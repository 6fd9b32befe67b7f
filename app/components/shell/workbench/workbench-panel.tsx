import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { t } from '../../../lib/i18n/t.ts';
import { $workbenchTab } from '../../../lib/stores/workbench.ts';
import { BoundedPart } from '../../ui/bounds/bounded-part.tsx';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { useKeptWidth } from '../hooks/use-kept-width.ts';
import { NarrowCode } from '../narrow-code.tsx';
import { TabPanels } from './tab-panels.tsx';
import { ChangesArea, EditorArea, FileTree, PreviewArea, ProblemsArea, TerminalArea } from './workbench-areas.tsx';

/** The tree and the editor side by side. */
function CodePanel() {
  const isSmall = useMediaQuery('(max-width: 1099px)');
  const width = isSmall ? 176 : 212;
  const keep = useKeptWidth('tree', width);
  return (
    <Group id="code" orientation="horizontal" className="h-full" onLayoutChanged={keep.onLayoutChanged}>
      <Panel
        id="tree"
        panelRef={keep.panel}
        defaultSize={width}
        minSize={160}
        maxSize={420}
        groupResizeBehavior="preserve-pixel-size"
        className="tree-pane"
      >
        <BoundedPart>
          <FileTree />
        </BoundedPart>
      </Panel>
      <Separator id="code-separator" className="separator separator-line" aria-label={t('Width of the file tree')} />
      <Panel id="editor" minSize={240}>
        <Suspense fallback={<p className="empty-state">{t('Loading the editor…')}</p>}>
          <BoundedPart>
            <EditorArea />
          </BoundedPart>
        </Suspense>
      </Panel>
    </Group>
  );
}

/** The workbench: next to the conversation, with its tabs in the header, or in a narrow window with them at the bottom. */
export function WorkbenchPanel({ isNarrow }: { isNarrow: boolean }) {
  const tab = useStore($workbenchTab);
  return (
    <TabPanels
      current={tab}
      panels={[
        { id: 'code', content: isNarrow ? <NarrowCode /> : <CodePanel /> },
        { id: 'changes', content: <ChangesArea /> },
        { id: 'preview', content: <PreviewArea /> },
        { id: 'terminal', content: <TerminalArea /> },
        { id: 'problems', content: <ProblemsArea /> },
      ]}
    />
  );
}
