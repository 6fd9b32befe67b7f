import type { FailureBlock } from '../failure-blocks.ts';
import { isForeignFrame, type LineRange } from '../quiet-lines.ts';

/** The line above what a test of vitest has printed. */
const PRINTED = /^(?:stdout|stderr) \| /;
const PRINTED_END = /^\s*(?:[✓×❯↓] |⎯{4,}|FAIL\s|Test Files\s{2,}|Tests\s{2,})/;
const ERROR = /^(?:Uncaught )?[\w$.]*(?:Error|Exception)\b: \S/;
const FRAME = /^\s+(?:at|in) \S/;
/** React's sentences below an error that a component has thrown. */
const OF_REACT =
  /^(?:(?:The above|An) error occurred in |Consider adding an error boundary |React will try to recreate |Visit https?:\/\/\S+ to learn more )/;
const FILE_IN_PLACE = /([^\s()/\\]+\.\w+):\d+:\d+/;

/**
 * Finds the lines in what failing tests have printed that only repeat the error of their failure, with the stacks below them. A stack of
 * components that names a file of which the failure says nothing is none of them.
 */
export function repeatedErrors(lines: readonly string[], blocks: readonly FailureBlock[]): number[] {
  const failures = blocks.filter(({ style }) => style.runner === 'vitest');
  if (failures.length === 0) return [];
  const repeated = new Set<number>();
  const before = new Set<FailureBlock>();
  for (const range of printedRanges(lines)) {
    const test = (lines[range.from] ?? '').replace(PRINTED, '').trim();
    const failure = failures.find(({ from }) => test !== '' && (lines[from] ?? '').trimEnd().endsWith(test));
    if (failure !== undefined) addRepeated(lines, range, { failure, before, repeated });
  }
  return [...repeated];
}

interface Found {
  failure: FailureBlock;
  /** The failures whose error was among what was printed so far. */
  before: Set<FailureBlock>;
  repeated: Set<number>;
}

function addRepeated(lines: readonly string[], { from, to }: LineRange, { failure, before, repeated }: Found): void {
  const said = lines.slice(failure.from, failure.to).map((line) => line.trim());
  const errors = new Set(said.filter((line) => ERROR.test(line)));
  const isKnown = (file: string) => said.some((line) => line.includes(file));
  for (let at = from + 1; at < to; at++) {
    const text = (lines[at] ?? '').trim();
    const end = framesEnd(lines, at + 1, to);
    const isError = errors.has(text.replace(/^Error: Uncaught \[(.*)\]$/, '$1'));
    const isOfReact = before.has(failure) && OF_REACT.test(text) && filesIn(lines.slice(at, end)).slice(0, 1).every(isKnown);
    if (isError) before.add(failure);
    if (!isError && !isOfReact) continue;
    for (let row = at; row < end; row++) repeated.add(row);
    at = end - 1;
  }
  const left = lines.slice(from + 1, to).some((line, index) => line.trim() !== '' && !repeated.has(from + 1 + index));
  if (!left) for (let row = from; row < to; row++) repeated.add(row);
}

/** The end of the stack that begins here, maybe below blank lines; `from` if none does. */
function framesEnd(lines: readonly string[], from: number, to: number): number {
  let end = from;
  for (let at = from; at < to && (FRAME.test(lines[at] ?? '') || (lines[at] ?? '').trim() === ''); at++) {
    if (FRAME.test(lines[at] ?? '')) end = at + 1;
  }
  return end;
}

function printedRanges(lines: readonly string[]): LineRange[] {
  return lines.flatMap((line, from) => {
    if (!PRINTED.test(line)) return [];
    const end = lines.findIndex((other, at) => at > from && (PRINTED.test(other) || PRINTED_END.test(other)));
    return [{ from, to: end === -1 ? lines.length : end }];
  });
}

/** The project's own files in a stack. */
function filesIn(stack: readonly string[]): string[] {
  return stack.flatMap((line) => (isForeignFrame(line) ? [] : (FILE_IN_PLACE.exec(line)?.[1] ?? [])));
}
