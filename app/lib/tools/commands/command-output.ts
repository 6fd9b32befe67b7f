import { type FailureBlock, failureBlocks } from './failure-blocks.ts';
import { type LineKind, lineKinds } from './line-kinds.ts';

/** Outputs up to this length are sent whole. In characters. */
const LONGEST = 10_000;
/** Up to this length, lines of passed tests are kept too. In characters. */
const SHORT = 1_500;
/** The parts that are shown of a longer output: its beginning, its end, and the failures between them. In characters. */
const HEAD = 3_000;
const TAIL = 7_000;
const HEAD_WITH_FAILURES = 1_000;
const TAIL_WITH_FAILURES = 2_000;
const FAILURES = 7_000;
/** The least that is shown of one failure. */
const SMALLEST_FAILURE = 300;
const DIGEST = 2_500;
const LONGEST_HEADING = 200;
/** A cut is moved to the end of its line if that is at most this far away. In characters. */
const NEAR = 400;

/** Text that was already omitted from an output at `at`, as numbers of characters and line ends. */
export interface OutputGap {
  at: number;
  characters: number;
  lines: number;
}

export type OutputPiece = { type: 'kept'; from: number; to: number } | { type: 'statement'; text: string };

interface Range {
  from: number;
  to: number;
}

/** An output as its parts are selected. */
interface OutputLines {
  text: string;
  /** Where each line begins, and where the text ends. */
  starts: readonly number[];
  kinds: readonly LineKind[];
  gap: OutputGap | undefined;
}

/**
 * Selects the parts of an output to show, with statements of what is omitted between them: all of a short output; a longer one without its
 * runs of uninteresting lines; of a long one the beginning, the end and the failures. If not all failures fit, a digest of them comes
 * first.
 */
export function cutOutput(text: string, gap?: OutputGap): OutputPiece[] {
  if (gap === undefined && text.length <= SHORT) return [{ type: 'kept', from: 0, to: text.length }];
  const lines = text.split('\n');
  const blocks = failureBlocks(lines);
  const output: OutputLines = { text, starts: lineStarts(lines), kinds: lineKinds(lines, blocks), gap };
  const loud = loudRanges(output);
  if (gap === undefined && lengthOf(loud) <= LONGEST) return withStatements(output, loud);
  const ends = blocks.length === 0 ? endRanges(text, HEAD, TAIL) : endRanges(text, HEAD_WITH_FAILURES, TAIL_WITH_FAILURES);
  const failures = failureRanges(output, blocks, loud);
  const pieces = withStatements(output, joined(overlaps([...ends, ...failures.shown], loud), gap));
  const digest = failures.hasAll ? '' : digestOf(blocks.map((block) => block.digest));
  return digest === '' ? pieces : [{ type: 'statement', text: digest }, ...pieces];
}

/** Returns the parts of the failures that have room, each with the line that names its test; `hasAll` if that is everything. */
function failureRanges(
  { text, starts }: OutputLines,
  blocks: readonly FailureBlock[],
  loud: readonly Range[],
): { shown: Range[]; hasAll: boolean } {
  const wholes = blocks.map(({ from, to }) => overlaps([{ from: starts[from] ?? text.length, to: starts[to] ?? text.length }], loud));
  const most =
    wholes.reduce((sum, whole) => sum + lengthOf(whole), 0) <= FAILURES
      ? FAILURES
      : Math.max(SMALLEST_FAILURE, Math.floor(FAILURES / Math.max(1, blocks.length)));
  let left = FAILURES;
  let hasAll = true;
  const shown: Range[] = [];
  for (const [index, whole] of wholes.entries()) {
    if (left < SMALLEST_FAILURE) return { shown, hasAll: false };
    const part = beginningOf(text, whole, Math.min(most, left));
    const heading = headingRange(starts, blocks[index]?.heading ?? null);
    shown.push(...part, ...(heading === null ? [] : [heading]));
    left -= lengthOf(part);
    hasAll &&= lengthOf(part) >= lengthOf(whole) - 1;
  }
  return { shown, hasAll };
}

/**
 * Returns the digest of the failures in the lines of an output that has ended; empty if there are none, or if the lines from `shownFrom` on
 * contain all of them.
 */
export function failureDigest(lines: readonly string[], shownFrom: number): string {
  const blocks = failureBlocks(lines);
  return blocks.every(({ from }) => from >= shownFrom) ? '' : digestOf(blocks.map((block) => block.digest)).trimEnd();
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

function loudRanges({ text, starts, kinds }: OutputLines): Range[] {
  const ranges: Range[] = [];
  for (const [at, kind] of kinds.entries()) {
    const [from, to] = [starts[at] ?? text.length, starts[at + 1] ?? text.length];
    const last = ranges.at(-1);
    if (kind !== 'loud' || from === to) continue;
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

function overlaps(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return ranges.flatMap((range) =>
    others
      .map((other) => ({ from: Math.max(range.from, other.from), to: Math.min(range.to, other.to) }))
      .filter(({ from, to }) => from < to),
  );
}

function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  starts.push(at - 1);
  return starts;
}

function endRanges(text: string, head: number, tail: number): Range[] {
  return [
    { from: 0, to: Math.min(text.length, atLineEnd(text, head)) },
    { from: text.length <= tail ? 0 : atLineEnd(text, text.length - tail), to: text.length },
  ];
}

/** Returns about the first `most` characters of the ranges, to the end of a line if one is near. */
function beginningOf(text: string, ranges: readonly Range[], most: number): Range[] {
  const kept: Range[] = [];
  let left = most;
  for (const { from, to } of ranges) {
    if (left <= 0) break;
    const end = to - from <= left ? to : Math.min(to, atLineEnd(text, from + left));
    kept.push({ from, to: end });
    left -= end - from;
  }
  return kept;
}

/** The names of tests are short; those that are not need no place. */
function headingRange(starts: readonly number[], heading: number | null): Range | null {
  const [from, to] = heading === null ? [] : [starts[heading], starts[heading + 1]];
  return from === undefined || to === undefined || to - from > LONGEST_HEADING ? null : { from, to };
}

/** Sorts the ranges, merges overlapping ones, and splits those that cross the gap. */
function joined(ranges: readonly Range[], gap: OutputGap | undefined): Range[] {
  const sorted = ranges.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  const made: Range[] = [];
  for (const range of sorted) {
    const last = made.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else made.push({ ...range });
  }
  if (gap === undefined) return made;
  return made.flatMap(({ from, to }) =>
    from < gap.at && gap.at < to
      ? [
          { from, to: gap.at },
          { from: gap.at, to },
        ]
      : [{ from, to }],
  );
}

function withStatements(output: OutputLines, ranges: readonly Range[]): OutputPiece[] {
  const { length } = output.text;
  const pieces: OutputPiece[] = [];
  let end = 0;
  for (const { from, to } of [...ranges, { from: length, to: length }]) {
    const statement = statementOf(output, { from: end, to: from });
    if (statement !== '') pieces.push({ type: 'statement', text: statement });
    if (from < to) pieces.push({ type: 'kept', from, to });
    end = to;
  }
  return pieces;
}

/** Describes the lines that are missing between two kept ranges; empty if none are, or none that says anything. */
function statementOf(output: OutputLines, { from, to }: Range): string {
  const { text, gap } = output;
  const hasGap = gap !== undefined && gap.at >= from && gap.at <= to && gap.characters > 0;
  const missing = text.slice(from, to);
  const characters = missing.length + (hasGap ? gap.characters : 0);
  if (characters === 0) return '';
  const kinds = hasGap ? null : kindsOfWhole(output, { from, to });
  // Neither frills nor frames of dependencies say anything about a failure, so neither is it said how many there are.
  if (kinds?.every((kind) => kind === 'frill') === true) return '';
  if (kinds?.every((kind) => kind === 'frill' || kind === 'frame') === true) return '  …\n';
  const isBehindGap = gap !== undefined && gap.at < from;
  const first = lineEnds(text.slice(0, from)) + 1 + (isBehindGap ? gap.lines : 0);
  // It is unknown whether the gap ends at a line end.
  const isWhole = text[to - 1] === '\n' && !(hasGap && gap.at === to);
  const final = Math.max(first, first + lineEnds(missing) + (hasGap ? gap.lines : 0) - (isWhole ? 1 : 0));
  const range = final === first ? `of line ${first}` : `of lines ${first} to ${final}`;
  return `\n[… ${characters} characters ${range} left out …]\n`;
}

/** Null if the range does not consist of whole lines. */
function kindsOfWhole({ text, starts, kinds }: OutputLines, { from, to }: Range): LineKind[] | null {
  const first = starts.indexOf(from);
  const end = to === text.length ? kinds.length : starts.indexOf(to);
  return first === -1 || end === -1 ? null : kinds.slice(first, end);
}

function digestOf(digests: readonly string[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const digest of new Set(digests)) {
    length += digest.length + 3;
    if (length > DIGEST) break;
    lines.push(`- ${digest}`);
  }
  const more = new Set(digests).size - lines.length;
  return `${digests.length} failures:\n${lines.join('\n')}${more > 0 ? `\n- and ${more} more` : ''}\n`;
}

/** Returns the end of the line around `position` if it is near; otherwise `position`, moved by one if that would split a character. */
function atLineEnd(text: string, position: number): number {
  const lineEnd = text.indexOf('\n', position);
  if (lineEnd !== -1 && lineEnd - position < NEAR) return lineEnd + 1;
  return /[\ud800-\udbff]/.test(text[position - 1] ?? '') ? position + 1 : position;
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}
