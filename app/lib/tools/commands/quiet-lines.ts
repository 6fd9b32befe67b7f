/** A range of line indexes from 0; the end is exclusive. */
export interface LineRange {
  from: number;
  to: number;
}

/** Matches lines of passed tests, which belong to no failure. */
export const PASSING = /^\s*(?:✓|√|✔|ok \d|PASS\b|--- PASS: |test .+ \.\.\. ok$)/;
/** npm's request for money after an install. It counts as never printed, so no note says that it is left out. */
export const NOTICES = /^\n?\d+ packages? (?:is|are) looking for funding\n {2}run `npm fund` for details\n?/gm;
/** Frames of a stack that are not in the project's own code. */
const FOREIGN_FRAMES = [
  /^\s*(?:at |❯ ).*(?:node_modules\/|\bnode:|\/rustc\/|\b(?:org\.(?:junit|opentest4j|gradle|apache\.maven)|java\.base|jdk\.internal|sun\.reflect)\b)/,
  /^\s*(?:at )?(?:[\w.<> ]+ \(<anonymous>\)|async Promise\.\w+ \(index \d+\))$/,
  // TAP prints a stack without the word.
  /^\s+[\w.<>[\] ]+ \((?:node:|[^()]*node_modules\/)[^()]*:\d+\)$/,
  /^\s+(?:async )?node:\S+:\d+$/,
  /^\s+\d+: <?(?:__rustc|core|std|alloc|fn\()/,
  /^\t(?:\/usr\/local\/go\/src\/|.*\/go\/pkg\/mod\/)|^(?:testing\.|panic\(|created by testing\.)/,
];

export function isForeignFrame(line: string): boolean {
  return FOREIGN_FRAMES.some((pattern) => pattern.test(line));
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
