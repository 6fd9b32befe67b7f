import { hunksOf } from '../../agent/calls/hunks.ts';
import { linesOf } from '../../search/text-file.ts';
import { numberedLines } from './numbered-lines.ts';

/** Number of unchanged lines shown around a change. */
const CONTEXT = 2;
/** If more lines have changed, none are shown: the model has just written them all. */
const MOST_LINES = 60;
/** Limit of lines shown per change. The model has written the rest itself. */
const MOST_OF_ONE = 16;

/** Returns the current, numbered lines of the changed places, so that the model need not read the file again. */
export function changedLines(before: string, after: string): string {
  const lines = linesOf(after);
  const shown: string[] = [];
  let count = 0;
  let end = 0;
  for (const { newStart, added } of hunksOf(before, after)) {
    const from = Math.max(end, newStart - CONTEXT);
    const to = Math.min(lines.length, newStart + added.length + CONTEXT);
    const cut = Math.min(to, from + MOST_OF_ONE);
    count += Math.max(0, cut - from);
    if (count > MOST_LINES) {
      shown.push('… and more changes after these');
      break;
    }
    if (cut > from) shown.push(numberedLines(lines.slice(from, cut), from + 1) + (cut < to ? `\n… to line ${to}` : ''));
    end = cut;
  }
  return shown.join('\n…\n');
}
