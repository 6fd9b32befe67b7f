import type { FoundMatch } from '../runtime/types.ts';

export interface ReplacedText {
  text: string;
  replaced: number;
  /** Matches that are no longer where they were found. */
  missed: number;
}

/** Replaces matches in a text, which keeps its line ends; one that is no longer there stays as it is. */
export function replaceInText(text: string, matches: readonly FoundMatch[]): ReplacedText {
  // Lines at even places, their ends between them.
  const pieces = text.split(/(\r\n|\r|\n)/);
  const fromTheEnd = [...matches].sort((a, b) => b.line - a.line || b.column - a.column);
  let replaced = 0;
  for (const { line, column, text: found, replacement } of fromTheEnd) {
    const at = (line - 1) * 2;
    const before = pieces[at];
    if (before === undefined || replacement === null || !before.startsWith(found, column)) continue;
    pieces[at] = before.slice(0, column) + replacement + before.slice(column + found.length);
    replaced++;
  }
  return { text: pieces.join(''), replaced, missed: matches.length - replaced };
}
