import type { OutputStream } from 'devonz-engine-protocol/terminal-note';
import type { FileStatus, SignalName, TerminalMode, TerminalSize } from '../../abi/system-calls.ts';
import { ByteQueue } from '../io/byte-queue.ts';
import { OpenFile } from '../io/open-file.ts';
import { anonymousStatus } from '../io/pipe.ts';
import { type Answer, type Caller, WaitList } from '../io/wait-list.ts';
import { TerminalNotes } from './terminal-notes.ts';

const Key = {
  INTERRUPT: 0x03,
  END_OF_FILE: 0x04,
  SUSPEND: 0x1a,
  BACKSPACE: 0x08,
  LINE_FEED: 0x0a,
  RETURN: 0x0d,
  ERASE_LINE: 0x15,
  ERASE_WORD: 0x17,
  QUIT: 0x1c,
  DELETE: 0x7f,
  SPACE: 0x20,
} as const;

const SUSPEND_NOTICE = '^Z\r\n[programs cannot be stopped here: Ctrl-C ends this one; start it with & to have the prompt back]\r\n';

const RUBOUT = [Key.BACKSPACE, Key.SPACE, Key.BACKSPACE];

export interface TerminalOptions {
  notesKey?: string | null | undefined;
  isPlain?: boolean | undefined;
}

/**
 * A pseudo-terminal. The client types into it (`input`) and reads `output`; programs see a `TerminalFile`.
 *
 *   client ──input──▶ line discipline ──▶ ready ──read──▶ program
 *      ▲                    │ echo
 *      └──── output ◀───────┴──────────────────write───── program
 *
 * Canonical mode (the default) collects a line, with echo, Backspace, Ctrl-U, Ctrl-W; Ctrl-C and Ctrl-\ send signals to the
 * foreground group, and Ctrl-D ends the input. In raw mode every byte passes unchanged, unless signals are switched on again (`stty
 * -icanon`). Output always gets carriage returns.
 *
 * A plain one is a console that programs do not recognise as a terminal (`kind: 'console'`): they print as into a pipe. Typed input is not
 * echoed, because a program that reads a password from a pipe does not hide it.
 */
export class Terminal {
  readonly output: ByteQueue;
  size: TerminalSize;
  /** Only this group may read; other groups wait. `null` permits all groups. */
  #foregroundGroup: number | null = null;
  readonly #onSignal: (group: number, signal: SignalName) => void;
  readonly #readers = new WaitList();
  #isRaw = false;
  #hasSignals = true;
  /** The bytes of the line being typed. */
  #line: number[] = [];
  /** Whole lines (canonical mode) or bytes as they came (raw mode); an empty chunk is one end of file. */
  #ready: Uint8Array[] = [];
  #isHungUp = false;
  #isEcho = true;
  readonly isPlain: boolean;
  /** For the client that runs the terminal, if it requested notes. */
  readonly notes: TerminalNotes | null;
  /** Waiting reads, tracked only for the notes. */
  readonly #waiting = new Set<Caller>();
  /** Processes that no longer want the input that they requested. */
  readonly #unwanted = new Set<number>();

  constructor(
    size: TerminalSize,
    capacity: number,
    onSignal: (group: number, signal: SignalName) => void,
    { notesKey = null, isPlain = false }: TerminalOptions = {},
  ) {
    this.size = size;
    this.isPlain = isPlain;
    this.output = new ByteQueue(capacity);
    this.#onSignal = onSignal;
    this.notes = notesKey === null ? null : new TerminalNotes(notesKey, (bytes) => this.output.push(bytes));
  }

  get foregroundGroup(): number | null {
    return this.#foregroundGroup;
  }

  set foregroundGroup(group: number) {
    this.#foregroundGroup = group;
    this.#readers.wake();
    this.#noteReading();
  }

  get mode(): TerminalMode {
    return { isRaw: this.#isRaw, isEcho: this.#isEcho, hasSignals: this.#hasSignals };
  }

  /**
   * Switches the mode. Unread input is processed again in the new mode: a Ctrl-C typed while a line editor was about to start a command is
   * a signal to that command, not a byte of its input.
   */
  setRaw(isRaw: boolean): void {
    const wasRaw = this.#isRaw;
    this.#isRaw = isRaw;
    this.#hasSignals = !isRaw;
    if (isRaw && this.#line.length > 0) this.#deliver(this.#takeLine());
    if (!isRaw && wasRaw) for (const chunk of this.#ready.splice(0)) this.input(chunk);
    this.#noteReading();
  }

  /** In either mode; `setRaw` sets it too. */
  setSignals(isOn: boolean): void {
    this.#hasSignals = isOn;
  }

  setEcho(isOn: boolean): void {
    this.#isEcho = isOn;
    this.#noteReading();
  }

  setReadWanted(pid: number, isWanted: boolean): void {
    if (isWanted) this.#unwanted.delete(pid);
    else this.#unwanted.add(pid);
    this.#noteReading();
  }

  resize(size: TerminalSize): void {
    if (size.columns === this.size.columns && size.rows === this.size.rows) return;
    this.size = size;
    this.#signal('SIGWINCH');
  }

  /** Called when the client is gone: programs read the end. */
  hangUp(): void {
    this.#isHungUp = true;
    this.#readers.wake();
    this.output.end();
  }

  input(data: Uint8Array): void {
    if (this.#isRaw) {
      this.#typeRaw(data);
      return;
    }
    const echo: number[] = [];
    for (const byte of data) this.#type(byte, echo);
    this.#echo(echo);
  }

  read(caller: Caller, length: number): Answer<Uint8Array> {
    const answer = this.#readers.wait(caller, () => {
      if (this.#isHungUp) return new Uint8Array(0);
      if (this.#foregroundGroup !== null && caller.group !== this.#foregroundGroup && caller.group !== 0) return undefined;
      const first = this.#ready[0];
      if (first === undefined) return undefined;
      if (first.byteLength <= length) this.#ready.shift();
      else this.#ready[0] = first.subarray(length);
      return first.subarray(0, length);
    });
    return answer instanceof Promise && this.notes !== null ? this.#noted(caller, answer) : answer;
  }

  write(caller: Caller, data: Uint8Array, stream: OutputStream = 'stdout'): Answer<number> {
    const { notes } = this;
    const answer = this.output.write(caller, withCarriageReturns(data), notes === null ? undefined : () => notes.writing(stream));
    return typeof answer === 'number' ? data.byteLength : answer.then(() => data.byteLength);
  }

  async #noted(caller: Caller, answer: Promise<Uint8Array>): Promise<Uint8Array> {
    this.#waiting.add(caller);
    this.#noteReading();
    try {
      return await answer;
    } finally {
      this.#waiting.delete(caller);
      this.#noteReading();
    }
  }

  #noteReading(): void {
    if (this.notes === null || this.#isHungUp) return;
    const isWaited = [...this.#waiting].some(
      ({ pid, group }) => !this.#unwanted.has(pid) && (this.#foregroundGroup === null || group === this.#foregroundGroup),
    );
    this.notes.reading(!isWaited ? 'none' : this.#isRaw ? 'key' : this.#isEcho ? 'line' : 'hidden');
  }

  /** Passes bytes on, but for those that are signals; as in a line, a signal discards what was typed before it. */
  #typeRaw(data: Uint8Array): void {
    const last = this.#hasSignals ? data.findLastIndex((byte) => byte === Key.INTERRUPT || byte === Key.QUIT) : -1;
    const key = data[last];
    if (key !== undefined) this.#interrupt(key, []);
    const rest = data.subarray(last + 1);
    if (rest.byteLength > 0) this.#deliver(rest);
  }

  #interrupt(key: number, echo: number[]): void {
    this.#line = [];
    this.#ready = [];
    // Echoed before the signal, whose handlers may write too.
    this.#echo([...echo.splice(0), 0x5e, key + 0x40]);
    this.#signal(key === Key.INTERRUPT ? 'SIGINT' : 'SIGQUIT');
  }

  #type(byte: number, echo: number[]): void {
    if (this.#hasSignals && (byte === Key.INTERRUPT || byte === Key.QUIT)) {
      this.#interrupt(byte, echo);
      return;
    }
    if (this.#hasSignals && byte === Key.SUSPEND) {
      // A worker cannot be suspended, so there is no SIGTSTP; the user is notified instead.
      this.#echo([...echo.splice(0), ...new TextEncoder().encode(SUSPEND_NOTICE)]);
      return;
    }
    switch (byte) {
      case Key.END_OF_FILE:
        this.#deliver(this.#takeLine());
        return;
      case Key.DELETE:
      case Key.BACKSPACE:
        if (this.#eraseCharacter()) echo.push(...RUBOUT);
        return;
      case Key.ERASE_LINE:
        while (this.#eraseCharacter()) echo.push(...RUBOUT);
        return;
      case Key.ERASE_WORD:
        while (this.#line.at(-1) === Key.SPACE && this.#eraseCharacter()) echo.push(...RUBOUT);
        while (this.#line.length > 0 && this.#line.at(-1) !== Key.SPACE && this.#eraseCharacter()) echo.push(...RUBOUT);
        return;
      case Key.RETURN:
      case Key.LINE_FEED:
        this.#line.push(Key.LINE_FEED);
        echo.push(Key.RETURN, Key.LINE_FEED);
        this.#deliver(this.#takeLine());
        return;
      default:
        this.#line.push(byte);
        if (byte < Key.SPACE && byte !== 0x09) echo.push(0x5e, byte + 0x40);
        else echo.push(byte);
    }
  }

  /** Erases a whole UTF-8 character. */
  #eraseCharacter(): boolean {
    let byte = this.#line.pop();
    if (byte === undefined) return false;
    while (byte !== undefined && (byte & 0xc0) === 0x80) byte = this.#line.pop();
    return true;
  }

  #takeLine(): Uint8Array {
    const line = Uint8Array.from(this.#line);
    this.#line = [];
    return line;
  }

  #deliver(chunk: Uint8Array): void {
    this.#ready.push(chunk);
    this.#readers.wake();
  }

  #echo(bytes: number[]): void {
    if (this.#isEcho && !this.isPlain) this.output.push(Uint8Array.from(bytes));
  }

  #signal(signal: SignalName): void {
    if (this.#foregroundGroup !== null) this.#onSignal(this.#foregroundGroup, signal);
  }
}

function withCarriageReturns(data: Uint8Array): Uint8Array {
  let lines = 0;
  for (const byte of data) if (byte === Key.LINE_FEED) lines += 1;
  if (lines === 0) return data;
  const result = new Uint8Array(data.byteLength + lines);
  let at = 0;
  for (const byte of data) {
    if (byte === Key.LINE_FEED) result[at++] = Key.RETURN;
    result[at++] = byte;
  }
  return result;
}

/**
 * The programs' end of a terminal. A session has one for standard output and one for standard error, so that the written file identifies
 * the stream through all redirections, pipes and children.
 */
export class TerminalFile extends OpenFile {
  readonly terminal: Terminal;
  readonly #stream: OutputStream;

  constructor(terminal: Terminal, stream: OutputStream = 'stdout') {
    super();
    this.terminal = terminal;
    this.#stream = stream;
  }

  override status(): FileStatus {
    return anonymousStatus(this.terminal.isPlain ? 'console' : 'terminal', 0);
  }

  override read(caller: Caller, length: number): Answer<Uint8Array> {
    return this.terminal.read(caller, length);
  }

  override write(caller: Caller, data: Uint8Array): Answer<number> {
    return this.terminal.write(caller, data, this.#stream);
  }
}
