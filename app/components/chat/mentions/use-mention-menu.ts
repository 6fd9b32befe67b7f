import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useState } from 'react';
import { $files } from '../../../lib/stores/files.ts';
import { $mcp } from '../../../lib/stores/mcp.ts';
import { fileItems, fittingItems, type MentionItem, serverItems, typedMention } from './mention-items.ts';

export interface MentionMenuState {
  items: readonly MentionItem[];
  /** Place of the highlighted one. */
  current: number;
  listId: string;
  optionId(index: number): string;
  take(item: MentionItem): void;
  /** True: the key was for the menu. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Call when the caret may have moved. */
  onCaret(): void;
}

interface MentionMenuOptions {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
  onTake(item: MentionItem): void;
}

const NONE: readonly MentionItem[] = [];

/** The menu over the message box while something is being named with `@`. Arrows choose, Enter and Tab take, Escape closes. */
export function useMentionMenu({ text, setText, box, onTake }: MentionMenuOptions): MentionMenuState {
  const files = useStore($files);
  const servers = useStore($mcp);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const typed = useMemo(() => (text.startsWith('/') ? null : typedMention(text, Math.min(caret, text.length))), [text, caret]);
  const query = typed?.query ?? null;
  const isTyped = query !== null;
  const all = useMemo(() => (isTyped ? [...fileItems(files), ...serverItems(servers)] : NONE), [isTyped, files, servers]);
  const fitting = useMemo(() => (query === null ? NONE : fittingItems(all, query)), [all, query]);
  const items = text === closedFor ? NONE : fitting;
  useEffect(() => {
    if (closedFor !== null && text !== closedFor) setClosedFor(null);
  }, [text, closedFor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items, from the first again
  useEffect(() => setChosen(0), [query]);
  const current = Math.min(chosen, Math.max(0, items.length - 1));

  function take(item: MentionItem): void {
    if (typed === null) return;
    const end = typed.start + 1 + typed.query.length;
    const before = `${text.slice(0, typed.start)}${item.insert}`;
    setText(before + text.slice(end).replace(/^ /, ''));
    setCaret(before.length);
    onTake(item);
    const element = box.current;
    element?.focus();
    // The text is there with the next frame.
    requestAnimationFrame(() => element?.setSelectionRange(before.length, before.length));
  }
  function onKeyDown(event: KeyboardEvent): boolean {
    const item = items[current];
    if (item === undefined || event.nativeEvent.isComposing) return false;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setChosen((current + step + items.length) % items.length);
        break;
      }
      case 'Tab':
      case 'Enter':
        if (event.shiftKey || event.ctrlKey || event.metaKey) return false;
        take(item);
        break;
      case 'Escape':
        setClosedFor(text);
        break;
      default:
        return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  const onCaret = () => setCaret(box.current?.selectionStart ?? 0);
  return { items, current, listId, optionId: (index) => `${listId}-${index}`, take, onKeyDown, onCaret };
}
