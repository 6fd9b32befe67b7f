import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { ownWords } from '../../../lib/protocol/attachments/own-words.ts';
import { $chat } from '../../../lib/stores/chat.ts';

interface Recall {
  /** Index in the sent texts, newest first. */
  index: number;
  /** The text in the box as long as it is unchanged. */
  shown: string;
  /** The previous content of the box. */
  draft: string;
}

/** Returns the texts that the user sent in the open chat, including commands, newest first and without consecutive duplicates. */
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
 * ↑ at the beginning of the box (or anywhere if it is empty) recalls sent texts; ↓ leads back to the previous content. Returns whether the
 * key was handled. A recalled text that was edited is a draft like any other.
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
