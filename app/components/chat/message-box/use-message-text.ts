import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Attachment } from '../../../lib/protocol/attachments/attachment.ts';
import { $returnedText } from '../../../lib/stores/chat.ts';
import { useDraft } from './use-draft.ts';

/** Text from outside of the box, with a number that changes with each one: sent as it is, or put in to be edited. */
export interface Suggestion {
  text: string;
  serial: number;
  purpose: 'send' | 'edit';
}

interface MessageText {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
}

/** The content of the message box, wherever it comes from: typed (also before the page came alive), an example, a message taken back. */
export function useMessageText(
  chatId: string | null,
  suggestion: Suggestion | undefined,
  putAttachments: (attachments: readonly Attachment[]) => void,
): MessageText {
  const [text, setText] = useDraft(chatId);
  const box = useGrowingHeight(text);

  // What was typed before the page came alive is only in the element.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const typed = box.current?.value ?? '';
    if (typed !== '' && typed !== text) setText(typed);
    // Not where focusing would bring up a keyboard over the page.
    if (document.activeElement === document.body && window.matchMedia('(hover: hover)').matches) box.current?.focus();
  }, []);

  const serial = suggestion?.serial;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new serial puts the text in once
  useEffect(() => {
    if (suggestion === undefined || suggestion.purpose === 'send') return;
    setText(suggestion.text);
    box.current?.focus();
  }, [serial]);

  const returned = useStore($returnedText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes in once, before what is there
  useEffect(() => {
    if (returned === null) return;
    $returnedText.set(null);
    setText(text.trim() === '' ? returned.text : `${returned.text}\n${text}`);
    putAttachments(returned.attachments);
    box.current?.focus();
  }, [returned]);

  return { text, setText, box };
}

/** Browsers without `field-sizing` get the height from here. */
function useGrowingHeight(text: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    if (box.current === null || CSS.supports?.('field-sizing', 'content')) return;
    box.current.style.height = 'auto';
    box.current.style.height = `${box.current.scrollHeight}px`;
  }, [text]);
  return box;
}
