/** Lines of an output, from 0, end excluded. */
export interface LineRange {
  from: number;
  to: number;
}

/** Lines of tests that passed: they belong to no failure. */
export const PASSING = /^\s*(?:✓|√|✔|ok \d|PASS\b)/;
/** Frames of a stack that are not in the project's own code. */
const FOREIGN_FRAME = /^\s*(?:at |❯ ).*(?:node_modules\/|\(node:)/;
/** Headings between the tests of TAP; its totals are not among them. */
const TAP_HEADING = /^# (?!tests\b|pass\b|fail\b|ok\b|skip\b|todo\b)/;
/** Fewer in a row are not worth the note that they are left out. */
const FEWEST = 4;

/** The runs of lines that say nothing about a failure: tests that passed, and frames of dependencies. */
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
