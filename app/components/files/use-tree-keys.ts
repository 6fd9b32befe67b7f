import { type KeyboardEvent, useRef } from 'react';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import type { TreeRow } from './file-tree-rows.ts';
import type { TreeCommands } from './use-tree-commands.ts';

interface TreeKeys {
  rows: readonly TreeRow[];
  /** The row with the tab stop. */
  current: TreeRow | null;
  onFocus: (path: string) => void;
  onToggle: (path: string, isExpanded: boolean) => void;
  onOpen: (row: TreeRow) => void;
  commands: Pick<TreeCommands, 'rename' | 'remove' | 'cut' | 'paste'>;
}

/** Milliseconds between typed letters that form one search word. */
const TYPE_AHEAD_MS = 600;

/** The keyboard of an ARIA tree: arrows, Home, End, Enter, type-ahead; F2 renames, Delete deletes, Ctrl+X and Ctrl+V move. */
export function useTreeKeys({ rows, current, onFocus, onToggle, onOpen, commands }: TreeKeys) {
  const isReadingOnly = useReadingOnly().disabled === true;
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
  const keysOf = (row: TreeRow, index: number): Readonly<Record<string, () => void>> => ({
    ArrowDown: () => goTo(index + 1),
    ArrowUp: () => goTo(index - 1),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
    ArrowRight: () => (row.kind === 'directory' && !row.isExpanded ? onToggle(row.path, true) : goTo(index + 1)),
    ArrowLeft: () => (row.isExpanded ? onToggle(row.path, false) : goOut(index, row.level)),
    Enter: () => onOpen(row),
    ' ': () => onOpen(row),
    Escape: () => commands.cut(null),
    ...(isReadingOnly ? {} : { F2: () => commands.rename(row), Delete: () => commands.remove(row) }),
  });
  const commandsOf = (row: TreeRow): Readonly<Record<string, () => void>> =>
    isReadingOnly ? {} : { x: () => commands.cut(row), v: () => commands.paste(row) };
  return (event: KeyboardEvent) => {
    if (current === null || event.altKey || event.target !== event.currentTarget.querySelector('[tabindex="0"]')) return;
    const index = rows.indexOf(current);
    const isCommand = event.ctrlKey || event.metaKey;
    const key = isCommand ? event.key.toLowerCase() : event.key;
    const actions = isCommand ? commandsOf(current) : keysOf(current, index);
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (action) action();
    else if (!isCommand && event.key.length === 1) search(event.key, index);
    else return;
    event.preventDefault();
  };
}
