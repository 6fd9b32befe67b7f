import { atom } from 'nanostores';

/** What was typed for a list, and which of its keys were pressed, before it was on the page. */
export interface EarlyTyping {
  text: string;
  keys: readonly string[];
  /** What had the focus before. */
  opener: HTMLElement | null;
}

/** The list takes it from here. */
export const $earlyTyping = atom<EarlyTyping | null>(null);
