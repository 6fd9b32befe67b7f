import { type FailureBlock, LONGEST_LINE } from './failure-blocks.ts';
import { isRoughStyle, TAP_HEADING } from './failure-styles.ts';
import { isForeignFrame, PASSING } from './quiet-lines.ts';
import { repeatedErrors } from './repeats/repeated-errors.ts';
import { repeatedStacks } from './repeats/repeated-stacks.ts';

/**
 * The kinds of lines. Only `loud` ones are shown: the others are passed tests, stack frames of dependencies, and frills, which
 * say again what other lines say, or nothing.
 */
export type LineKind = 'loud' | 'passing' | 'frame' | 'frill';

/** Fewer in a row are not worth the note that they are left out. For frames it is a short one. */
const FEWEST = { passing: 4, frame: 2 };
/** The first and the last line of the details of one test in TAP. */
const TAP_BLOCK_BEGIN = /^\s+---$/;
const TAP_BLOCK_END = /^\s+\.{3}$/;
const LONGEST_RULE = 300;
const RULE = /^[\s⎯─━═=~*_-]*[⎯─━═=~*_-]{8,}[\s⎯─━═=~*_-]*(?:\[\d+\/\d+\]⎯*)?$/;
/** A line of a source text that a runner prints around the place of a failure, and the line that points into it. */
const EXCERPT = /^\s*\d+\s?[|│]/;
const POINTER = /^\s*[|│]?\s*[\^~]/;
/** The least length of one of the lines that are printed again. */
const TELLING = 12;

/** Only the output of a known runner has frills: everything else could be what was asked for. */
export function lineKinds(whole: readonly string[], blocks: readonly FailureBlock[]): LineKind[] {
  const lines = whole.map((line) => line.slice(0, LONGEST_LINE));
  const kinds = quietKinds(lines, blocks);
  const known = blocks.filter(({ style }) => !isRoughStyle(style));
  if (known.length === 0) return withoutShortRuns(kinds, 'loud');
  addFrills(lines, known, kinds);
  const all = withoutShortRuns(kinds, 'frill');
  let isBelowBlank = true;
  for (const [at, line] of lines.entries()) {
    if (all[at] !== 'loud') continue;
    const isBlank = line.trim() === '';
    if (isBlank && isBelowBlank && at < lines.length - 1) all[at] = 'frill';
    isBelowBlank = isBlank;
  }
  return all;
}

function quietKinds(lines: readonly string[], blocks: readonly FailureBlock[]): LineKind[] {
  const isTap = lines.some((line) => line.startsWith('TAP version'));
  const failing = new Set(blocks.map(({ heading }) => heading));
  let before: LineKind = 'loud';
  let isInPassed = false;
  return lines.map((line, at) => {
    isInPassed = isTap && (isInPassed ? !TAP_BLOCK_END.test(lines[at - 1] ?? '') : before === 'passing' && TAP_BLOCK_BEGIN.test(line));
    const isFrame = isForeignFrame(line) || (isTap && before === 'frame' && TAP_BLOCK_END.test(line));
    const isPassing = isInPassed || PASSING.test(line) || (isTap && TAP_HEADING.test(line) && !failing.has(at));
    before = isFrame ? 'frame' : isPassing ? 'passing' : 'loud';
    return before;
  });
}

/** Few passed tests in a row become `few`, single frames loud. */
function withoutShortRuns(kinds: readonly LineKind[], few: LineKind): LineKind[] {
  const made = [...kinds];
  for (let from = 0; from < made.length; ) {
    const kind = kinds[from];
    let to = from + 1;
    while (to < made.length && kinds[to] === kind) to++;
    if ((kind === 'passing' || kind === 'frame') && to - from < FEWEST[kind]) made.fill(kind === 'passing' ? few : 'loud', from, to);
    from = to;
  }
  return made;
}

/** Changes `kinds`. */
function addFrills(lines: readonly string[], blocks: readonly FailureBlock[], kinds: LineKind[]): void {
  const owner = new Map<number, FailureBlock>();
  for (const block of blocks) for (let at = block.from; at < block.to; at++) owner.set(at, block);
  const listings = [...new Set(blocks.flatMap(({ style: { listing } }) => listing ?? []))];
  for (const [at, line] of lines.entries()) {
    const isOwn = owner.has(at);
    const isListed = !isOwn && listings.some((listing) => listing.test(line));
    const isAround = isOwn && EXCERPT.test(line) && !POINTER.test(lines[at + 1] ?? '');
    if (kinds[at] === 'loud' && ((line.length <= LONGEST_RULE && RULE.test(line)) || isListed || isAround)) kinds[at] = 'frill';
  }
  for (const { from, to } of blocks.some(({ style }) => style.runner === 'TAP') ? repeatedStacks(lines) : []) kinds.fill('frill', from, to);
  for (const at of repeatedErrors(lines, blocks)) kinds[at] = 'frill';
  addRepeats(lines, owner, kinds);
}

/** Marks the lines outside of the failures that are repeated word for word in one of them. */
function addRepeats(lines: readonly string[], owner: ReadonlyMap<number, FailureBlock>, kinds: LineKind[]): void {
  const said = new Set([...owner.keys()].map((at) => (lines[at] ?? '').trim()));
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while (to < lines.length && !owner.has(to) && said.has((lines[to] ?? '').trim())) to++;
    const texts = lines.slice(from, to).map((line) => line.trim());
    if (texts.filter((text) => text !== '').length >= 2 && texts.some((text) => text.length >= TELLING)) kinds.fill('frill', from, to);
    from = Math.max(from, to);
  }
}
