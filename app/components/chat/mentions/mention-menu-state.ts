import type { KeyboardEvent } from 'react';
import type { Choice } from '../message-box/use-choice.ts';
import type { MentionItem } from './mention-items.ts';

export interface MentionMenuState extends Choice<MentionItem> {
  take(item: MentionItem): void;
  /** Returns true if the menu handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Call when the caret may have moved. */
  onCaret(): void;
  /** Whether the menu's code is loading while the typed text may be for it. */
  isLoading: boolean;
}
