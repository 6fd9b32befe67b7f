import type { KeyboardEvent } from 'react';
import type { SlashMenuItem } from './slash-menu-items.ts';
import type { Choice } from './use-choice.ts';

export interface SlashMenuState extends Choice<SlashMenuItem> {
  take(item: SlashMenuItem): void;
  /** True: the key was for the menu. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** What is typed may be for it, and its code is on its way. */
  isLoading: boolean;
}
