/** A range of line indexes from 0; the end is exclusive. */
export interface LineRange {
  from: number;
  to: number;
}

/** Matches lines of passed tests, which belong to no failure. */
export const PASSING = /^\s*(?:✓|√|✔|ok \d|PASS\b)/;
/** Matches stack frames outside the project's own code. */
const FOREIGN_FRAME = /^\s*(?:at |❯ ).*(?:node_modules\/|\(node:)/;
/** Matches headings between TAP tests, but not TAP's totals. */
const TAP_HEADING = /^# (?!tests\b|pass\b|fail\b|ok\b|skip\b|todo\b)/;
/** Shorter runs are kept, because a note about their omission would be as long. */
const FEWEST = 4;

/** Returns the runs of lines that say nothing about a failure: passed tests, and stack frames of dependencies. */
export function quietRanges(lines: readonly string[]): LineRange[] {
  const ranges: LineRange[] = [];
  const isTap = lines.some((line) => line.startsWith('TAP version'));
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && isQuiet(lines[to] ?? '', isTap)) to++;
    if (to - from >= FEWEST) ranges.push({ from, to });
    from = Math.max(to, from + 1);
  }
  return ranges;
}

function isQuiet(line: string, isTap: boolean): boolean {
  return PASSING.test(line) || FOREIGN_FRAME.test(line) || (isTap && TAP_HEADING.test(line));
}
