import type { KeyboardEvent, RefObject } from 'react';
import type { MentionItem } from '../mentions/mention-items.ts';
import type { MentionMenuState } from '../mentions/mention-menu-state.ts';
import { useMentionMenu } from '../mentions/use-mention-menu.ts';
import type { SlashMenuState } from './slash-menu-state.ts';
import { useSlashMenu } from './use-slash-menu.ts';

interface MessageMenusOptions {
  text: string;
  setText(text: string): void;
  box: RefObject<HTMLTextAreaElement>;
  send(text: string): void;
  onMention(item: MentionItem): void;
}

export interface MessageMenus {
  /** Whether the menus are loading while the typed text may be for one. */
  isLoading: boolean;
  slash: SlashMenuState;
  mentions: MentionMenuState;
  /** The open menu, or `null`. */
  open: SlashMenuState | MentionMenuState | null;
  /** Returns true if a menu handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The menus over the message box: commands after `/`, files and servers' offers after `@`. */
export function useMessageMenus({ text, setText, box, send, onMention }: MessageMenusOptions): MessageMenus {
  const slash = useSlashMenu({ text, setText, send });
  const mentions = useMentionMenu({ text, setText, box, onTake: onMention });
  return {
    isLoading: slash.isLoading || mentions.isLoading,
    slash,
    mentions,
    open: slash.items.length > 0 ? slash : mentions.items.length > 0 ? mentions : null,
    onKeyDown: (event) => slash.onKeyDown(event) || mentions.onKeyDown(event),
  };
}
