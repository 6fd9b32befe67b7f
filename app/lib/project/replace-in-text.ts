import type { FoundMatch } from '../protocol/project-facts/found-in-project.ts';

export interface ReplacedText {
  text: string;
  replaced: number;
  /** Number of matches that are no longer where they were found. */
  missed: number;
}

/** Replaces matches in a text and keeps its line ends. A match that is no longer in its place is skipped. */
export function replaceInText(text: string, matches: readonly FoundMatch[]): ReplacedText {
  // Lines are at even indexes, their line ends in between.
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
