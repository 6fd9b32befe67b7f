import { type Hunk, lineHunksOf, splitLines } from '../../agent/calls/hunks.ts';

/** Lines that both sides have changed, in different ways. */
export interface MergeConflict {
  base: string;
  ours: string;
  theirs: string;
}

export type Merged =
  | { type: 'merged'; text: string }
  /** `withTheirs`: the whole merge, with their lines wherever both changed the same ones. */
  | { type: 'conflict'; conflicts: readonly MergeConflict[]; withTheirs: string };

interface Side {
  hunks: readonly Hunk[];
  at: number;
}

/**
 * Merges two changes of a text by lines. A line that only one side changed is taken from that side. If both changed the same or
 * neighbouring lines differently, it is a conflict.
 */
export function mergeTexts(base: string, ours: string, theirs: string): Merged {
  return mergeHunks(splitLines(base), lineHunksOf(base, ours), lineHunksOf(base, theirs));
}

/** Like `mergeTexts`, for changes given as hunks of the base. */
export function mergeHunks(lines: readonly string[], ours: readonly Hunk[], theirs: readonly Hunk[]): Merged {
  const sides: [Side, Side] = [
    { hunks: ours, at: 0 },
    { hunks: theirs, at: 0 },
  ];
  const pieces: string[] = [];
  const conflicts: MergeConflict[] = [];
  let at = 0;
  for (let region = nextRegion(sides); region !== null; region = nextRegion(sides)) {
    const { start, end } = region;
    pieces.push(...lines.slice(at, start));
    const [left, right] = region.hunks.map((hunks) => textOf(hunks, lines, start, end));
    const before = lines.slice(start, end).join('');
    if (right !== before && left !== before && left !== right) conflicts.push({ base: before, ours: left ?? '', theirs: right ?? '' });
    pieces.push((right === before ? left : right) ?? '');
    at = end;
  }
  const text = [...pieces, ...lines.slice(at)].join('');
  return conflicts.length > 0 ? { type: 'conflict', conflicts, withTheirs: text } : { type: 'merged', text };
}

interface Region {
  /** Line numbers in the base. */
  start: number;
  end: number;
  hunks: readonly [Hunk[], Hunk[]];
}

/** The next hunk, with all hunks of the other side that touch it, and so on. */
function nextRegion(sides: [Side, Side]): Region | null {
  const first = Math.min(...sides.map(({ hunks, at }) => hunks[at]?.start ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(first)) return null;
  const region: { start: number; end: number; hunks: [Hunk[], Hunk[]] } = { start: first, end: first, hunks: [[], []] };
  let hasGrown = true;
  while (hasGrown) {
    hasGrown = false;
    for (const [index, side] of sides.entries()) {
      const hunk = side.hunks[side.at];
      if (hunk === undefined || hunk.start > region.end) continue;
      side.at++;
      region.end = Math.max(region.end, hunk.start + hunk.removed.length);
      region.hunks[index === 0 ? 0 : 1].push(hunk);
      hasGrown = true;
    }
  }
  return region;
}

function textOf(hunks: readonly Hunk[], lines: readonly string[], start: number, end: number): string {
  const pieces: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    pieces.push(...lines.slice(at, hunk.start), ...hunk.added);
    at = hunk.start + hunk.removed.length;
  }
  return [...pieces, ...lines.slice(at, end)].join('');
}
