import { originalPlace, type SourcePlace } from '../../inspect/original-place.ts';
import { type EditList, forEachEdit, undoEdits } from './source-edits.ts';
import { PREFIX_LETTERS, PREFIX_MARK } from './unused-prefix.ts';

export interface RewrittenText {
  /** The code that runs. */
  code: string;
  /** The bounds of the edited source in `code`. */
  bodyStart: number;
  bodyEnd: number;
  edits: EditList;
  /** The prefix of all added names. */
  prefix: string;
}

const added = new RegExp(`\\${PREFIX_MARK}\\w{${PREFIX_LETTERS}}`, 'g');

/** The number of versions kept of code that runs repeatedly under one name (a module of a development server, a test's). */
const MAX_VERSIONS = 16;

/** The code that was rewritten before it ran, and how to recover the original. Nothing is copied, because V8 holds the code itself. */
export class RewrittenTexts {
  readonly #byFile = new Map<string, RewrittenText[]>();
  readonly #plain = new Set<string>();
  readonly #byPrefix = new Map<string, RewrittenText[]>();
  /** The frames of a stack are mostly in one file. */
  #lastSource: WeakRef<{ text: RewrittenText; source: string }> | null = null;

  note(file: string, text: RewrittenText): void {
    this.#plain.delete(file);
    const versions = this.#byFile.get(file) ?? [];
    this.#byFile.set(file, versions);
    versions.push(text);
    const known = this.#byPrefix.get(text.prefix) ?? [];
    this.#byPrefix.set(text.prefix, known);
    known.push(text);
    const old = versions.length > MAX_VERSIONS ? versions.shift() : undefined;
    if (old !== undefined) this.#forget(old);
  }

  /** Records that the last code run under that name was not rewritten. */
  notePlain(file: string): void {
    if (this.#byFile.has(file)) this.#plain.add(file);
  }

  #forget(text: RewrittenText): void {
    const left = (this.#byPrefix.get(text.prefix) ?? []).filter((other) => other !== text);
    if (left.length === 0) this.#byPrefix.delete(text.prefix);
    else this.#byPrefix.set(text.prefix, left);
  }

  placeOf(file: string, place: SourcePlace): SourcePlace {
    const text = this.#byFile.get(file)?.at(-1);
    if (text === undefined || text.edits.length === 0 || this.#plain.has(file)) return place;
    return originalPlace(this.#sourceOf(text), text.edits, place);
  }

  #sourceOf(text: RewrittenText): string {
    const last = this.#lastSource?.deref();
    if (last?.text === text) return last.source;
    const source = undoEdits(text.code.slice(text.bodyStart, text.bodyEnd), text.edits);
    this.#lastSource = new WeakRef({ text, source });
    return source;
  }

  /** Returns the text of a function as its author wrote it. */
  originalOf(functionText: string): string {
    if (!functionText.includes(PREFIX_MARK)) return functionText;
    for (const prefix of new Set(functionText.match(added)))
      for (const rewritten of this.#byPrefix.get(prefix) ?? []) {
        const start = rewritten.code.indexOf(functionText, rewritten.bodyStart) - rewritten.bodyStart;
        if (start >= 0) return undoWithin(functionText, start, rewritten.edits);
      }
    return functionText;
  }
}

/** Undoes the edits that lie in a part of the edited text. */
function undoWithin(part: string, start: number, edits: EditList): string {
  const inside: EditList = [];
  let shift = 0;
  forEachEdit(edits, (at, removed, text) => {
    const from = at + shift - start;
    shift += text.length - removed.length;
    // Text added directly before or after the part is not in it.
    const isAtEdge = text === '' && (from === 0 || from === part.length);
    if (from >= 0 && from + text.length <= part.length && !isAtEdge) inside.push(from, removed, text);
  });
  return undoAt(part, inside);
}

/** Like `undoEdits`, with offsets into the edited text. */
function undoAt(edited: string, edits: EditList): string {
  const pieces: string[] = [];
  let position = 0;
  forEachEdit(edits, (start, removed, text) => {
    pieces.push(edited.slice(position, start), removed);
    position = start + text.length;
  });
  pieces.push(edited.slice(position));
  return pieces.join('');
}
