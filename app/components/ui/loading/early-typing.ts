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

/** Keys that choose from a list: it takes them once it has something to choose from. */
export const CHOOSING_KEYS = /^(?:Arrow(?:Up|Down)|Enter|Tab)$/;

/** Nothing typed yet; what has the focus gets it back. */
export function startTyping(): EarlyTyping {
  const { activeElement } = document;
  return { text: '', keys: [], opener: activeElement instanceof HTMLElement ? activeElement : null };
}

/** A key that was pressed before there was a field at all; null: it gives up what was asked for. */
export function typedKey(typing: EarlyTyping, key: string): EarlyTyping | null {
  if (key === 'Escape') return null;
  if (CHOOSING_KEYS.test(key)) return { ...typing, keys: [...typing.keys, key] };
  if (key === 'Backspace') return { ...typing, text: [...typing.text].slice(0, -1).join('') };
  // Characters are named by themselves, all other keys by a word.
  return [...key].length === 1 ? { ...typing, text: typing.text + key } : typing;
}
