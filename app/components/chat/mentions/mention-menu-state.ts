import type { KeyboardEvent } from 'react';
import type { Choice } from '../message-box/use-choice.ts';
import type { MentionItem } from './mention-items.ts';

export interface MentionMenuState extends Choice<MentionItem> {
  take(item: MentionItem): void;
  /** True: the key was for the menu. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Call when the caret may have moved. */
  onCaret(): void;
  /** What is typed may be for it, and its code is on its way. */
  isLoading: boolean;
}
