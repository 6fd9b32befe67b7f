import { type Replacement, replacementsOfLines } from '../files/edit-ladder.ts';
import { matchLines } from '../files/match-lines.ts';
import type { PatchHunk } from './read-patch.ts';

/** `why` is the end of a sentence about the hunk. `isMissing` means that its lines were not found, so that the nearest ones help. */
export interface FailedHunk {
  hunk: number;
  why: string;
  isMissing: boolean;
  /** Several places match. */
  isAmbiguous: boolean;
}

export type HunksOutcome = { ok: true; text: string } | { ok: false; failed: FailedHunk[] };

/**
 * Applies the hunks of one file, all or none, and lists every hunk that fails. The place of each must be unique by its lines alone, or by
 * the hunks before it.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): HunksOutcome {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const failed: FailedHunk[] = [];
  const given = text.slice(mark.length);
  let current = given;
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const found = hunk.find.length === 0 ? placeOfAddition(current, hunk) : placeOf({ given, current }, hunk, from);
    if ('why' in found) {
      // After a failed hunk, it is unknown where the next one begins, which might have selected one of several places.
      if (failed.length === 0 || !found.isAmbiguous)
        failed.push({ hunk: index, why: found.why, isMissing: found.why === MISSING, isAmbiguous: found.isAmbiguous });
      continue;
    }
    const { start, end } = found;
    const replacement = hunk.find.length === 0 ? found.text : withOwnContext(current.slice(start, end), found.text, hunk);
    current = current.slice(0, start) + replacement + current.slice(end);
    const grown = replacement.length - (end - start);
    from = start < from ? from + grown : start + replacement.length;
  }
  return failed.length === 0 ? { ok: true, text: mark + current } : { ok: false, failed };
}

/** A hunk that cannot be placed. `isAmbiguous` means that several places match. */
interface NoPlace {
  why: string;
  isAmbiguous: boolean;
}

function noPlace(why: string, isAmbiguous = false): NoPlace {
  return { why, isAmbiguous };
}

/** Keeps context lines as they are in the file, since an inexact match means that the patch spells them differently. */
function withOwnContext(region: string, replacement: string, { kept }: PatchHunk): string {
  const own = region.split(LINE_END);
  return replacement
    .split(LINE_END)
    .map((line, index) => {
      // Lines and line endings alternate.
      const from = index % 2 === 0 ? (kept[index / 2] ?? null) : null;
      return from === null ? line : (own[from * 2] ?? line);
    })
    .join('');
}

const LINE_END = /(\r?\n)/;
const MISSING = 'was not found';
const BYTE_ORDER_MARK = '\ufeff';

/** The text of the file, and as the hunks before have left it. */
interface PatchedText {
  given: string;
  current: string;
}

function placeOf({ given, current: text }: PatchedText, hunk: PatchHunk, from: number): Replacement | NoPlace {
  const all = replacementsOfLines(text, { find: joined(hunk.find), replace: joined(hunk.replace) });
  if (all.length === 0) return noPlace(MISSING);
  if (hunk.isAtEnd) return all.find(({ end }) => text.slice(end).trim() === '') ?? noPlace('is not at the end of the file');
  // Hunks follow the order of the file; a hunk with a unique match may be anywhere.
  const [only, another] = all;
  if (only !== undefined && another === undefined) return only;
  const after = all.filter(({ start }) => start >= from);
  if (hunk.anchors.length === 0) return (after.length === 1 ? after[0] : undefined) ?? ambiguous(all.length, given, hunk);
  const anchor = placeOfAnchors(text, hunk.anchors, from);
  if (typeof anchor === 'string') return noPlace(anchor);
  const next = after.find(({ start }) => start >= anchor.start);
  if (next === undefined) return noPlace(`is not behind \`@@ ${hunk.anchors.at(-1)}\``);
  // An anchor line that occurs twice is ambiguous, unless both lead to the same place.
  const second = anchor.next === null ? undefined : after.find(({ start }) => start >= (anchor.next ?? 0));
  if (second === undefined || second === next) return next;
  return noPlace(`is behind \`@@ ${hunk.anchors.at(-1)}\`, which is in several places`, true);
}

function ambiguous(count: number, given: string, hunk: PatchHunk): NoPlace {
  const places = replacementsOfLines(given, { find: joined(hunk.find), replace: joined(hunk.replace) });
  const lines =
    places.length === count
      ? matchLines(
          given,
          places.map(({ start }) => start),
        )
      : '';
  return noPlace(`matches ${count} places${lines}; give more lines around it, or an \`@@\` line with what it is in`, true);
}

/** Returns the start of the innermost anchor and of the next line like it. */
function placeOfAnchors(text: string, anchors: readonly string[], from: number): { start: number; next: number | null } | string {
  let start = from;
  let next: number | null = null;
  for (const anchor of anchors) {
    const found = lineLike(text, anchor, start);
    if (found === null) return `cannot be placed: the line \`@@ ${anchor}\` was not found`;
    start = found;
    next = lineLike(text, anchor, found + 1);
  }
  return { start, next };
}

/** Returns the start of the first line at or after `from` that equals, or else begins with, the anchor. */
function lineLike(text: string, anchor: string, from: number): number | null {
  for (const fits of [(line: string) => line === anchor, (line: string) => line.startsWith(anchor)]) {
    for (let at = from === 0 ? 0 : nextLine(text, from - 1); at < text.length; at = nextLine(text, at)) {
      if (fits(text.slice(at, nextLine(text, at)).trim())) return at;
    }
  }
  return null;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** Returns the place of lines without context, which can only be the end of the file. */
function placeOfAddition(text: string, hunk: PatchHunk): Replacement | NoPlace {
  if (!hunk.isAtEnd && text.trim() !== '')
    return noPlace('has only new lines, and does not say where: give the lines around them, or `*** End of File`');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isOpen = text !== '' && !text.endsWith('\n');
  return { start: text.length, end: text.length, text: (isOpen ? eol : '') + hunk.replace.map((line) => line + eol).join('') };
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
