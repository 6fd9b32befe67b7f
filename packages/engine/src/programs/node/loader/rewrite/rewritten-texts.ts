import { originalPlace, type SourcePlace } from '../../inspect/original-place.ts';
import { type EditList, forEachEdit, undoEdits } from './source-edits.ts';
import { PREFIX_LETTERS, PREFIX_MARK } from './unused-prefix.ts';

export interface RewrittenText {
  /** What runs. */
  code: string;
  /** Where in it the edited source begins, and what is behind it. */
  bodyStart: number;
  bodyEnd: number;
  edits: EditList;
  /** Begins the names that were added. */
  prefix: string;
}

const added = new RegExp(`\\${PREFIX_MARK}\\w{${PREFIX_LETTERS}}`, 'g');

/** Code that is run again and again under one name (a module of a development server, a test's) is kept this many times. */
const MAX_VERSIONS = 16;

/** What was run in another form than its author wrote it, and how to find what the author wrote. Nothing is copied: V8 holds the code itself. */
export class RewrittenTexts {
  readonly #byFile = new Map<string, RewrittenText[]>();
  readonly #plain = new Set<string>();
  readonly #byPrefix = new Map<string, RewrittenText[]>();
  /** The frames of a stack are mostly of one file. */
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

  /** What was run last under that name is as its author wrote it. */
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

  /** Of the text of a function: as its author wrote it. */
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

/** Undoes those edits that lie in a part of the edited text. */
function undoWithin(part: string, start: number, edits: EditList): string {
  const inside: EditList = [];
  let shift = 0;
  forEachEdit(edits, (at, removed, text) => {
    const from = at + shift - start;
    shift += text.length - removed.length;
    // What was put right in front of the part, or right behind it, is not in it.
    const isAtEdge = text === '' && (from === 0 || from === part.length);
    if (from >= 0 && from + text.length <= part.length && !isAtEdge) inside.push(from, removed, text);
  });
  return undoAt(part, inside);
}

/** Like `undoEdits`, with the places counted in the edited text. */
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
