import type { SearchFindings, SearchMatch } from '../runtime/types.ts';

const MAX_LINE_SHOWN = 400;
/** Maximum number of skipped files that are named; the others are only counted. */
const SKIPPED_TOLD = 20;

/** Larger files are not searched. In bytes. */
export const LARGEST_SEARCHED_FILE = 2 * 1024 * 1024;

export function emptyFindings(note: string | null): SearchFindings {
  return { results: [], truncated: false, searched: 0, skipped: [], skippedCount: 0, note };
}

export function skip(findings: SearchFindings, path: string, reason: string): void {
  findings.skippedCount++;
  if (findings.skipped.length < SKIPPED_TOLD) findings.skipped.push(`${path} (${reason})`);
}

/** Shows a very long line only around its match; `matchStart` and `matchEnd` are offsets in the shown text. */
export function shownMatch(file: string, line: number, text: string, found: { start: number; end: number }): SearchMatch {
  const from = text.length <= MAX_LINE_SHOWN ? 0 : Math.max(0, found.start - 100);
  const content = text.slice(from, from + MAX_LINE_SHOWN);
  const cut = content.length < text.length ? { lineLength: text.length } : {};
  return { file, line, content, matchStart: found.start - from, matchEnd: Math.min(found.end - from, content.length), ...cut };
}
