import type { OpenFile } from '../streams/open-file.ts';
import type { ControlName, Key } from './key-reader.ts';
import { readKeys } from './key-reader.ts';
import { LineBuffer } from './line-buffer.ts';

export type LineResult = { type: 'line'; text: string } | { type: 'interrupted' } | { type: 'ended' };

export interface Completion {
  /** Replaces the word before the cursor. */
  replacement: string;
  /** The number of characters before the cursor that are replaced. */
  length: number;
  /** Shown when there is more than one and nothing could be added. */
  candidates: string[];
}

export interface LineEditorParts {
  input: OpenFile;
  write: (text: string) => Promise<void>;
  columns: () => number;
  /** Raw while a line is read, and off again before its end is shown, so that a following Ctrl-C is a signal. */
  setRaw: (isRaw: boolean) => void;
  /** Called for a Ctrl-C typed after a line's end while the terminal was still raw: it is meant for the line's command. */
  onInterruptAhead: () => void;
  complete: (beforeCursor: string) => Completion | null;
  listing: (candidates: readonly string[]) => string;
  history: string[];
}

/** Edits one line on a terminal in raw mode. */
export class LineEditor {
  readonly #parts: LineEditorParts;
  readonly #decoder = new TextDecoder();
  #buffer = new LineBuffer();
  #prompt = '';
  /** Rows between the first row of the prompt and the cursor. */
  #cursorRow = 0;
  /** The position in the history; its length means the line being typed. */
  #position = 0;
  #draft = '';
  #rest = '';
  #isReading = false;
  /** The active history search. */
  #search: { query: string; index: number } | null = null;

  constructor(parts: LineEditorParts) {
    this.#parts = parts;
  }

  /** Reads a line. `mark` is written once, before the prompt. */
  async readLine(mark: string, prompt: string, signal: AbortSignal): Promise<LineResult> {
    this.#prompt = prompt;
    this.#buffer = new LineBuffer();
    this.#position = this.#parts.history.length;
    this.#cursorRow = 0;
    this.#search = null;
    this.#parts.setRaw(true);
    await this.#parts.write(mark + prompt);
    this.#isReading = true;
    try {
      return await this.#read(signal);
    } finally {
      this.#isReading = false;
      this.#parts.setRaw(false);
    }
  }

  /**
   * Redraws the line after the terminal was resized: when a terminal becomes narrower, it truncates the line with the cursor and expects
   * the program to redraw it.
   */
  async resized(): Promise<void> {
    // A terminal that is gone has no line to draw.
    if (this.#isReading) await this.#render().catch(() => undefined);
  }

  async #read(signal: AbortSignal): Promise<LineResult> {
    for (;;) {
      const bytes = await this.#parts.input.read(signal);
      if (bytes.length === 0) return { type: 'ended' };
      const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
      const { keys, rest } = readKeys(text);
      this.#rest = rest;
      for (const { key, end } of keys) {
        const result = await this.#key(key);
        if (result === null) continue;
        this.#rest = '';
        this.#keepAhead(text.slice(end), result);
        return result;
      }
      await this.#render();
    }
  }

  /** Keeps input typed after the end of a line for the next one; a Ctrl-C in it drops everything before it. */
  #keepAhead(ahead: string, result: LineResult): void {
    const interrupt = result.type === 'line' ? ahead.lastIndexOf('\x03') : -1;
    this.#parts.input.unread(new TextEncoder().encode(ahead.slice(interrupt + 1)));
    if (interrupt >= 0) this.#parts.onInterruptAhead();
  }

  async #key(key: Key): Promise<LineResult | null> {
    if (this.#search !== null && this.#searchKey(key)) return null;
    if (key.type === 'text') {
      this.#buffer.insert(key.text);
      return null;
    }
    switch (key.name) {
      case 'enter':
        this.#buffer.moveToEnd();
        await this.#render();
        this.#parts.setRaw(false);
        await this.#parts.write('\n');
        return { type: 'line', text: this.#buffer.text };
      case 'interrupt':
        this.#buffer.moveToEnd();
        await this.#render();
        await this.#parts.write('^C\n');
        return { type: 'interrupted' };
      case 'end-of-input':
        if (this.#buffer.isEmpty) return { type: 'ended' };
        this.#buffer.deleteAfter();
        return null;
      case 'tab':
        await this.#complete();
        return null;
      case 'clear':
        await this.#parts.write('\x1b[H\x1b[2J');
        this.#cursorRow = 0;
        return null;
      case 'search':
        this.#search = { query: '', index: this.#parts.history.length };
        return null;
      default:
        this.#edit(key.name);
        return null;
    }
  }

  #edit(name: ControlName): void {
    const buffer = this.#buffer;
    const actions: Partial<Record<ControlName, () => void>> = {
      backspace: () => buffer.deleteBefore(),
      delete: () => buffer.deleteAfter(),
      left: () => buffer.moveBy(-1),
      right: () => buffer.moveBy(1),
      home: () => buffer.moveTo(0),
      end: () => buffer.moveToEnd(),
      'word-left': () => buffer.moveTo(buffer.wordLeft()),
      'word-right': () => buffer.moveTo(buffer.wordRight()),
      'kill-to-end': () => buffer.killToEnd(),
      'kill-to-start': () => buffer.killToStart(),
      'kill-word': () => buffer.killWord(),
      yank: () => buffer.yank(),
      transpose: () => buffer.transpose(),
      up: () => this.#recall(-1),
      down: () => this.#recall(1),
    };
    actions[name]?.();
  }

  #recall(step: number): void {
    const { history } = this.#parts;
    const next = this.#position + step;
    if (next < 0 || next > history.length) return;
    if (this.#position === history.length) this.#draft = this.#buffer.text;
    this.#position = next;
    this.#buffer.set(next === history.length ? this.#draft : (history[next] ?? ''));
  }

  /** Returns true when the key belonged to the search. */
  #searchKey(key: Key): boolean {
    const search = this.#search;
    if (search === null) return false;
    if (key.type === 'text') return this.#find(search.query + key.text, this.#parts.history.length);
    if (key.name === 'search') return this.#find(search.query, search.index);
    if (key.name === 'backspace') return this.#find(search.query.slice(0, -1), this.#parts.history.length);
    this.#search = null;
    if (key.name !== 'cancel') return false;
    this.#buffer.set('');
    return true;
  }

  #find(query: string, before: number): boolean {
    const { history } = this.#parts;
    for (let index = before - 1; index >= 0; index -= 1) {
      if (history[index]?.includes(query) !== true) continue;
      this.#search = { query, index };
      this.#buffer.set(history[index] ?? '');
      return true;
    }
    this.#search = { query, index: before };
    return true;
  }

  async #complete(): Promise<void> {
    const completion = this.#parts.complete(this.#buffer.beforeCursor);
    if (completion === null) return;
    const former = [...this.#buffer.beforeCursor].slice(-completion.length).join('');
    if (completion.length > 0 ? completion.replacement !== former : completion.replacement !== '') {
      for (let left = completion.length; left > 0; left -= 1) this.#buffer.deleteBefore();
      this.#buffer.insert(completion.replacement);
      return;
    }
    if (completion.candidates.length < 2) return;
    await this.#parts.write(`\n${this.#parts.listing(completion.candidates)}`);
    this.#cursorRow = 0;
  }

  /** Redraws prompt and line from the prompt's first row, and places the cursor. */
  async #render(): Promise<void> {
    const columns = Math.max(1, this.#parts.columns());
    const prompt = this.#search === null ? this.#prompt : `(reverse-i-search)\`${this.#search.query}': `;
    const promptWidth = visibleWidth(prompt.slice(prompt.lastIndexOf('\n') + 1));
    const total = promptWidth + visibleWidth(this.#buffer.text);
    const target = promptWidth + visibleWidth(this.#buffer.beforeCursor);
    let output = this.#cursorRow > 0 ? `\x1b[${this.#cursorRow}A` : '';
    output += `\r\x1b[J${prompt}${this.#buffer.text}`;
    // After a full last row the cursor waits at its end; the newline moves it down.
    if (total > 0 && total % columns === 0) output += '\n';
    const endRow = Math.floor(total / columns);
    const row = Math.floor(target / columns);
    if (endRow > row) output += `\x1b[${endRow - row}A`;
    output += `\r${target % columns > 0 ? `\x1b[${target % columns}C` : ''}`;
    this.#cursorRow = row;
    await this.#parts.write(output);
  }
}

/** Returns the number of columns a text occupies; escape sequences count none, wide characters two. */
export function visibleWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(/\x1b\[[\d;?]*[A-Za-z]|\x1b\][^\x07]*\x07/g, '')) {
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}
