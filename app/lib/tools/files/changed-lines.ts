import { hunksOf } from '../../agent/calls/hunks.ts';
import { linesOf } from '../../search/text-file.ts';
import { numberedLines } from './numbered-lines.ts';

/** Number of unchanged lines shown around a change. */
const CONTEXT = 1;
/** If more lines have changed, none are shown: the model has just written them all. */
const MOST_LINES = 60;
/** Limit of lines shown per change. The model has written the rest itself. */
const MOST_OF_ONE = 8;

/** Returns the current, numbered lines of the changed places, so that the model need not read the file again. */
export function changedLines(before: string, after: string, mostOfOne = MOST_OF_ONE): string {
  const lines = linesOf(after);
  const shown: string[] = [];
  let count = 0;
  let end = 0;
  let isEndShown = true;
  for (const { newStart, added } of hunksOf(before, after)) {
    const from = Math.max(end, newStart - CONTEXT);
    const to = Math.min(lines.length, newStart + added.length + CONTEXT);
    // A single line costs no more than the note that it is left out.
    const cut = to - from <= mostOfOne + 1 ? to : from + mostOfOne;
    count += Math.max(0, cut - from);
    if (count > MOST_LINES) {
      shown.push('… and more changes after these');
      break;
    }
    if (cut <= from) continue;
    if (shown.length > 0 && isEndShown && from > end) shown.push('…');
    isEndShown = cut === to;
    shown.push(numberedLines(lines.slice(from, cut), from + 1) + (isEndShown ? '' : `\n… to line ${to}`));
    end = to;
  }
  return shown.join('\n');
}
