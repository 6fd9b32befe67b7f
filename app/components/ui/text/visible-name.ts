import { shortMarks } from './short-marks.ts';
import { shortText } from './short-text.ts';

/**
 * Characters in a name that are invisible or change the reading direction: controls, format characters, line and paragraph separators, lone
 * surrogates. The joiner inside an emoji is kept.
 */
const HIDDEN = /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Returns a file's name for display. Invisible characters are escaped, because a name may make the user read `exe.txt`; a long name is
 * shortened.
 */
export function visibleName(name: string): string {
  return shortText(visible(name));
}

/** Like `visibleName`, without shortening, for places that shorten it themselves. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (hidden) => `‹U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`);
}

/** Like `visible`, for a text whose line breaks and tabs are kept. */
export function visibleLines(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((piece, index) => (index % 2 === 1 ? piece : shortMarks(visible(piece))))
    .join('');
}
