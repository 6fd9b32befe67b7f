import { type Hunk, lineHunksOf, splitLines } from '../../agent/calls/hunks.ts';

/** Number of unchanged lines around a change, as in `diff -u`. */
const CONTEXT = 3;

/** Changes with common context. `first` and `last` are the one-based lines of the new text that the group shows. */
export interface UnifiedHunk {
  text: string;
  first: number;
  last: number;
}

export interface UnifiedDiff {
  added: number;
  removed: number;
  hunks: readonly UnifiedHunk[];
}

/**
 * Formats the difference of two texts like `diff -u`, without the lines with file names. Carriage returns are shown only if they are the
 * only difference.
 */
export function unifiedDiff(before: string, after: string): UnifiedDiff {
  const changes = lineHunksOf(before, after);
  const lines = splitLines(after);
  const sum = (side: 'added' | 'removed') => changes.reduce((total, change) => total + change[side].length, 0);
  return { added: sum('added'), removed: sum('removed'), hunks: grouped(changes).map((group) => unifiedHunk(group, lines)) };
}

/** Changes whose contexts touch or overlap form one group. */
function grouped(changes: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && change.newStart - (last.newStart + last.added.length) <= 2 * CONTEXT)
      group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function unifiedHunk(changes: readonly Hunk[], lines: readonly string[]): UnifiedHunk {
  const shown: string[] = [];
  const [first] = changes;
  const from = Math.max(0, (first?.newStart ?? 0) - CONTEXT);
  let at = from;
  let added = 0;
  let removed = 0;
  for (const change of changes) {
    shown.push(...lines.slice(at, change.newStart).map((line) => marked(' ', line)));
    const isOfEnds = change.removed.map(plain).join('\n') === change.added.map(plain).join('\n');
    shown.push(...change.removed.map((line) => marked('-', line, isOfEnds)), ...change.added.map((line) => marked('+', line, isOfEnds)));
    added += change.added.length;
    removed += change.removed.length;
    at = change.newStart + change.added.length;
  }
  const to = Math.min(lines.length, at + CONTEXT);
  shown.push(...lines.slice(at, to).map((line) => marked(' ', line)));
  const oldFrom = (first?.start ?? 0) - ((first?.newStart ?? 0) - from);
  const head = `@@ -${range(oldFrom, to - from - added + removed)} +${range(from, to - from)} @@`;
  return { text: [head, ...shown].join('\n'), first: from + 1, last: to };
}

/** An empty range is named by the line before it. */
function range(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}

function marked(sign: ' ' | '-' | '+', line: string, hasEnds = false): string {
  const end = hasEnds && line.endsWith('\r\n') ? '␍' : '';
  return `${sign}${plain(line)}${end}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file'}`;
}

function plain(line: string): string {
  return line.replace(/\r?\n$/, '');
}
