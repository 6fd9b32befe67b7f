import { type Replacement, replacementsOfLines } from '../files/edit-ladder.ts';
import type { PatchHunk } from './read-patch.ts';

/** `why`: the end of a sentence about the hunk. `isMissing`: its lines are nowhere, so that the nearest ones help. */
export type HunksOutcome = { ok: true; text: string } | { ok: false; hunk: number; why: string; isMissing: boolean };

/** Applies the hunks of one file, all or none. Each must be in one place: by its lines alone, or by what comes before it. */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): HunksOutcome {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let current = text.slice(mark.length);
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const found = hunk.find.length === 0 ? placeOfAddition(current, hunk) : placeOf(current, hunk, from);
    if (typeof found === 'string') return { ok: false, hunk: index, why: found, isMissing: found === MISSING };
    const { start, end } = found;
    const replacement = hunk.find.length === 0 ? found.text : withOwnContext(current.slice(start, end), found.text, hunk);
    current = current.slice(0, start) + replacement + current.slice(end);
    const grown = replacement.length - (end - start);
    from = start < from ? from + grown : start + replacement.length;
  }
  return { ok: true, text: mark + current };
}

/** Context stays as the file has it: where it was found by less than every character, the patch has it otherwise. */
function withOwnContext(region: string, replacement: string, { kept }: PatchHunk): string {
  const own = region.split(LINE_END);
  return replacement
    .split(LINE_END)
    .map((line, index) => {
      // Lines and their ends alternate.
      const from = index % 2 === 0 ? (kept[index / 2] ?? null) : null;
      return from === null ? line : (own[from * 2] ?? line);
    })
    .join('');
}

const LINE_END = /(\r?\n)/;
const MISSING = 'was not found';
const BYTE_ORDER_MARK = '\ufeff';

function placeOf(text: string, hunk: PatchHunk, from: number): Replacement | string {
  const all = replacementsOfLines(text, { find: joined(hunk.find), replace: joined(hunk.replace) });
  if (all.length === 0) return MISSING;
  if (hunk.isAtEnd) return all.find(({ end }) => text.slice(end).trim() === '') ?? 'is not at the end of the file';
  // Hunks come in the order of the file; one that is in a single place may be anywhere.
  const [only, another] = all;
  if (only !== undefined && another === undefined) return only;
  const after = all.filter(({ start }) => start >= from);
  if (hunk.anchors.length === 0) return (after.length === 1 ? after[0] : undefined) ?? ambiguous(all.length);
  const anchor = placeOfAnchors(text, hunk.anchors, from);
  if (typeof anchor === 'string') return anchor;
  const next = after.find(({ start }) => start >= anchor.start);
  if (next === undefined) return `is not behind \`@@ ${hunk.anchors.at(-1)}\``;
  // A line that is there twice leads to two places, unless both lead to the same one.
  const second = anchor.next === null ? undefined : after.find(({ start }) => start >= (anchor.next ?? 0));
  return second === undefined || second === next ? next : `is behind \`@@ ${hunk.anchors.at(-1)}\`, which is in several places`;
}

function ambiguous(count: number): string {
  return `matches ${count} places; give more lines around it, or an \`@@\` line with what it is in`;
}

/** Where the innermost anchor begins, and where the next line like it does. */
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

/** The start of the first line at or after `from` that is, or else begins with, the anchor. */
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

/** Lines without any around them have one place: the end of the file. */
function placeOfAddition(text: string, hunk: PatchHunk): Replacement | string {
  if (!hunk.isAtEnd && text.trim() !== '')
    return 'has only new lines, and does not say where: give the lines around them, or `*** End of File`';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isOpen = text !== '' && !text.endsWith('\n');
  return { start: text.length, end: text.length, text: (isOpen ? eol : '') + hunk.replace.map((line) => line + eol).join('') };
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
