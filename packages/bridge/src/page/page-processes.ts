import { proxy, releaseProxy, transfer } from 'comlink';
import { splitAtCharacter } from 'devonz-engine-protocol/client-wire/split-at-character';
import { PROCESS_GRANT_VARIABLE } from 'devonz-engine-protocol/process-grant';
import { PLAIN_CONSOLE_VARIABLE, TERMINAL_NOTES_VARIABLE } from 'devonz-engine-protocol/terminal-note';
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

/** The client's callback on the other side of the wire; `null` marks the end. */
export type OutputListener = ((data: Uint8Array | null) => unknown) & { [releaseProxy]?: () => void };

export interface RunListeners {
  stdout: OutputListener | undefined;
  stderr: OutputListener | undefined;
  /** Receives both, in the order in which they were written. */
  output: OutputListener | undefined;
}

type Stream = 'stdout' | 'stderr';
type ProcessEnd = Extract<ServerMessage, { type: 'end' }>['end'];

interface PageProcess {
  listeners: RunListeners;
  /** The beginnings of characters whose rest has not come yet. */
  rests: Record<Stream, Uint8Array<ArrayBuffer>>;
  /** Resolves when the client has processed everything so far. */
  delivery: Promise<unknown>;
  finish(code: number): void;
  hasEnded: boolean;
}

const FALLBACK_SIZE = { columns: 80, rows: 24 };

/** The client's processes. */
export class PageProcesses {
  readonly #connection: () => BridgeConnection;
  readonly #workdir: string;
  readonly #processes = new Map<number, PageProcess>();
  #lastId = 0;

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
    // Before it is started: its output may come together with the answer.
    this.#processes.set(id, { listeners, rests, delivery: Promise.resolve(), finish, hasEnded: false });
    try {
      await this.#start(id, request, listeners.stdout !== undefined || listeners.stderr !== undefined);
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

  /** The machine has forgotten them. */
  endAll(reason: string): void {
    for (const [id, process] of this.#processes) void this.#end(id, process, { type: 'lost', reason });
  }

  async #start(id: number, { command, args = [], env = {}, cwd, terminal }: RunRequest, isErrorSeparate: boolean): Promise<void> {
    const { [TERMINAL_NOTES_VARIABLE]: _notes, [PROCESS_GRANT_VARIABLE]: _grant, [PLAIN_CONSOLE_VARIABLE]: plain, ...given } = env;
    await this.#connection().ask({
      call: 'start',
      process: id,
      command,
      args: args.map(String),
      cwd: this.#resolveCwd(cwd),
      env: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
      terminal: terminal === undefined ? null : toSize(terminal.cols, terminal.rows),
      isPlain: plain === '1',
      isErrorSeparate,
    });
  }

  /** Confirms bytes when the client has processed them, which holds back a program that is faster. */
  #pass(id: number, process: PageProcess, stream: Stream, bytes: Uint8Array): void {
    // The client decodes each chunk separately, so no chunk ends inside a character.
    const { whole, rest } = splitAtCharacter(process.rests[stream], bytes);
    process.rests[stream] = rest;
    const delivered = deliver(process.listeners, stream, whole);
    process.delivery = Promise.all([process.delivery, delivered]);
    void delivered.then(() => this.#connection().send({ type: 'output-taken', process: id, bytes: bytes.byteLength }));
  }

  async #end(id: number, process: PageProcess, end: ProcessEnd): Promise<void> {
    if (process.hasEnded) return;
    process.hasEnded = true;
    this.#processes.delete(id);
    const { listeners, rests } = process;
    await Promise.all([process.delivery, deliver(listeners, 'stdout', rests.stdout), deliver(listeners, 'stderr', rests.stderr)]);
    const all = [listeners.stdout, listeners.stderr, listeners.output];
    await Promise.allSettled(all.map((listener) => listener?.(null)));
    process.finish(exitCodeOf(end));
    for (const listener of all) listener?.[releaseProxy]?.();
  }

  #resolveCwd(cwd: string | undefined): string {
    if (cwd === undefined || cwd === '') return this.#workdir;
    const isAbsolute = cwd.startsWith('/') || /^[A-Za-z]:[\\/]/.test(cwd);
    return (isAbsolute ? cwd : `${this.#workdir}/${cwd}`).replace(/(?<=.)\/+$/, '');
  }
}

/** Resolves when the client has processed the bytes. A failing listener is the client's problem; the program continues. */
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
