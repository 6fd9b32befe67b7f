import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { $files } from '../../../lib/stores/files.ts';
import { $mcp } from '../../../lib/stores/mcp.ts';
import { useDeferredModule } from '../../ui/loading/deferred-module.ts';
import { messageAids } from '../message-box/deferred-aids.ts';
import { useChoice } from '../message-box/use-choice.ts';
import type { MentionItem } from './mention-items.ts';
import type { MentionMenuState } from './mention-menu-state.ts';
import { typedMention } from './typed-mention.ts';

interface MentionMenuOptions {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
  onTake(item: MentionItem): void;
}

const NONE: readonly MentionItem[] = [];

/** The menu over the message box while something is mentioned with `@`. Arrows choose, Enter and Tab take, Escape closes. */
export function useMentionMenu({ text, setText, box, onTake }: MentionMenuOptions): MentionMenuState {
  const files = useStore($files);
  const servers = useStore($mcp);
  const [caret, setCaret] = useState(0);
  const typed = useMemo(() => (text.startsWith('/') ? null : typedMention(text, Math.min(caret, text.length))), [text, caret]);
  const query = typed?.query ?? null;
  const { module: aids, isLoading } = useDeferredModule(messageAids, query !== null);
  const typing = query === null ? null : aids;
  const all = useMemo(
    () => (typing === null ? NONE : [...typing.fileItems(files), ...typing.serverItems(servers)]),
    [typing, files, servers],
  );
  const fitting = useMemo(() => (query === null ? NONE : (aids?.fittingItems(all, query) ?? NONE)), [aids, all, query]);
  const { chooseFirst, ...choice } = useChoice({ text, fitting, onTake: takeByKey });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items, from the first again
  useEffect(chooseFirst, [query]);

  function take(item: MentionItem): void {
    if (typed === null) return;
    const end = typed.start + 1 + typed.query.length;
    const before = `${text.slice(0, typed.start)}${item.insert}`;
    setText(before + text.slice(end).replace(/^ /, ''));
    setCaret(before.length);
    onTake(item);
    const element = box.current;
    element?.focus();
    // The text is rendered by the next frame.
    requestAnimationFrame(() => element?.setSelectionRange(before.length, before.length));
  }
  function takeByKey(item: MentionItem, event: KeyboardEvent): boolean {
    if (event.shiftKey || event.ctrlKey || event.metaKey) return false;
    take(item);
    return true;
  }
  return { ...choice, isLoading, take, onCaret: () => setCaret(box.current?.selectionStart ?? 0) };
}
