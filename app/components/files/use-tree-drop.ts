import { useStore } from '@nanostores/react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { droppedItems } from '../../lib/project/import/dropped-items.ts';
import type { ImportSource } from '../../lib/project/import/import-source.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $isFollowing } from '../../lib/stores/other-tab.ts';
import { useActions } from '../page/workbench-context.tsx';
import { type FileTreeModel, folderOf } from './file-tree-rows.ts';
import { ask, targetFolder } from './use-tree-commands.ts';

/** Type of a dragged row, which other pages do not know. */
const DRAGGED = 'application/x-devonz-path';
/** Milliseconds of dragging over a closed folder before it opens. */
const OPEN_AFTER = 700;

interface TreeDropOptions {
  model: FileTreeModel;
  openFolder(path: string): void;
}

export function pathOfRow(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[role="treeitem"]')?.dataset.path ?? null) : null;
}

/** Lets rows be dragged into other folders, and files and folders of the computer be dropped into one. '' is the root. */
export function useTreeDrop({ model, openFolder }: TreeDropOptions) {
  const actions = useActions('files');
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const isFollowing = useStore($isFollowing);
  const [over, setOver] = useState<string | null>(null);
  const dragged = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function for the same folder begins no new wait
  useEffect(() => {
    if (over === null || over === '') return;
    const opening = setTimeout(() => openFolder(over), OPEN_AFTER);
    return () => clearTimeout(opening);
  }, [over]);
  const folderAt = (event: DragEvent) => {
    const path = pathOfRow(event.target);
    const node = path === null ? undefined : model.nodes.get(path);
    return targetFolder(node === undefined ? null : { path: node.path, kind: node.entry.kind });
  };
  /** Returns `null` if the dragged entry cannot be dropped there. */
  const targetOf = (event: DragEvent): string | null => {
    if (isFollowing) return null;
    const folder = folderAt(event);
    const own = dragged.current;
    if (event.dataTransfer.types.includes(DRAGGED) && own !== null)
      return folderOf(own) === folder || folder === own || folder.startsWith(`${own}/`) ? null : folder;
    // Without a chat, dropped files become a project, which the page handles.
    return event.dataTransfer.types.includes('Files') && chatId !== null ? folder : null;
  };
  return {
    over,
    onDragStart(event: DragEvent) {
      const path = pathOfRow(event.target);
      if (path === null || isFollowing) return event.preventDefault();
      dragged.current = path;
      event.dataTransfer.setData(DRAGGED, path);
      event.dataTransfer.setData('text/plain', path);
      event.dataTransfer.effectAllowed = 'copyMove';
    },
    onDragOver(event: DragEvent) {
      const target = targetOf(event);
      setOver(target);
      if (target === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = event.dataTransfer.types.includes(DRAGGED) ? 'move' : 'copy';
    },
    onDragLeave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(null);
    },
    onDragEnd() {
      dragged.current = null;
      setOver(null);
    },
    onDrop(event: DragEvent) {
      const target = targetOf(event);
      const own = dragged.current;
      setOver(null);
      if (target === null) return;
      event.preventDefault();
      if (event.dataTransfer.types.includes(DRAGGED) && own !== null) void actions.movePath(own, target);
      // Read at once, because the entries are gone after the drop.
      else void sourceOf(event.dataTransfer).then((source) => actions.uploadInto(target, source, ask));
    },
  };
}

function sourceOf(dropped: DataTransfer): Promise<ImportSource> {
  const given = droppedItems(dropped);
  const files = [...dropped.files];
  if (given.entries.length === 0)
    return Promise.resolve({ type: 'files', name: null, files: files.map((file) => ({ path: file.name, file })), skipped: [] });
  return import('../../lib/project/import/collect-dropped.ts').then(({ collectDropped }) => collectDropped(given));
}
