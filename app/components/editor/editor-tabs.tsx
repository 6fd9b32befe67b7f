import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { $activeTab, $fileStandings, $tabs } from '../../lib/stores/files.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TabList } from '../ui/tab-list.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { editorPanelId } from './editor-panel-id.ts';

/** The open files; a dot stands for unsaved text, the middle button closes. */
export const EditorTabs = memo(function EditorTabs() {
  const actions = useActions('files');
  const tabs = useStore($tabs);
  const active = useStore($activeTab);
  const standings = useStore($fileStandings);
  if (tabs.length === 0 || active === null) return null;
  const close = (path: string) => {
    if (standings.get(path) !== 'unsaved' || window.confirm(`Close ${path} without saving? What you typed is lost.`))
      actions.closeFile(path);
  };
  return (
    <div className="flex items-center shrink-0 h-36px pr-4px line-b-1">
      <TabList
        label="Open files"
        tabs={tabs.map((path) => {
          const isUnsaved = standings.get(path) === 'unsaved';
          const isBeingWritten = standings.get(path) === 'being-written';
          return {
            id: path,
            name: path.slice(path.lastIndexOf('/') + 1),
            ...(isUnsaved ? { detail: 'not saved' } : isBeingWritten ? { detail: 'being written' } : {}),
            content: (
              <span
                className={`editor-tab-label ${isBeingWritten ? 'editor-tab-writing' : ''}`}
                title={path}
                onAuxClick={(event) => event.button === 1 && close(path)}
              >
                {isBeingWritten ? <Spinner /> : <Icon name="i-lucide-file-code" />}
                {visibleName(path.slice(path.lastIndexOf('/') + 1))}
                {isUnsaved && <span className="w-6px h-6px rounded-1/2 bg-text-1" aria-hidden="true" />}
              </span>
            ),
          };
        })}
        current={active}
        onSelect={(path) => $activeTab.set(path)}
        panelId={editorPanelId}
        className="flex flex-1 min-w-0 h-full overflow-x-auto [scrollbar-width:none]"
        tabClassName="editor-tab"
      />
      <button type="button" className="icon-button" aria-label={`Close ${active}`} data-tip="Close file" onClick={() => close(active)}>
        <Icon name="i-lucide-x" size={14} />
      </button>
    </div>
  );
});
