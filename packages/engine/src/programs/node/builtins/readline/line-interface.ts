import lineEditorFile from 'deferred:line-editor';
import EventEmitter from 'events/';
import { StringDecoder } from 'string_decoder/';
import { adoptable } from '../../base/callable-class.ts';
import type { lineEditor } from '../../deferred/line-editor.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateBuffer } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { type InputLike, type InterfaceOptions, type OutputLike, readOptions } from './interface-options.ts';
import { iterateLines } from './iterate-lines.ts';
import { emitKeypressEvents, type Key } from './keypress-events.ts';

type Answer = (text: string) => void;

/** A line break. The `\n` of a trailing `\r` may arrive in the next chunk. */
const LINE_END = /\r\n|\n|\r(?!\n)/g;

let editor: typeof lineEditor | null = null;

/** Implements `readline.Interface`. Line editing on a terminal is loaded on demand (`deferred/line-editor.ts`). */
export class LineInterface extends adoptable(EventEmitter) {
  readonly input: InputLike;
  readonly output: OutputLike | undefined;
  terminal: boolean;
  line = '';
  cursor = 0;
  closed = false;
  paused = false;
  history: string[];
  historySize: number;
  historyIndex = -1;
  removeHistoryDuplicates: boolean;
  crlfDelay: number;
  completer: InterfaceOptions['completer'];
  escapeCodeTimeout: number;
  tabSize: number;
  isCompletionEnabled = true;
  prevRows = 0;
  _prompt = '';
  _oldPrompt = '';
  _sawReturnAt = 0;
  _sawKeyPress = false;
  _previousKey: Key | null = null;
  _line_buffer: string | null = null;
  _questionCallback: Answer | null = null;
  _substringSearch: string | null = null;
  readonly _undoStack: { text: string; cursor: number }[] = [];
  readonly _redoStack: { text: string; cursor: number }[] = [];
  readonly _killRing: string[] = [];
  _killRingCursor = 0;
  _isYanking = false;
  _decoder: StringDecoder | undefined;
  readonly #host: NodeHost;

  constructor(host: NodeHost, ...args: unknown[]) {
    super();
    this.#host = host;
    const options = readOptions(args);
    this.input = options.input;
    this.output = options.output;
    this.terminal = options.terminal;
    this.history = options.history;
    this.historySize = options.historySize;
    this.removeHistoryDuplicates = options.removeHistoryDuplicates;
    this.crlfDelay = options.crlfDelay;
    this.completer = options.completer;
    this.escapeCodeTimeout = options.escapeCodeTimeout;
    this.tabSize = options.tabSize;
    this.setPrompt(options.prompt);
    if (this.terminal) this.#listenToKeys();
    else this.#listenToLines();
    this.#listenToSignal(options.signal);
    this.input.resume?.();
  }

  #listen(target: EventEmitter, listeners: Record<string, (...args: never[]) => void>): void {
    for (const [name, listener] of Object.entries(listeners)) {
      target.on(name, listener);
      this.once('close', () => target.removeListener(name, listener));
    }
  }

  #listenToLines(): void {
    this._decoder = new StringDecoder('utf8');
    this.#listen(this.input, {
      error: (error: unknown) => void this.emit('error', error),
      data: (data: Uint8Array) => this._normalWrite(data),
      end: () => {
        if (typeof this._line_buffer === 'string' && this._line_buffer.length > 0) this.emit('line', this._line_buffer);
        this.close();
      },
    });
  }

  #listenToKeys(): void {
    emitKeypressEvents(this.#host.timers, this.input, this);
    this.#listen(this.input, {
      error: (error: unknown) => void this.emit('error', error),
      keypress: (text: string | undefined, key: Key) => {
        this._ttyWrite(text, key);
        const first = key?.sequence?.codePointAt(0) ?? 0;
        // Half of a surrogate pair: the whole character may have a different width.
        if (first >= 0xd800 && first <= 0xdfff) this._refreshLine();
      },
      end: () => {
        if (this.line.length > 0) this.emit('line', this.line);
        this.close();
      },
    });
    this._setRawMode(true);
    this.cursor = 0;
    const { output } = this;
    if (output !== undefined && output !== null && typeof output.on === 'function')
      this.#listen(output, { resize: () => this._refreshLine() });
  }

  #listenToSignal(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const onAbort = () => this.close();
    if (signal.aborted) this.#host.loop.nextTick(onAbort, []);
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      this.once('close', () => signal.removeEventListener('abort', onAbort));
    }
  }

  get #editor(): typeof lineEditor {
    // The type of the part's exports.
    editor ??= (loadDeferred(this.#host, 'line-editor', lineEditorFile) as { lineEditor: typeof lineEditor }).lineEditor;
    return editor;
  }

  get columns(): number {
    return this.output?.columns || Number.POSITIVE_INFINITY;
  }
  getPrompt(): string {
    return this._prompt;
  }
  setPrompt(prompt: string): void {
    this._prompt = prompt;
  }
  prompt(keepsCursor?: boolean): void {
    if (this.paused) this.resume();
    if (this.terminal && this.#host.context.env.TERM !== 'dumb') {
      if (!keepsCursor) this.cursor = 0;
      this._refreshLine();
    } else this._writeToOutput(this._prompt);
  }
  question(query: string, given?: unknown, answer?: unknown): void {
    const callback = (typeof given === 'function' ? given : answer) as Answer | undefined;
    if (this.closed) throw nodeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
    const signal = typeof given === 'object' && given !== null ? (Reflect.get(given, 'signal') as AbortSignal | undefined) : undefined;
    if (signal?.aborted) return;
    signal?.addEventListener('abort', () => this._cancelQuestion(), { once: true });
    if (typeof callback === 'function') this._ask(query, callback);
  }
  _ask(query: string, callback: Answer): void {
    if (this._questionCallback !== null) {
      this.prompt();
      return;
    }
    this._oldPrompt = this._prompt;
    this.setPrompt(query);
    this._questionCallback = callback;
    this.prompt();
  }
  _cancelQuestion(): void {
    if (this._questionCallback === null) return;
    this._questionCallback = null;
    this.setPrompt(this._oldPrompt);
    this._clearLine();
  }
  write(data: unknown, key?: Partial<Key>): void {
    if (this.paused) this.resume();
    if (this.terminal) this._ttyWrite(data as string, key as Key);
    else this._normalWrite(data as Uint8Array);
  }
  pause(): this {
    if (this.paused) return this;
    this.input.pause?.();
    this.paused = true;
    this.emit('pause');
    return this;
  }
  resume(): this {
    if (!this.paused) return this;
    this.input.resume?.();
    this.paused = false;
    this.emit('resume');
    return this;
  }
  close(): void {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this._setRawMode(false);
    this.closed = true;
    this.emit('close');
  }
  getCursorPos(): { rows: number; cols: number } {
    return this.#editor.displayPosition(this, this._prompt + this.line.slice(0, this.cursor));
  }

  _setRawMode(isRaw: boolean): boolean {
    const wasRaw = this.input.isRaw === true;
    this.input.setRawMode?.(isRaw);
    return wasRaw;
  }
  _onLine(line: string): void {
    const answer = this._questionCallback;
    if (answer === null) {
      this.emit('line', line);
      return;
    }
    this._questionCallback = null;
    this.setPrompt(this._oldPrompt);
    answer(line);
  }
  _writeToOutput(text: string): void {
    if (typeof text !== 'string') throw invalidArgumentType('stringToWrite', 'of type string', text);
    if (this.output !== null && this.output !== undefined) this.output.write(text);
  }
  _normalWrite(data: Uint8Array | string | undefined): void {
    if (data === undefined) return;
    if (typeof data !== 'string') validateBuffer(data, 'buf');
    let text = typeof data === 'string' ? data : (this._decoder?.write(data) ?? '');
    if (this._sawReturnAt !== 0 && Date.now() - this._sawReturnAt <= this.crlfDelay) {
      if (text.startsWith('\n')) text = text.slice(1);
      this._sawReturnAt = 0;
    }
    if (text.search(LINE_END) === -1) {
      if (text !== '') this._line_buffer = (this._line_buffer ?? '') + text;
      return;
    }
    this._sawReturnAt = text.endsWith('\r') ? Date.now() : 0;
    const lines = ((this._line_buffer ?? '') + text).split(LINE_END);
    this._line_buffer = lines.pop() ?? null;
    for (const line of lines) this._onLine(line);
  }

  _ttyWrite(text: string | undefined, key?: Key): void {
    this.#editor.press(this, text, key, () => this.#suspend());
  }
  /** Handles Ctrl-Z: suspends the process until it is brought to the foreground again. */
  #suspend(): void {
    const process = this.#host.builtin('process') as {
      once(name: string, listener: () => void): void;
      kill(pid: number, signal: string): void;
      pid: number;
    };
    process.once('SIGCONT', () => {
      if (!this.paused) {
        this.pause();
        this.emit('SIGCONT');
      }
      this._setRawMode(true);
      this._refreshLine();
    });
    this._setRawMode(false);
    process.kill(process.pid, 'SIGTSTP');
  }
  _refreshLine(): void {
    this.#editor.refresh(this);
  }
  _insertString(text: string): void {
    this.#editor.insert(this, text);
  }
  _addHistory(): string {
    return this.#editor.addHistory(this);
  }
  _tabComplete(wasTab: boolean): void {
    this.#editor.complete(this, wasTab);
  }
  _wordLeft(): void {
    this.#editor.wordLeft(this);
  }
  _wordRight(): void {
    this.#editor.wordRight(this);
  }
  _deleteLeft(): void {
    this.#editor.deleteLeft(this);
  }
  _deleteRight(): void {
    this.#editor.deleteRight(this);
  }
  _deleteWordLeft(): void {
    this.#editor.deleteWordLeft(this);
  }
  _deleteWordRight(): void {
    this.#editor.deleteWordRight(this);
  }
  _deleteLineLeft(): void {
    this.#editor.deleteLineLeft(this);
  }
  _deleteLineRight(): void {
    this.#editor.deleteLineRight(this);
  }
  _clearLine(): void {
    this.#editor.clearLine(this);
  }
  clearLine(): void {
    this._clearLine();
  }
  _line(): void {
    this.#editor.endLine(this);
  }
  _historyNext(): void {
    this.#editor.historyNext(this);
  }
  _historyPrev(): void {
    this.#editor.historyPrevious(this);
  }
  _getDisplayPos(text: string): { rows: number; cols: number } {
    return this.#editor.displayPosition(this, text);
  }
  _getCursorPos(): { rows: number; cols: number } {
    return this.getCursorPos();
  }
  _moveCursor(by: number): void {
    this.#editor.move(this, by);
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<string> {
    return iterateLines(this);
  }
}
