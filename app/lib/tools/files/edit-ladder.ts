import { insertLines } from './insert-lines.ts';
import { findByIndentation, findByLines, type LineMatch } from './line-match.ts';

export interface TextEdit {
  find: string;
  replace: string;
  /** Replace every match instead of requiring exactly one. */
  all?: boolean | undefined;
  /** In place of `find`, which is empty: the text is inserted after this line. */
  afterLine?: number | undefined;
}

export type EditOutcome =
  | { ok: true; content: string }
  | { ok: false; code: 'not_found' | 'empty_find' | 'no_change'; edit: number }
  | { ok: false; code: 'ambiguous' | 'no_line'; count: number; edit: number };

/** A range of the text and its replacement. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Applies exact replacements in order, all or none. Each `find` is searched in three steps: exactly; by whole lines, ignoring line endings
 * and trailing whitespace; and ignoring a constant shift of indentation, which is then applied to the replacement, too.
 */
export function applyEdits(content: string, edits: readonly TextEdit[]): EditOutcome {
  const mark = content.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const original = content.slice(mark.length);
  let text = original;
  for (const [index, edit] of edits.entries()) {
    const find = withoutMark(edit.find);
    const replace = withoutMark(edit.replace);
    if (edit.afterLine !== undefined) {
      const inserted = insertLines(text, edit.afterLine, replace);
      if (!inserted.ok) return { ...inserted, edit: index };
      text = inserted.content;
      continue;
    }
    if (find === '') return { ok: false, code: 'empty_find', edit: index };
    if (find === replace) return { ok: false, code: 'no_change', edit: index };
    const outcome = replacementsFor(text, { ...edit, find, replace });
    if (!Array.isArray(outcome))
      return outcome.count === 0
        ? { ok: false, code: 'not_found', edit: index }
        : { ok: false, code: 'ambiguous', count: outcome.count, edit: index };
    text = replaceAll(text, outcome);
  }
  if (text === original) return { ok: false, code: 'no_change', edit: Math.max(0, edits.length - 1) };
  return { ok: true, content: mark + text };
}

/** Removes a byte order mark: searches and replacements refer to the text after a file's own mark. */
export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function replacementsFor(text: string, edit: TextEdit): Replacement[] | { count: number } {
  const exact = exactMatches(text, edit.find);
  if (exact.length > 0) {
    const count = edit.all === true ? 1 : Math.max(exact.length, hasOverlap(text, edit.find, exact) ? 2 : 0);
    if (count > 1) return { count };
    return exact.map((start) => {
      const end = start + edit.find.length;
      return { start, end, text: withLineEndsOf(text, start, end, edit.replace) };
    });
  }
  for (const search of [findByLines, findByIndentation]) {
    const matches = search(text, edit.find);
    if (matches.length === 0) continue;
    if (matches.length > 1 && edit.all !== true) return { count: matches.length };
    return matches.map((match) => ({ start: match.start, end: match.end, text: replacementOfLines(text, match, edit) }));
  }
  return { count: 0 };
}

/** Returns every place where these whole lines, including line endings, are found by the first successful step, with the replacement. */
export function replacementsOfLines(text: string, edit: Pick<TextEdit, 'find' | 'replace'>): Replacement[] {
  const exact = exactMatches(text, edit.find).filter((start) => start === 0 || text[start - 1] === '\n');
  if (exact.length > 0) return exact.map((start) => ({ start, end: start + edit.find.length, text: edit.replace }));
  for (const search of [findByLines, findByIndentation]) {
    const matches = search(text, edit.find);
    if (matches.length > 0)
      return matches.map((match) => ({ start: match.start, end: match.end, text: replacementOfLines(text, match, edit) }));
  }
  return [];
}

/** Returns the offsets at which an edit with several places would be made, in order. */
export function offsetsOf(content: string, find: string): number[] {
  const exact = exactMatches(content, withoutMark(find));
  if (exact.length > 0) return exact;
  for (const search of [findByLines, findByIndentation]) {
    const matches = search(content, withoutMark(find));
    if (matches.length > 0) return matches.map(({ start }) => start);
  }
  return [];
}

function exactMatches(text: string, find: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + find.length)) starts.push(at);
  return starts;
}

/** "aa" occurs in "aaa" once without overlap, but at two positions. */
function hasOverlap(text: string, find: string, starts: readonly number[]): boolean {
  return starts.some((start) => {
    const next = text.indexOf(find, start + 1);
    return next !== -1 && next < start + find.length;
  });
}

function replacementOfLines(text: string, match: LineMatch, edit: TextEdit): string {
  let replace = edit.replace;
  // The file's last line has no line ending and keeps it that way.
  if (edit.find.endsWith('\n') && !match.endsAtLineEnd) replace = replace.replace(/\r?\n$/, '');
  const shifted = match.shift === null ? replace : shiftLines(replace, match.shift);
  return withLineEndsOf(text, match.start, match.end, shifted);
}

function shiftLines(text: string, shift: { add: string; remove: string }): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      if (shift.remove === '') return shift.add + line;
      let common = 0;
      while (common < shift.remove.length && line[common] === shift.remove[common]) common++;
      return line.slice(common);
    })
    .join('\n');
}

/** Gives the k-th line ending of `replacement` the kind of the k-th one in the replaced region, or of the nearest line. */
function withLineEndsOf(text: string, start: number, end: number, replacement: string): string {
  if (!replacement.includes('\n')) return replacement;
  const inside = text.slice(start, end).match(/\r?\n/g) ?? [];
  const nearby = inside.at(-1) ?? lineEndNear(text, start, end);
  if (nearby === null) return replacement;
  let index = 0;
  return replacement.replace(/\r?\n/g, () => inside[index++] ?? nearby);
}

function lineEndNear(text: string, start: number, end: number): string | null {
  const after = text.indexOf('\n', end);
  const at = after === -1 ? text.lastIndexOf('\n', start) : after;
  if (at === -1) return null;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const replacement of replacements) {
    pieces.push(text.slice(from, replacement.start), replacement.text);
    from = replacement.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}
