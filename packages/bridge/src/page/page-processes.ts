import { proxy, releaseProxy, transfer } from 'comlink';
import { splitAtCharacter } from 'devonz-engine-protocol/client-wire/split-at-character';
import { PROCESS_GRANT_VARIABLE } from 'devonz-engine-protocol/process-grant';
import { AGENT_VARIABLE } from 'devonz-engine-protocol/secret-variable';
import {
  formatTerminalNote,
  PLAIN_CONSOLE_VARIABLE,
  TERMINAL_NOTES_VARIABLE,
  type TerminalNote,
} from 'devonz-engine-protocol/terminal-note';
import type { ServerMessage } from '../protocol/server-messages.ts';
import type { BridgeConnection } from './bridge-connection.ts';
import { exitCodeOf } from './exit-code-of.ts';

export interface RunRequest {
  command: string;
  args?: unknown[];
  /** Relative to the working directory, or absolute. */
  cwd?: string | undefined;
  env?: Record<string, unknown> | undefined;
  terminal?: { cols: number; rows: number } | undefined;
}

/** The client's callback at the other end of the message channel; `null` marks the end of the output. */
export type OutputListener = ((data: Uint8Array | null) => unknown) & { [releaseProxy]?: () => void };

export interface RunListeners {
  stdout: OutputListener | undefined;
  stderr: OutputListener | undefined;
  /** Receives stdout and stderr, in the order in which they were written. */
  output: OutputListener | undefined;
}

type Stream = 'stdout' | 'stderr';
type ProcessEnd = Extract<ServerMessage, { type: 'end' }>['end'];

interface PageProcess {
  /** The command line that the user knows. */
  command: string;
  listeners: RunListeners;
  /** Whether line feeds become carriage return and line feed, as a terminal does, although the program has none. */
  hasReturns: boolean;
  /** Null if the client wants no notes in the output. */
  notesKey: string | null;
  /** The stream of the last output. */
  stream: Stream;
  /** For each stream, the first bytes of a character whose remaining bytes have not arrived. */
  rests: Record<Stream, Uint8Array<ArrayBuffer>>;
  /** Resolves when the client has processed everything so far. */
  delivery: Promise<unknown>;
  finish(code: number): void;
  hasEnded: boolean;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const FALLBACK_SIZE = { columns: 80, rows: 24 };

/** The client's processes. */
export class PageProcesses {
  readonly #connection: () => BridgeConnection;
  readonly #workdir: string;
  readonly #processes = new Map<number, PageProcess>();
  #lastId = 0;
  #lost: string[] = [];

  constructor(connection: () => BridgeConnection, workdir: string) {
    this.#connection = connection;
    this.#workdir = workdir;
  }

  async run(request: RunRequest, listeners: RunListeners) {
    this.#lastId += 1;
    const id = this.#lastId;
    let finish: (code: number) => void = () => undefined;
    const onExit = new Promise<number>((resolve) => {
      finish = resolve;
    });
    const rests = { stdout: new Uint8Array(0), stderr: new Uint8Array(0) };
    // Prepared before the start, because output may arrive together with the answer.
    const notesKey = notesKeyOf(request);
    const command = [request.command, ...(request.args ?? []).map(String)].join(' ');
    const hasReturns = request.terminal !== undefined && request.env?.[PLAIN_CONSOLE_VARIABLE] === '1';
    const process = {
      command,
      listeners,
      hasReturns,
      notesKey,
      stream: 'stdout' as const,
      rests,
      delivery: Promise.resolve(),
      finish,
      hasEnded: false,
    };
    this.#processes.set(id, process);
    this.#note(process, { type: 'streams' });
    try {
      await this.#start(id, request, notesKey !== null || listeners.stdout !== undefined || listeners.stderr !== undefined);
    } catch (error) {
      this.#processes.delete(id);
      throw error;
    }
    const connection = this.#connection;
    const encoder = new TextEncoder();
    return proxy({
      write: (data: string) => connection().send({ type: 'input', process: id }, encoder.encode(data)),
      kill: () => connection().send({ type: 'kill', process: id }),
      resize: ({ cols, rows }: { cols: number; rows: number }) =>
        connection().send({ type: 'resize', process: id, size: toSize(cols, rows) }),
      onExit,
    });
  }

  receive(message: Extract<ServerMessage, { type: 'output' | 'end' }>, bytes: Uint8Array): void {
    const process = this.#processes.get(message.process);
    if (process === undefined) return;
    if (message.type === 'end') void this.#end(message.process, process, message.end);
    else this.#pass(message.process, process, message.stream, bytes);
  }

  /** Called when a program that one of these processes started has opened a port. */
  tellPort(id: number, port: number): void {
    const process = this.#processes.get(id);
    if (process !== undefined) this.#note(process, { type: 'port', port });
  }

  /** Returns the commands of the processes lost since the last call. */
  takeLost(): string[] {
    const lost = this.#lost;
    this.#lost = [];
    return lost;
  }

  /** Ends all processes here, after the machine has lost them. */
  endAll(reason: string): void {
    for (const [id, process] of this.#processes) void this.#end(id, process, { type: 'lost', reason });
  }

  async #start(id: number, { command, args = [], env = {}, cwd, terminal }: RunRequest, isErrorSeparate: boolean): Promise<void> {
    const {
      [TERMINAL_NOTES_VARIABLE]: _notes,
      [PROCESS_GRANT_VARIABLE]: _grant,
      [PLAIN_CONSOLE_VARIABLE]: plain,
      [AGENT_VARIABLE]: agent,
      ...given
    } = env;
    await this.#connection().ask({
      call: 'start',
      process: id,
      command,
      args: args.map(String),
      cwd: this.#resolveCwd(cwd),
      env: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
      terminal: terminal === undefined ? null : toSize(terminal.cols, terminal.rows),
      isPlain: plain === '1',
      isAgents: agent === '1',
      isErrorSeparate,
    });
  }

  /** Confirms bytes after the client has processed them, so that a faster program is held back. */
  #pass(id: number, process: PageProcess, stream: Stream, bytes: Uint8Array): void {
    // The client decodes each chunk separately, so no chunk ends inside a character.
    const { whole, rest } = splitAtCharacter(process.rests[stream], bytes);
    if (process.stream !== stream) {
      process.stream = stream;
      this.#note(process, { type: 'stream', stream });
    }
    process.rests[stream] = rest;
    const delivered = deliver(process.listeners, stream, process.hasReturns ? withReturns(whole) : whole);
    process.delivery = Promise.all([process.delivery, delivered]);
    void delivered.then(() => this.#connection().send({ type: 'output-taken', process: id, bytes: bytes.byteLength }));
  }

  async #end(id: number, process: PageProcess, end: ProcessEnd): Promise<void> {
    if (process.hasEnded) return;
    process.hasEnded = true;
    this.#processes.delete(id);
    if (end.type === 'lost') this.#lost.push(process.command);
    const { listeners, rests } = process;
    await Promise.all([process.delivery, deliver(listeners, 'stdout', rests.stdout), deliver(listeners, 'stderr', rests.stderr)]);
    const all = [listeners.stdout, listeners.stderr, listeners.output];
    await Promise.allSettled(all.map((listener) => listener?.(null)));
    process.finish(exitCodeOf(end));
    for (const listener of all) listener?.[releaseProxy]?.();
  }

  /** Notes are written only to the combined output, which stands for a terminal. */
  #note(process: PageProcess, note: TerminalNote): void {
    if (process.notesKey === null) return;
    const text = new TextEncoder().encode(formatTerminalNote(process.notesKey, note));
    const delivered = deliver({ stdout: undefined, stderr: undefined, output: process.listeners.output }, 'stdout', text);
    process.delivery = Promise.all([process.delivery, delivered]);
  }

  #resolveCwd(cwd: string | undefined): string {
    if (cwd === undefined || cwd === '') return this.#workdir;
    const isAbsolute = cwd.startsWith('/') || /^[A-Za-z]:[\\/]/.test(cwd);
    return (isAbsolute ? cwd : `${this.#workdir}/${cwd}`).replace(/(?<=.)\/+$/, '');
  }
}

/** Resolves when the client has processed the bytes. Errors of its listeners are ignored, and the program continues. */
async function deliver({ stdout, stderr, output }: RunListeners, stream: Stream, bytes: Uint8Array): Promise<void> {
  if (bytes.byteLength === 0) return;
  const wanted = [output, stream === 'stdout' ? stdout : stderr].filter((listener) => listener !== undefined);
  await Promise.allSettled(
    wanted.map((listener) => {
      const copy = bytes.slice();
      return listener(transfer(copy, [copy.buffer]));
    }),
  );
}

function toSize(cols: number, rows: number): { columns: number; rows: number } {
  return { columns: cols || FALLBACK_SIZE.columns, rows: rows || FALLBACK_SIZE.rows };
}

function notesKeyOf({ env }: RunRequest): string | null {
  const key = env?.[TERMINAL_NOTES_VARIABLE];
  return typeof key === 'string' && /^[\w-]{1,64}$/.test(key) ? key : null;
}

/** Ends lines with carriage return and line feed, as a terminal driver does. */
function withReturns(bytes: Uint8Array): Uint8Array {
  const lines = bytes.reduce((count, byte) => (byte === LINE_FEED ? count + 1 : count), 0);
  if (lines === 0) return bytes;
  const shown = new Uint8Array(bytes.byteLength + lines);
  let at = 0;
  for (const byte of bytes) {
    if (byte === LINE_FEED) shown[at++] = RETURN;
    shown[at++] = byte;
  }
  return shown;
}
