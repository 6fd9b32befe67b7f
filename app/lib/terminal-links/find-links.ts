import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { FilePlace } from '../stores/files.ts';
import { type LinkTarget, LONGEST_ADDRESS, targetOfAddress } from './link-target.ts';

/** A link in a line, as a half-open range. */
export interface FoundLink {
  start: number;
  end: number;
  target: LinkTarget;
}

/** Limit per line. */
const MOST_LINKS = 50;
const LONGEST_PATH = 512;

/** Characters except space and quotes. These expressions take linear time, because a program chooses the text. */
const WORD = /[^\s"'`<>|]+/g;
const ADDRESS = /https?:\/\//i;
/** `a.ts`, `a.ts:4`, `a.ts:4:2` and, in the compiler's form, `a.ts(4,2)`. */
const WHOLE = /^([^:]+?)(?::(\d{1,7})(?::(\d{1,7}))?|\((\d{1,7}),(\d{1,7})\))?$/;
/** Followed by the match, as in `a.ts:4:const b`. */
const BEGINNING = /^([^:]+):(\d{1,7})(?::(\d{1,7}))?:/;

/** Returns the URLs and project files in a terminal's line. */
export function findLinks(line: string, isFile: (path: string) => boolean): FoundLink[] {
  const found: FoundLink[] = [];
  for (const { 0: word, index } of line.matchAll(WORD)) {
    const link = linkIn(word, isFile);
    if (link !== null) found.push({ ...link, start: index + link.start, end: index + link.end });
    if (found.length === MOST_LINKS) break;
  }
  return found;
}

function linkIn(word: string, isFile: (path: string) => boolean): FoundLink | null {
  if (word.length > LONGEST_ADDRESS) return null;
  const at = word.search(ADDRESS);
  if (at === -1) return fileIn(word, isFile);
  const text = withoutEnd(word.slice(at));
  const target = targetOfAddress(text);
  return target && { start: at, end: at + text.length, target };
}

/** Removes punctuation at the end, and closing brackets around the address. */
function withoutEnd(address: string): string {
  let unopened = count(address, ')') - count(address, '(');
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? '';
    if (last === ')' && unopened <= 0) break;
    if (last === ')') unopened--;
    else if (!'.,;:!?]}'.includes(last)) break;
  }
  return address.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function fileIn(word: string, isFile: (path: string) => boolean): FoundLink | null {
  if (word.length > LONGEST_PATH) return null;
  const scheme = word.indexOf('file://');
  const bracket = /^[([{]+/.exec(word)?.[0].length ?? 0;
  const ends = [/[.,;:!?]+$/, /[.,;:!?)\]}]+$/].map((end) => word.replace(end, '').length);
  // First with its brackets, which may be part of a folder's name.
  for (const start of new Set(scheme === -1 ? [0, bracket] : [scheme + 'file://'.length])) {
    for (const end of new Set([word.length, ...ends])) {
      const file = placeOf(word.slice(start, end), WHOLE, isFile);
      if (file !== null) return { start, end, target: file.target };
    }
    const file = placeOf(word.slice(start), BEGINNING, isFile);
    if (file !== null) return { start, end: start + file.length - 1, target: file.target };
  }
  return null;
}

function placeOf(text: string, shape: RegExp, isFile: (path: string) => boolean): { target: LinkTarget; length: number } | null {
  const [whole, name, ...numbers] = shape.exec(text) ?? [];
  const path = name === undefined ? null : toWorkspacePath(name);
  if (whole === undefined || path === null || path === '' || !isFile(path)) return null;
  const [line, column] = numbers.filter((number) => number !== undefined).map(Number);
  return { target: { type: 'file', path, place: line === undefined || line === 0 ? null : placeAt(line, column) }, length: whole.length };
}

/** Converts a column from one-based, as printed by programs, to zero-based. */
function placeAt(line: number, column: number | undefined): FilePlace {
  return column === undefined || column === 0 ? { line } : { line, column: column - 1 };
}
