import { atom } from 'nanostores';

/** The text and keys that the user typed for a list before the list was mounted. */
export interface EarlyTyping {
  text: string;
  keys: readonly string[];
  /** The element that had the focus before. */
  opener: HTMLElement | null;
}

/** Read by the list when it appears. */
export const $earlyTyping = atom<EarlyTyping | null>(null);

/** Keys that choose from a list: they are applied once it has items. */
export const CHOOSING_KEYS = /^(?:Arrow(?:Up|Down)|Enter|Tab)$/;

/** Returns an empty state; the currently focused element gets the focus back later. */
export function startTyping(): EarlyTyping {
  const { activeElement } = document;
  return { text: '', keys: [], opener: activeElement instanceof HTMLElement ? activeElement : null };
}

/** Adds a key that was pressed before there was a field. Returns null if it cancels the list. */
export function typedKey(typing: EarlyTyping, key: string): EarlyTyping | null {
  if (key === 'Escape') return null;
  if (CHOOSING_KEYS.test(key)) return { ...typing, keys: [...typing.keys, key] };
  if (key === 'Backspace') return { ...typing, text: [...typing.text].slice(0, -1).join('') };
  // `key` is one character for text, and a word for all other keys.
  return [...key].length === 1 ? { ...typing, text: typing.text + key } : typing;
}
