import { type KeyboardEvent, useRef } from 'react';
import type { TreeRow } from './file-tree-rows.ts';

interface TreeKeys {
  rows: readonly TreeRow[];
  focused: string | null;
  onFocus: (path: string) => void;
  onToggle: (path: string, isExpanded: boolean) => void;
  onOpen: (row: TreeRow) => void;
  onRename: (row: TreeRow) => void;
  onDelete: (row: TreeRow) => void;
}

/** Typed letters count as one search word while they come faster than this. Milliseconds. */
const TYPE_AHEAD_MS = 600;

/** The keyboard of an ARIA tree: arrows, Home, End, Enter, type-ahead; F2 renames, Delete deletes. */
export function useTreeKeys({ rows, focused, onFocus, onToggle, onOpen, onRename, onDelete }: TreeKeys) {
  const typed = useRef({ word: '', at: 0 });
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row) onFocus(row.path);
  };
  const search = (letter: string, from: number) => {
    const now = performance.now();
    typed.current = { word: now - typed.current.at < TYPE_AHEAD_MS ? typed.current.word + letter : letter, at: now };
    const { word } = typed.current;
    const start = word.length === 1 ? from + 1 : from;
    for (let step = 0; step < rows.length; step++) {
      const index = (start + step) % rows.length;
      if (rows[index]?.name.toLowerCase().startsWith(word.toLowerCase())) return goTo(index);
    }
  };
  const goOut = (index: number, level: number) => {
    for (let at = index - 1; at >= 0; at--) {
      if ((rows[at]?.level ?? level) < level) return goTo(at);
    }
  };
  return (event: KeyboardEvent) => {
    const index = rows.findIndex((row) => row.path === focused);
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget.querySelector('[tabindex="0"]'))
      return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => goTo(index + 1),
      ArrowUp: () => goTo(index - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (row.kind === 'directory' && !row.isExpanded ? onToggle(row.path, true) : goTo(index + 1)),
      ArrowLeft: () => (row.isExpanded ? onToggle(row.path, false) : goOut(index, row.level)),
      Enter: () => onOpen(row),
      ' ': () => onOpen(row),
      F2: () => onRename(row),
      Delete: () => onDelete(row),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action) action();
    else if (event.key.length === 1) search(event.key, index);
    else return;
    event.preventDefault();
  };
}
