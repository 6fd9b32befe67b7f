import { useStore } from '@nanostores/react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $activeTab, $fileStandings, $tabs, type FileStanding } from '../../lib/stores/files.ts';
import { closeFiles } from '../page/close-files.ts';
import { useActions } from '../page/workbench-context.tsx';
import { FileIcon } from '../ui/files/file-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TabList } from '../ui/tab-list.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { editorPanelId } from './editor-panel-id.ts';

const DETAILS: Readonly<Record<FileStanding, () => string | null>> = {
  saved: () => null,
  unsaved: () => t('not saved'),
  'being-written': () => t('being written'),
};

/**
 * The open files; a dot marks unsaved text. A file closes with the cross next to its name, the middle mouse button, or Delete on the tab.
 */
export const EditorTabs = memo(function EditorTabs() {
  const tabs = useStore($tabs);
  const active = useStore($activeTab);
  const standings = useStore($fileStandings);
  const list = useRef<HTMLDivElement>(null);
  const { close, closeByKey } = useClosing(list);
  if (tabs.length === 0 || active === null) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !(event.target instanceof Element) || event.target.role !== 'tab') return;
    event.preventDefault();
    closeByKey(active);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs in it have the keys
    <div ref={list} className="flex items-center shrink-0 h-36px line-b-1" onKeyDown={onKeyDown}>
      <TabList
        label={t('Open files')}
        tabs={tabs.map((path) => {
          const name = path.slice(path.lastIndexOf('/') + 1);
          const standing = standings.get(path) ?? 'saved';
          const detail = DETAILS[standing]();
          return { id: path, name, ...(detail === null ? {} : { detail }), content: <TabLabel path={path} standing={standing} /> };
        })}
        current={active}
        onSelect={(path) => $activeTab.set(path)}
        panelId={editorPanelId}
        className="flex flex-1 min-w-0 h-full overflow-x-auto [scrollbar-width:none]"
        tabClassName="editor-tab"
        around={(tab, path) => (
          <div
            key={path}
            role="presentation"
            className="editor-tab-place"
            data-current={path === active || undefined}
            onAuxClick={(event) => event.button === 1 && close(path)}
          >
            {tab}
            {/* Only for the pointer: a tab list may contain only tabs. Delete on the tab and the button after the list do the same. */}
            <button
              type="button"
              className="editor-tab-close"
              tabIndex={-1}
              aria-hidden="true"
              title={t('Close')}
              onClick={() => close(path)}
            >
              {standings.get(path) === 'unsaved' && <span className="editor-tab-dot" />}
              <Icon name="i-lucide-x" size={12} />
            </button>
          </div>
        )}
      />
      <button
        type="button"
        className="editor-close-current button button-secondary button-24"
        data-command="close-file"
        aria-label={t('Close {name}', { name: active })}
        onClick={() => closeByKey(active)}
      >
        {t('Close')}
      </button>
    </div>
  );
});

function TabLabel({ path, standing }: { path: string; standing: FileStanding }) {
  const isBeingWritten = standing === 'being-written';
  return (
    <span className={`editor-tab-label ${isBeingWritten ? 'editor-tab-writing' : ''}`} title={path}>
      {isBeingWritten ? <Spinner /> : <FileIcon path={path} />}
      {visibleName(path.slice(path.lastIndexOf('/') + 1))}
    </span>
  );
}

/**
 * Closes a file, after a confirmation if unsaved text would be lost. After closing by key, the focus moves to the tab that is shown then.
 */
function useClosing(list: RefObject<HTMLDivElement | null>) {
  const actions = useActions('files');
  const tabs = useStore($tabs);
  const hasFocusToGive = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done when a tab has gone
  useEffect(() => {
    if (hasFocusToGive.current) list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
    hasFocusToGive.current = false;
  }, [tabs]);
  const close = (path: string) => closeFiles(actions, [path]);
  return {
    close,
    closeByKey(path: string) {
      hasFocusToGive.current = close(path);
    },
  };
}
