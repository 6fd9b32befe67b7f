/** A range of line indexes from 0; the end is exclusive. */
export interface LineRange {
  from: number;
  to: number;
}

/** Matches lines of passed tests, which belong to no failure. */
export const PASSING = /^\s*(?:✓|√|✔|ok \d|PASS\b)/;
/** Frames of a stack that are not in the project's own code. */
const FOREIGN_FRAME = /^\s*(?:at |❯ ).*(?:node_modules\/|\bnode:)/;
/** Headings between the tests of TAP, each the name of the tests below it; the totals are not among them. */
export const TAP_HEADING = /^# (?!tests\b|pass\b|fail\b|ok\b|skip\b|todo\b)/;
export const TAP_FAILURE = /^\s*not ok \d+/;
/** The end of what TAP says about one test. */
const TAP_BLOCK_END = /^\s+\.{3}$/;
/** Fewer in a row are not worth the note that they are left out. For frames it is a short one. */
const FEWEST = { passing: 4, frame: 2 };

type QuietKind = keyof typeof FEWEST;

/** Returns the runs of lines that say nothing about a failure: passed tests, and stack frames of dependencies. */
export function quietRanges(lines: readonly string[]): LineRange[] {
  const kinds = quietKinds(lines);
  const ranges: LineRange[] = [];
  for (let from = 0; from < kinds.length; ) {
    const kind = kinds[from] ?? null;
    let to = from + 1;
    while (to < kinds.length && kinds[to] === kind) to++;
    if (kind !== null && to - from >= FEWEST[kind]) ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

function quietKinds(lines: readonly string[]): (QuietKind | null)[] {
  const isTap = lines.some((line) => line.startsWith('TAP version'));
  const failing = new Set(headingsOf(lines, { heading: TAP_HEADING, start: TAP_FAILURE }).values());
  let before: QuietKind | null = null;
  return lines.map((line, index) => {
    const isFrame = FOREIGN_FRAME.test(line) || (isTap && before === 'frame' && TAP_BLOCK_END.test(line));
    const isPassing = PASSING.test(line) || (isTap && TAP_HEADING.test(line) && !failing.has(index));
    before = isFrame ? 'frame' : isPassing ? 'passing' : null;
    return before;
  });
}

/** The line of the heading above each line that fits `start`. */
export function headingsOf(lines: readonly string[], { heading, start }: { heading: RegExp; start: RegExp }): ReadonlyMap<number, number> {
  const headings = new Map<number, number>();
  let last: number | null = null;
  for (const [index, line] of lines.entries()) {
    if (heading.test(line)) last = index;
    else if (last !== null && start.test(line)) headings.set(index, last);
  }
  return headings;
}

/** Returns true for whole lines that are all frames of dependencies, as they are left out of a failure. */
export function areForeignFrames(text: string): boolean {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.every((line, index) => FOREIGN_FRAME.test(line) || (index > 0 && index === lines.length - 1 && TAP_BLOCK_END.test(line)));
}
