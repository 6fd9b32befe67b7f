import './file-tree.css';
import { useStore } from '@nanostores/react';
import { ContextMenu } from 'radix-ui';
import { type FocusEvent, type MouseEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab, $fileStandings, $files, $showsIgnored } from '../../lib/stores/files.ts';
import { useActions } from '../page/workbench-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FileTreeHead } from './file-tree-head.tsx';
import { FileTreeMenu } from './file-tree-menu.tsx';
import { FileTreeRow } from './file-tree-row.tsx';
import { type ExpandedFolders, expandedTo, type FileTreeModel, fileTreeModel, fileTreeRows, type TreeRow } from './file-tree-rows.ts';
import { NameField } from './name-field.tsx';
import { PlacedRows } from './placed-rows.tsx';
import { useNaming } from './use-naming.ts';
import { useReveal } from './use-reveal.ts';
import { useTreeCommands } from './use-tree-commands.ts';
import { pathOfRow, useTreeDrop } from './use-tree-drop.ts';
import { useTreeFocus } from './use-tree-focus.ts';
import { useTreeKeys } from './use-tree-keys.ts';

/** Returns a path's state under the open chat's locks, and a function that changes it. */
function useLocks() {
  const actions = useActions('files');
  const { chatId, lockedPaths } = useStore($chat, { keys: ['chatId', 'lockedPaths'] });
  const lockOf = (path: string): 'own' | 'inherited' | 'none' => {
    if (lockedPaths.length === 0) return 'none';
    if (lockedPaths.includes(path)) return 'own';
    return lockedPaths.some((locked) => path.startsWith(`${locked}/`)) ? 'inherited' : 'none';
  };
  const setLock = (path: string) => (chatId === null ? null : (isLocked: boolean) => void actions.setLock(path, isLocked));
  return { lockOf, setLock };
}

/** Returns the visible rows of the project's files, and functions that open and close folders. */
function useRows() {
  const files = useStore($files);
  const showsIgnored = useStore($showsIgnored);
  const [expanded, setExpanded] = useState<ExpandedFolders>(new Map());
  const model = useMemo(() => fileTreeModel(files), [files]);
  const rows = useMemo(() => fileTreeRows(model, expanded, showsIgnored), [model, expanded, showsIgnored]);
  return {
    model,
    rows,
    toggle: (path: string, isExpanded: boolean) => setExpanded((before) => new Map(before).set(path, isExpanded)),
    openTo: (path: string) => setExpanded((before) => expandedTo(path, before)),
  };
}

/** The project's files as an ARIA tree. */
export function FileTree() {
  const { model, rows, toggle, openTo } = useRows();
  const { naming, setNaming, finishNaming } = useNaming();
  const commands = useTreeCommands({ openFolder: (path) => toggle(path, true), setNaming });
  const activeTab = useStore($activeTab);
  const tree = useRef<HTMLDivElement>(null);
  const { focused, setFocused, moveFocus } = useTreeFocus(tree);
  const rowOf = useRowOf(rows);
  const current = rowOf(focused) ?? rowOf(activeTab) ?? rows[0] ?? null;
  useReveal({ tree, rows, openTo, moveFocus });
  return (
    <div className="flex flex-col h-full min-h-0">
      <FileTreeHead onNew={(type) => commands.startNew(type, current)} />
      {naming && naming.type !== 'rename' && (
        <NameField
          label={naming.type === 'file' ? t('Name of the new file') : t('Name of the new folder')}
          prefix={naming.folder}
          initial=""
          onDone={finishNaming}
        />
      )}
      <TreeRows
        {...{ tree, model, rows, rowOf, current, commands, toggle, setFocused, moveFocus, finishNaming }}
        renamed={naming?.type === 'rename' ? naming.path : null}
      />
    </div>
  );
}

function useRowOf(rows: readonly TreeRow[]): (path: string | null) => TreeRow | undefined {
  const byPath = useMemo(() => new Map(rows.map((row) => [row.path, row])), [rows]);
  return (path) => (path === null ? undefined : byPath.get(path));
}

interface TreeRowsProps extends Pick<ReturnType<typeof useTreeFocus>, 'setFocused' | 'moveFocus'> {
  tree: RefObject<HTMLDivElement>;
  model: FileTreeModel;
  rows: readonly TreeRow[];
  rowOf(path: string | null): TreeRow | undefined;
  /** The row with the tab stop. */
  current: TreeRow | null;
  commands: ReturnType<typeof useTreeCommands>;
  renamed: string | null;
  toggle(path: string, isExpanded: boolean): void;
  finishNaming(name: string | null): Promise<boolean>;
}

/** The rows and their pointer and keyboard handling: one handler for all, because there may be 50 000 rows. */
function TreeRows({ tree, model, rows, rowOf, current, commands, renamed, toggle, setFocused, moveFocus, finishNaming }: TreeRowsProps) {
  const actions = useActions('files');
  const activeTab = useStore($activeTab);
  const standings = useStore($fileStandings);
  const { lockOf, setLock } = useLocks();
  const [menuPath, setMenuPath] = useState<string | null>(null);
  const { over, ...drop } = useTreeDrop({ model, openFolder: (path) => toggle(path, true) });
  const open = (row: TreeRow) => {
    setFocused(row.path);
    if (row.kind === 'directory') toggle(row.path, !row.isExpanded);
    else void actions.openFile(row.path);
  };
  const onKeyDown = useTreeKeys({ rows, current, onFocus: moveFocus, onToggle: toggle, onOpen: open, commands });
  const rowAt = (event: MouseEvent | PointerEvent) => rowOf(pathOfRow(event.target)) ?? null;
  const onClick = (event: MouseEvent) => {
    const row = rowAt(event);
    if (row !== null) open(row);
  };
  const onFocus = (event: FocusEvent) => {
    const path = pathOfRow(event.target);
    if (path !== null) setFocused(path);
  };
  // A long press opens the menu without this event.
  const noteMenuRow = (event: MouseEvent | PointerEvent) => setMenuPath(rowAt(event)?.path ?? null);
  const menuRow = rowOf(menuPath) ?? null;
  // Before the chat is open, the project's files are not known.
  const isOpening = useStore($chat, { keys: ['chatId'] }).chatId === null;
  const { cutPath } = commands;
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild onContextMenu={noteMenuRow} onPointerDown={noteMenuRow}>
        <div className="flex-1 min-h-0" data-drop={over === '' || undefined} {...drop}>
          {rows.length === 0 ? (
            <EmptyState icon="i-lucide-folder" text={isOpening ? t('Loading…') : t('The project has no files yet.')} />
          ) : (
            <div ref={tree} role="tree" aria-label={t('Files')} className="file-tree scroll" {...{ onKeyDown, onClick, onFocus }}>
              <PlacedRows tree={tree} rows={rows} kept={new Set([current?.path ?? '', renamed ?? ''])}>
                {(row, top) =>
                  row.path === renamed ? (
                    <div key={row.path} style={top === null ? {} : { top }} data-placed={top !== null || undefined}>
                      <NameField label={t('New name of {name}', { name: row.name })} prefix="" initial={row.name} onDone={finishNaming} />
                    </div>
                  ) : (
                    <FileTreeRow
                      key={row.path}
                      row={row}
                      top={top}
                      isSelected={row.path === activeTab}
                      isTabStop={row.path === current?.path}
                      isBeingWritten={standings.get(row.path) === 'being-written'}
                      isLocked={lockOf(row.path) !== 'none'}
                      isCut={row.path === cutPath}
                      isDropTarget={row.path === over}
                    />
                  )
                }
              </PlacedRows>
            </div>
          )}
        </div>
      </ContextMenu.Trigger>
      <FileTreeMenu
        row={menuRow}
        commands={commands}
        cutName={cutPath === null ? null : cutPath.slice(cutPath.lastIndexOf('/') + 1)}
        lock={menuRow === null ? 'none' : lockOf(menuRow.path)}
        onLock={setLock(menuRow?.path ?? '')}
      />
    </ContextMenu.Root>
  );
}
