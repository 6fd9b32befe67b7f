import type { KeyboardEvent } from 'react';
import type { SlashMenuItem } from './slash-menu-items.ts';
import type { Choice } from './use-choice.ts';

export interface SlashMenuState extends Choice<SlashMenuItem> {
  take(item: SlashMenuItem): void;
  /** Returns true if the menu handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Whether the menu's code is loading while the typed text may be for it. */
  isLoading: boolean;
}
