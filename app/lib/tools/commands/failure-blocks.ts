import { ANY_MESSAGE, FAILURE_STYLES, type FailureStyle, ROUGH_STYLES } from './failure-styles.ts';
import { headingsOf, isForeignFrame, type LineRange, PASSING } from './quiet-lines.ts';

/** One failing test or error: its lines, and a short description. */
export interface FailureBlock extends LineRange {
  /** Name, place and message, as far as the lines contain them. */
  digest: string;
  /** The line above, maybe not directly, that names the test; null if the lines of the failure name it. */
  heading: number | null;
  style: FailureStyle;
}

/** Limit of lines per failure. */
const LONGEST_BLOCK = 60;
const LONGEST_NAME = 6;
const LONGEST_MESSAGES = 3;
const LONGEST_DIGEST = 240;
/** A program can print a line of any length; no pattern needs more of it. */
export const LONGEST_LINE = 1_000;
const FILE = /[\\/]?(?:[\w@.-]+[\\/])*[\w@.-]+\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|rs|go|rb|php|java|kt|scala|cs|ex|exs)/;
const PLACE = new RegExp(`${FILE.source}:\\d+(?::\\d+)?`);
/** Compilers and Python write a place in ways of their own. */
const OTHER_PLACES = [
  new RegExp(`(${FILE.source})\\((\\d+),(\\d+)\\)`),
  new RegExp(`(${FILE.source}):\\[(\\d+),(\\d+)\\]`),
  /File "([^"]+)", line (\d+)/,
];
/** The scheme and host that bundlers and modules put before a path. */
const ADDRESS = /\b[\w-]+:\/\/(?:[\w.-]+\/\.\/|[\w.-]+(?=\/)|(?=\/))/g;
const NOT_OWN =
  /node_modules|\bnode:|\/rustc\/|site-packages|\/python\d|\/go\/src\/|\b(?:org\.junit|org\.opentest4j|java\.base|jdk\.internal)\b/;

/** Finds the failures in the output of test runs and builds, in order. Empty if none has a known format. */
export function failureBlocks(whole: readonly string[]): FailureBlock[] {
  const lines = whole.map((line) => line.slice(0, LONGEST_LINE));
  const known = blocksOf(lines, FAILURE_STYLES);
  return known.length > 0 ? known : blocksOf(lines, ROUGH_STYLES, true);
}

/** With `isFirstOnly`, only the first style that finds anything is used. */
function blocksOf(lines: readonly string[], styles: readonly FailureStyle[], isFirstOnly = false): FailureBlock[] {
  const taken = new Set<number>();
  const found = new Set<string>();
  const blocks: FailureBlock[] = [];
  for (const style of styles) {
    if (found.has(style.runner) || (isFirstOnly && found.size > 0)) continue;
    const own = blocksOfStyle(lines, style, taken);
    if (own.length === 0) continue;
    found.add(style.runner);
    for (const { from, to } of own) for (let at = from; at < to; at++) taken.add(at);
    blocks.push(...own.filter((block) => !isRepeat(lines, block)));
  }
  return blocks.sort((a, b) => a.from - b.from);
}

function isRepeat(lines: readonly string[], { from, to, style: { repeats } }: FailureBlock): boolean {
  return repeats !== undefined && lines.slice(from, to).some((line) => repeats.test(line));
}

function blocksOfStyle(lines: readonly string[], style: FailureStyle, taken: ReadonlySet<number>): FailureBlock[] {
  const isWithin = openLines(lines, style);
  const starts = lines.flatMap((_line, at) => (isWithin(at) && !taken.has(at) && isStart(lines, at, style) ? [at] : []));
  if (starts.length === 0) return [];
  const headings = style.heading === undefined ? null : headingsOf(lines, { heading: style.heading, start: style.start });
  const ranges = starts.map((start, index) => rangeOf(lines, { start, before: starts[index - 1] ?? -1, next: starts[index + 1] }, style));
  return ranges.map((range, index) => {
    // A runner names several tests above one message that they share.
    const shared = ranges.slice(index).find(({ start, to }) => to - start > 1) ?? range;
    const isShared = ranges
      .slice(index, ranges.indexOf(shared))
      .every(({ start, to }, at) => to === (ranges[index + at + 1]?.start ?? start));
    const told = isShared ? shared : range;
    const heading = headings?.get(range.start) ?? null;
    const digest = digestOf(lines, { ...range, heading, told }, style);
    return { from: range.from, to: range.to, heading, digest, style };
  });
}

function isStart(lines: readonly string[], at: number, { start, below, notBelow }: FailureStyle): boolean {
  if (!start.test(lines[at] ?? '')) return false;
  if (notBelow?.test(lines[at - 1] ?? '') === true) return false;
  return below?.every((pattern, index) => pattern.test(lines[at + 1 + index] ?? '')) ?? true;
}

function openLines(lines: readonly string[], { within }: FailureStyle): (at: number) => boolean {
  if (within === undefined) return () => true;
  const { open, close } = within;
  const opened = new Set<number>();
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    if (open.test(line)) isOpen = true;
    else if (isOpen && close?.test(line) === true) isOpen = false;
    else if (isOpen) opened.add(at);
  }
  return (at) => opened.has(at) || (opened.size === 0 && within.isOptional === true);
}

interface BlockRange extends LineRange {
  /** The line that fits the style's start; the lines above it are part of the failure all the same. */
  start: number;
}

function rangeOf(
  lines: readonly string[],
  { start, before, next = lines.length }: { start: number; before: number; next: number | undefined },
  { end, above, heading }: FailureStyle,
): BlockRange {
  const longest = lines.slice(start, Math.min(next, start + LONGEST_BLOCK));
  const last = longest.findIndex(
    (line, index) => index > 0 && (PASSING.test(line) || heading?.test(line) === true || end?.test(line) === true),
  );
  let to = start + (last === -1 ? longest.length : last);
  while (to > start + 1 && (lines[to - 1] ?? '').trim() === '') to--;
  const top = above === undefined ? -1 : lines.slice(before + 1, start).findLastIndex((line) => above.test(line));
  return { start, from: top === -1 ? start : before + 1 + top, to };
}

interface Told extends BlockRange {
  heading: number | null;
  /** The lines that have place and message. */
  told: BlockRange;
}

function digestOf(lines: readonly string[], { start, from, to, heading, told }: Told, style: FailureStyle): string {
  const { nameLines, name } = nameOf(lines, { start, to, heading }, style);
  const below = lines.slice(Math.min(told.start + nameLines, told.to), told.to);
  const own = [...below, ...lines.slice(from, start)].filter((line) => !isForeignFrame(line));
  const places = [lines[start] ?? '', ...own].flatMap((line) => (NOT_OWN.test(line) ? [] : (placeIn(line) ?? [])));
  const place = (style.isPlaceLast === true ? places.at(-1) : places[0]) ?? '';
  const parts = [name, name.includes(place) ? '' : place, messageIn(own, style)].filter((part) => part !== '');
  return parts.join(' | ').slice(0, LONGEST_DIGEST).toWellFormed();
}

function placeIn(line: string): string | null {
  const text = line.replace(ADDRESS, '');
  for (const pattern of OTHER_PLACES) {
    const found = pattern.exec(text);
    if (found !== null) return found.slice(1).join(':');
  }
  return PLACE.exec(text)?.[0] ?? null;
}

function nameOf(
  lines: readonly string[],
  { start, to, heading }: { start: number; to: number; heading: number | null },
  { nameEnd, frill }: FailureStyle,
): { nameLines: number; name: string } {
  const ends = nameEnd === undefined ? 0 : lines.slice(start, Math.min(to, start + LONGEST_NAME)).findIndex((line) => nameEnd.test(line));
  const nameLines = Math.max(0, ends) + 1;
  const whole = lines
    .slice(start, start + nameLines)
    .map((line) => line.trim())
    .join(' ');
  const first = (frill === undefined ? whole : whole.replaceAll(frill, '')).trim();
  const above = heading === null ? '' : (lines[heading] ?? '').trim().replace(/^# (?:Subtest: )?/, '');
  return { nameLines, name: above === '' || first.includes(above) ? first : `${above} > ${first}` };
}

function messageIn(own: readonly string[], style: FailureStyle): string {
  const { message = ANY_MESSAGE, hasManyMessages } = style;
  if (message === null) return '';
  const found = own.flatMap((line, at) => (message.test(line) ? [at] : []));
  const wanted = hasManyMessages === true ? found.slice(0, LONGEST_MESSAGES) : found.slice(0, 1);
  const texts = wanted.map((at) => {
    const line = (own[at] ?? '').trim();
    // YAML, Rust and Ruby put the message itself below.
    return /:(?: \|-?)?$/.test(line)
      ? [line.replace(/ \|-?$/, ''), (own.slice(at + 1).find((next) => next.trim() !== '') ?? '').trim()].join(' ')
      : line;
  });
  if (texts.length > 0 || style.message !== undefined) return texts.join(', ');
  return (own.find((line) => /[\p{L}]/u.test(line) && placeIn(line) === null) ?? '').trim();
}
