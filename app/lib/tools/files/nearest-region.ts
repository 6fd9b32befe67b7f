import { linesOf } from '../../search/text-file.ts';

/** Lines shown around the best match. */
const CONTEXT_LINES = 3;
const MAX_SHOWN_LINES = 40;

/**
 * Returns the lines of `text` most similar to `find`, for a model that must correct its search; null if nothing is similar. They are
 * numbered as devonz_read_file numbers them, so that indentation can be copied.
 */
export function nearestRegion(text: string, find: string): string | null {
  const lines = linesOf(text);
  const wanted = find.split(/\r?\n/).map((line) => line.trim());
  const scores = lines.map((line) => scoreOf(line.trim(), wanted));
  const window = Math.min(wanted.length, lines.length);
  let sum = 0;
  let best = { score: 0, start: 0 };
  for (let end = 0; end < lines.length; end++) {
    sum += scores[end] ?? 0;
    if (end >= window) sum -= scores[end - window] ?? 0;
    if (sum > best.score) best = { score: sum, start: Math.max(0, end - window + 1) };
  }
  if (best.score === 0) return null;
  const from = Math.max(0, best.start - CONTEXT_LINES);
  const to = Math.min(lines.length, best.start + window + CONTEXT_LINES, from + MAX_SHOWN_LINES);
  return lines
    .slice(from, to)
    .map((line, index) => `${from + index + 1}:${line}`)
    .join('\n');
}

/** Returns 3 for a line of the search, otherwise a score up to 1 by shared words. */
function scoreOf(line: string, wanted: readonly string[]): number {
  if (line === '') return 0;
  if (wanted.includes(line)) return 3;
  const words = new Set(line.match(/\w{2,}/g) ?? []);
  if (words.size === 0) return 0;
  let best = 0;
  for (const search of wanted.slice(0, 40)) {
    const found = search.match(/\w{2,}/g) ?? [];
    if (found.length === 0) continue;
    const common = found.filter((word) => words.has(word)).length;
    best = Math.max(best, common / Math.max(found.length, words.size));
  }
  return best >= 0.4 ? best : 0;
}
