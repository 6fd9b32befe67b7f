import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { ownWords } from '../../../lib/protocol/attachments/own-words.ts';
import { $chat } from '../../../lib/stores/chat.ts';

interface Recall {
  /** Among what was sent, the newest first. */
  index: number;
  /** As it is in the box while nothing was changed in it. */
  shown: string;
  /** What was in the box before. */
  draft: string;
}

/** What the user has sent in the open chat, commands of theirs too; the newest first, nothing twice in a row. */
function sentTexts(): string[] {
  const { messages, remarks, userCommands } = $chat.get();
  const texts = messages.flatMap((message) => {
    const done = userCommands.get(message.id);
    if (done !== undefined) return [`/cmd ${done.command}`];
    return message.role === 'user' && !remarks.has(message.id) ? [ownWords(message)] : [];
  });
  return texts.filter((text, index) => text.trim() !== '' && text !== texts[index + 1]).reverse();
}

interface PromptHistoryOptions {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
}

/**
 * ↑ at the beginning of the box (or in it, where it is empty) brings back what was sent, ↓ leads on to what was there before. Returns whether the key
 * was one of these. What was brought back and then changed is a draft like any other.
 */
export function usePromptHistory({ text, setText, box }: PromptHistoryOptions): (event: KeyboardEvent) => boolean {
  const recall = useRef<Recall | null>(null);
  const moves = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the text is in the box
  useLayoutEffect(() => {
    if (moves.current) box.current?.setSelectionRange(text.length, text.length);
    moves.current = false;
  }, [text]);

  function show(next: string) {
    moves.current = true;
    setText(next);
  }

  return (event) => {
    const field = box.current;
    const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event;
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey || altKey || ctrlKey || metaKey || nativeEvent.isComposing) return false;
    if (field === null || field.selectionStart !== field.selectionEnd) return false;
    const now = recall.current?.shown === text ? recall.current : null;
    const caret = field.selectionStart;
    if (key === 'ArrowUp') {
      if (text.lastIndexOf('\n', caret - 1) !== -1 && caret > 0) return false;
      if (now === null && caret > 0) return false;
      const index = now === null ? 0 : now.index + 1;
      const shown = sentTexts()[index];
      if (shown === undefined) return false;
      recall.current = { index, shown, draft: now?.draft ?? text };
      show(shown);
      return true;
    }
    if (now === null || text.indexOf('\n', caret) !== -1) return false;
    const shown = now.index === 0 ? now.draft : (sentTexts()[now.index - 1] ?? now.draft);
    recall.current = now.index === 0 ? null : { ...now, index: now.index - 1, shown };
    show(shown);
    return true;
  };
}
