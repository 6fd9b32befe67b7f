import './file-tree.css';
import { useStore } from '@nanostores/react';
import { ContextMenu } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { $chat } from '../../lib/stores/chat.ts';
import { $activeTab, $fileStandings, $files } from '../../lib/stores/files.ts';
import { saveBlob } from '../../lib/workbench/save-blob.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { useRowWindow } from '../ui/hooks/use-row-window.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { FileTreeMenu } from './file-tree-menu.tsx';
import { FileTreeRow } from './file-tree-row.tsx';
import { fileTreeRows, type TreeRow } from './file-tree-rows.ts';
import { NameField } from './name-field.tsx';
import { useTreeKeys } from './use-tree-keys.ts';

/** A name being typed: for something new in a folder ('' is the root), or for what is there. */
type Naming = { type: 'file' | 'folder'; folder: string } | { type: 'rename'; path: string };

/** As the sheet has them, in pixels. */
const ROW = 24;
const NARROW_ROW = 40;

const folderOf = (row: TreeRow | undefined) => {
  if (!row) return '';
  return row.kind === 'directory' ? row.path : row.path.slice(0, Math.max(0, row.path.lastIndexOf('/')));
};

/** How a path relates to the locks of the open chat, and what changes that. */
function useLocks(): (path: string) => Pick<FileTreeItemProps, 'lock' | 'onLock'> {
  const actions = useActions('files');
  const { chatId, lockedPaths } = useStore($chat, { keys: ['chatId', 'lockedPaths'] });
  return (path) => {
    const isInherited = lockedPaths.some((locked) => path.startsWith(`${locked}/`));
    const lock = lockedPaths.includes(path) ? 'own' : isInherited ? 'inherited' : 'none';
    return { lock, onLock: chatId === null ? null : (isLocked) => void actions.setLock(path, isLocked) };
  };
}

function isConfirmed(row: TreeRow): boolean {
  return window.confirm(`Delete ${row.path}${row.kind === 'directory' ? ' and everything in it' : ''}?`);
}

async function download({ path, name }: TreeRow, actions: Pick<WorkbenchActions['files'], 'exportFile'>): Promise<void> {
  const blob = await actions.exportFile(path);
  // As the tree shows it: a name can be made to look like another.
  if (blob !== null) saveBlob(blob, visibleName(name));
}

/** The name being typed, and what is done with it. */
function useNaming() {
  const actions = useActions('files');
  const [naming, setNaming] = useState<Naming | null>(null);
  const finishNaming = (name: string | null) => {
    const state = naming;
    setNaming(null);
    if (!state || name === null || name.trim() === '') return;
    if (state.type === 'rename') {
      const cut = state.path.lastIndexOf('/');
      void actions.renamePath(state.path, `${state.path.slice(0, cut + 1)}${name}`);
    } else {
      const path = state.folder === '' ? name : `${state.folder}/${name}`;
      void (state.type === 'file' ? actions.createFile(path) : actions.createFolder(path));
    }
  };
  return { naming, setNaming, finishNaming };
}

/** Which row has the focus, which follows the arrow keys but is never taken from elsewhere. */
function useTreeFocus(tree: RefObject<HTMLDivElement | null>) {
  const [focused, setFocused] = useState<string | null>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    // The row that had it may be gone: it is out of sight.
    if (focused !== null && (isMoved.current || tree.current?.contains(document.activeElement)))
      tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [tree, focused]);
  const moveFocus = (path: string) => {
    isMoved.current = true;
    setFocused(path);
  };
  return { focused, setFocused, moveFocus };
}

interface FileTreeItemProps {
  row: TreeRow;
  isSelected: boolean;
  isTabStop: boolean;
  isBeingWritten: boolean;
  onOpen: () => void;
  onNew: (type: 'file' | 'folder') => void;
  onRename: () => void;
  onDownload: (() => void) | null;
  onDelete: () => void;
  top: number | null;
  lock: 'own' | 'inherited' | 'none';
  onLock: ((isLocked: boolean) => void) | null;
}

/** A row with its context menu. */
function FileTreeItem({ onNew, onRename, onDownload, onDelete, lock, onLock, ...row }: FileTreeItemProps) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild>
        <FileTreeRow {...row} isLocked={lock !== 'none'} />
      </ContextMenu.Trigger>
      <FileTreeMenu
        onNewFile={() => onNew('file')}
        onNewFolder={() => onNew('folder')}
        onRename={onRename}
        onDownload={onDownload}
        onDelete={onDelete}
        lock={lock}
        onLock={onLock}
      />
    </ContextMenu.Root>
  );
}

/** The project's files as an ARIA tree. */
export function FileTree() {
  const actions = useActions('files');
  const files = useStore($files);
  const activeTab = useStore($activeTab);
  const standings = useStore($fileStandings);
  const locksOf = useLocks();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLDivElement>(null);
  const { focused, setFocused, moveFocus } = useTreeFocus(tree);
  const { naming, setNaming, finishNaming } = useNaming();
  const rows = useMemo(() => fileTreeRows(files, collapsed), [files, collapsed]);
  const current = rows.find((row) => row.path === focused) ?? rows.find((row) => row.path === activeTab) ?? rows[0];

  const toggle = (path: string, isExpanded: boolean) => {
    const others = [...collapsed].filter((folder) => folder !== path);
    setCollapsed(new Set(isExpanded ? others : [...others, path]));
  };
  const open = (row: TreeRow) => {
    setFocused(row.path);
    if (row.kind === 'directory') toggle(row.path, !row.isExpanded);
    else void actions.openFile(row.path);
  };
  const remove = (row: TreeRow) => {
    if (isConfirmed(row)) void actions.deletePath(row.path);
  };
  const rename = (row: TreeRow) => setNaming({ type: 'rename', path: row.path });
  const onKeyDown = useTreeKeys({
    rows,
    focused: current?.path ?? null,
    onFocus: moveFocus,
    onToggle: toggle,
    onOpen: open,
    onRename: rename,
    onDelete: remove,
  });

  const isRenamed = (row: TreeRow) => naming?.type === 'rename' && naming.path === row.path;
  const startNew = (type: 'file' | 'folder', folder: string) => {
    if (folder !== '') toggle(folder, true);
    setNaming({ type, folder });
  };

  return (
    <div className="flex flex-col h-full min-h-0">
      <FileTreeHead onNew={(type) => startNew(type, folderOf(current))} />
      {naming && naming.type !== 'rename' && (
        <NameField label={`Name of the new ${naming.type}`} prefix={naming.folder} initial="" onDone={finishNaming} />
      )}
      {rows.length === 0 ? (
        <EmptyState icon="i-lucide-folder" text="The project has no files yet." />
      ) : (
        <div ref={tree} role="tree" aria-label="Files" className="flex-1 p-4px overflow-y-auto" onKeyDown={onKeyDown}>
          <PlacedRows tree={tree} rows={rows} isAlwaysThere={(row) => row === current || isRenamed(row)}>
            {(row, top) =>
              isRenamed(row) ? (
                <div key={row.path} style={top === null ? {} : { top }} data-placed={top !== null || undefined}>
                  <NameField label={`New name of ${row.name}`} prefix="" initial={row.name} onDone={finishNaming} />
                </div>
              ) : (
                <FileTreeItem
                  key={row.path}
                  row={row}
                  top={top}
                  isSelected={row.path === activeTab}
                  isTabStop={row === current}
                  isBeingWritten={standings.get(row.path) === 'being-written'}
                  onOpen={() => open(row)}
                  onNew={(type) => startNew(type, folderOf(row))}
                  onRename={() => rename(row)}
                  onDownload={row.kind === 'file' ? () => void download(row, actions) : null}
                  onDelete={() => remove(row)}
                  {...locksOf(row.path)}
                />
              )
            }
          </PlacedRows>
        </div>
      )}
    </div>
  );
}

interface PlacedRowsProps {
  tree: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  /** Also while it is out of sight: it has the focus, and what has been typed. */
  isAlwaysThere: (row: TreeRow) => boolean;
  children: (row: TreeRow, top: number | null) => ReactNode;
}

/** The rows; of thousands those that are seen, each at its place. */
function PlacedRows({ tree, rows, isAlwaysThere, children }: PlacedRowsProps) {
  const rowHeight = useMediaQuery(NARROW_QUERY) ? NARROW_ROW : ROW;
  const seen = useRowWindow({ container: tree, count: rows.length, rowHeight });
  if (seen === null) return rows.map((row) => children(row, null));
  return (
    <div role="none" className="file-tree-rows" style={{ height: rows.length * rowHeight }}>
      {rows.map((row, index) => ((index >= seen.from && index < seen.to) || isAlwaysThere(row) ? children(row, index * rowHeight) : null))}
    </div>
  );
}

function FileTreeHead({ onNew }: { onNew: (type: 'file' | 'folder') => void }) {
  const reading = useReadingOnly();
  return (
    <div className="flex items-center shrink-0 h-36px pr-4px pl-12px line-b-1">
      <h2 className="font-medium">Files</h2>
      <span className="flex-1" />
      <IconButton icon="i-lucide-file-plus" label="New file" iconSize={14} onClick={() => onNew('file')} {...reading} />
      <IconButton icon="i-lucide-folder-plus" label="New folder" iconSize={14} onClick={() => onNew('folder')} {...reading} />
    </div>
  );
}
