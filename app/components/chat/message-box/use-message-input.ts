import type { KeyboardEvent, RefObject } from 'react';
import type { QueuedWhen } from '../../../lib/protocol/session-state.ts';
import { useHeldInput } from '../../ui/hooks/use-held-input.ts';
import type { MentionItem } from '../mentions/mention-items.ts';
import type { Enhancing } from '../prompts/enhancing.ts';
import { messageAids } from './deferred-aids.ts';
import { type MessageMenus, useMessageMenus } from './use-message-menus.ts';
import { usePromptHistory } from './use-prompt-history.ts';

const MENU_KEYS: readonly string[] = ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', 'Escape'];

/** Whether a key may be for a menu, or sends. */
function isForMenu({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return MENU_KEYS.includes(key) && !shiftKey && !nativeEvent.isComposing;
}

interface MessageInputOptions {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
  /** When Enter sends the message if the agent is working. */
  defaultWhen: QueuedWhen | undefined;
  enhancing: Enhancing;
  send(when: QueuedWhen | undefined, words?: string): Promise<void>;
  onMention(item: MentionItem): void;
}

interface MessageInput {
  menus: MessageMenus;
  sendNow(when: QueuedWhen | undefined): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Handles keys and buttons of the message box. Input that may be for a menu waits until the menu has loaded. */
export function useMessageInput({ text, setText, box, defaultWhen, enhancing, send, onMention }: MessageInputOptions): MessageInput {
  const menus = useMessageMenus({ text, setText, box, send: (line) => void send(defaultWhen, line), onMention });
  const onHistoryKey = usePromptHistory({ text, setText, box });
  const hold = useHeldInput(menus.isLoading, { takeKey, send });
  function takeKey(event: KeyboardEvent) {
    if (menus.onKeyDown(event) || enhancing.onKeyDown(event)) return;
    if (onHistoryKey(event)) return event.preventDefault();
    if (text === '' && messageAids.current()?.answersWaiting(event.nativeEvent) === true) return event.preventDefault();
    // During composition, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(defaultWhen);
  }
  return {
    menus,
    sendNow(when) {
      if (!hold((now) => void now.send(when))) void send(when);
    },
    onKeyDown(event) {
      if (isForMenu(event) && hold((now) => now.takeKey(event))) event.preventDefault();
      else takeKey(event);
    },
  };
}
