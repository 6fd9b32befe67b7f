/** Control characters, characters that change the reading direction, and invisible ones: with them, a card could show something misleading. */
export const DECEIVING_CHARACTER = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

const ALL = new RegExp(DECEIVING_CHARACTER, 'g');

/** The name with each such character replaced by its code. */
export function namedCharacters(text: string): string {
  return text.replace(ALL, (character) => `[${codePoint(character)}]`);
}

export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
