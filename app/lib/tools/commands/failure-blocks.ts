import { headingsOf, type LineRange, PASSING, TAP_FAILURE, TAP_HEADING } from './quiet-lines.ts';

/** One failing test or error: its lines, and a short description. */
export interface FailureBlock extends LineRange {
  /** Name, place and message, as far as the lines contain them. */
  digest: string;
  /** The line above, maybe not directly, that names the test; null if the lines of the failure name it. */
  heading: number | null;
}

interface FailureStyle {
  start: RegExp;
  /** Only the text after the last matching line is searched, because the runner repeats all failures there. */
  after?: RegExp;
  /** The name of the test is in the last line above that fits this. */
  heading?: RegExp;
}

/**
 * The ways in which test runners and compilers begin a failure, the most specific first. Only the first style that matches anything is
 * used.
 */
const STYLES: readonly FailureStyle[] = [
  // vitest
  { start: /^\s*FAIL\s+.+ > / },
  // jest
  { start: /^\s*● .+ › / },
  // playwright
  { start: /^\s+\d+\) \[[^\]]+\] › / },
  // node:test
  { start: /^✖ (?!failing tests)/, after: /^✖ failing tests:/ },
  // mocha
  { start: /^\s+\d+\) \S/, after: /^\s+\d+ failing/ },
  // TAP, tape, tap
  { start: TAP_FAILURE, heading: TAP_HEADING },
  // pytest
  { start: /^_{3,} .+ _{3,}$/ },
  { start: /^--- FAIL: / },
  { start: /^---- .+ stdout ----$/ },
  { start: /^\s*FAIL\s+\S/ },
  // TypeScript
  { start: /error TS\d+:/ },
  { start: /^\s*(?:\[[^\]]+\] )?(?:Uncaught )?(?:[A-Z]\w*)?(?:Error|ERROR|error)\b[:\s[]/ },
];
/** Limit of lines per failure. */
const LONGEST_BLOCK = 40;
const LONGEST_DIGEST = 240;
const PLACE = /(?:[\w@.-]+\/)*[\w@.-]+\.(?:[cm]?[jt]sx?|vue|svelte|py|rs|go):\d+(?::\d+)?/;
const MESSAGE = /^\s*(?:message:|\w*(?:Error|Exception)\b|Expected|expected|error[: ]|E\s{2,})/;

/** Finds the failures in the output of a test run or a build, in order. Empty if none has a known format. */
export function failureBlocks(lines: readonly string[]): FailureBlock[] {
  for (const style of STYLES) {
    const begin = style.after === undefined ? 0 : lastIndexOf(lines, style.after) + 1;
    if (style.after !== undefined && begin === 0) continue;
    const starts = lines.flatMap((line, index) => (index >= begin && style.start.test(line) ? [index] : []));
    if (starts.length === 0) continue;
    const headings = style.heading === undefined ? null : headingsOf(lines, { heading: style.heading, start: style.start });
    return starts.map((from, index) =>
      blockOf(lines, { from, next: starts[index + 1] ?? lines.length, heading: headings?.get(from) ?? null }, style),
    );
  }
  return [];
}

interface Place {
  from: number;
  next: number;
  heading: number | null;
}

function blockOf(lines: readonly string[], { from, next, heading }: Place, style: FailureStyle): FailureBlock {
  const longest = lines.slice(from, Math.min(next, from + LONGEST_BLOCK));
  const passing = longest.findIndex((line) => PASSING.test(line) || style.heading?.test(line) === true);
  const own = passing === -1 ? longest : longest.slice(0, passing);
  const to = from + own.length;
  const name = nameOf((own[0] ?? '').trim(), heading === null ? '' : (lines[heading] ?? ''));
  const place = own.slice(1).find((line) => PLACE.test(line) && !line.includes('node_modules') && !line.includes('node:'));
  const message = own.slice(1).find((line) => MESSAGE.test(line));
  const parts = [name, PLACE.exec(place ?? '')?.[0], message?.trim()].filter((part) => part !== undefined && part !== '');
  return { from, to, heading, digest: parts.join(' | ').slice(0, LONGEST_DIGEST).toWellFormed() };
}

function nameOf(first: string, heading: string): string {
  const test = heading.replace(/^# (?:Subtest: )?/, '').trim();
  return test === '' || first.includes(test) ? first : `${test} > ${first}`;
}

function lastIndexOf(lines: readonly string[], pattern: RegExp): number {
  return lines.findLastIndex((line) => pattern.test(line));
}
