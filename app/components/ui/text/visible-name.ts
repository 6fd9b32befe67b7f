import { shortMarks } from './short-marks.ts';
import { shortText } from './short-text.ts';

/**
 * What a name may hold that does not show, or turns the direction of reading: controls, format characters, line and paragraph
 * separators, half characters. The joiner inside an emoji stays.
 */
const HIDDEN = /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A file's name as it is shown: a program may name a file so that `exe.txt` is what the user reads. What hides is written out, and a long one cut. */
export function visibleName(name: string): string {
  return shortText(visible(name));
}

/** The same, however long it is: for places that cut it themselves and show the rest when they are asked to. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (hidden) => `‹U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
}

/** The same for a text whose lines and tabs stay. */
export function visibleLines(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((piece, index) => (index % 2 === 1 ? piece : shortMarks(visible(piece))))
    .join('');
}
