import { proxy, releaseProxy, transfer } from 'comlink';
import { splitAtCharacter } from 'devonz-engine-protocol/client-wire/split-at-character';
import { PROCESS_GRANT_VARIABLE, parseProcessGrant, strictestGrant } from 'devonz-engine-protocol/process-grant';
import { PLAIN_CONSOLE_VARIABLE, TERMINAL_NOTES_VARIABLE } from 'devonz-engine-protocol/terminal-note';
import { shellExitCode } from '../abi/signals.ts';
import { SystemError } from '../abi/system-calls.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { TerminalNotes } from '../kernel/terminal/terminal-notes.ts';
import { toNodeError } from './node-error.ts';

export interface RunRequest {
  command: string;
  args?: string[];
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

export interface RunEnvironment {
  kernel: Kernel;
  workdir: string;
  path: string;
}

/** The client's handle of a process. */
export interface RemoteProcess {
  write(data: string): void;
  kill(): void;
  resize(size: { cols: number; rows: number }): void;
  /** Resolves once all output has been delivered. */
  onExit: Promise<number>;
}

const FALLBACK_SIZE = { columns: 80, rows: 24 };
/** The number of unconfirmed messages to the client beyond which output is combined into a larger one. */
const MAX_IN_FLIGHT = 2;

export function runCommand({ kernel, workdir, path }: RunEnvironment, request: RunRequest, listeners: RunListeners): RemoteProcess {
  const { command, args = [], terminal } = request;
  const cwd = resolveCwd(workdir, request.cwd);
  const {
    [TERMINAL_NOTES_VARIABLE]: notesKey,
    [PLAIN_CONSOLE_VARIABLE]: plain,
    [PROCESS_GRANT_VARIABLE]: grant,
    ...given
  } = request.env ?? {};
  const isPlain = plain === '1';
  const isErrorSeparate = listeners.stdout !== undefined || listeners.stderr !== undefined;
  // Not named `jsh`: Expo takes that name for a machine that can only be reached through an external tunnel, and exits if it has none.
  const base = { PATH: path, HOME: '/home', PWD: cwd, SHELL: '/bin/sh', USER: 'root', LANG: 'C.UTF-8' };
  const env = {
    ...base,
    ...(terminal === undefined || isPlain ? {} : { TERM: 'xterm-256color', COLORTERM: 'truecolor' }),
    ...toStrings(given),
  };
  const session = start(kernel, {
    file: command,
    args: [command, ...args.map(String)],
    env,
    cwd,
    isErrorSeparate,
    // An unintelligible grant permits nothing.
    grant: grant === undefined ? null : (parseProcessGrant(grant) ?? strictestGrant(workdir)),
    ...(terminal === undefined
      ? {}
      : { terminal: { columns: terminal.cols, rows: terminal.rows }, notesKey: TerminalNotes.keyOf(notesKey), isPlain }),
  });
  const { stdout, stderr, output } = listeners;
  const pumps = [pump(session.readOutput, [output, stdout])];
  if (isErrorSeparate) pumps.push(pump(session.readError, [output, stderr]));
  const encoder = new TextEncoder();
  return proxy({
    write: (data: string) => session.write(encoder.encode(data)),
    kill: () => session.kill(),
    resize: ({ cols, rows }: { cols: number; rows: number }) =>
      session.resize({ columns: cols || FALLBACK_SIZE.columns, rows: rows || FALLBACK_SIZE.rows }),
    onExit: finish(pumps, session.exit.then(shellExitCode), listeners),
  });
}

function start(kernel: Kernel, request: Parameters<Kernel['start']>[0]): ReturnType<Kernel['start']> {
  try {
    return kernel.start(request);
  } catch (error) {
    // Node's message for a failed spawn: `spawn foo ENOENT`.
    if (error instanceof SystemError)
      throw Object.assign(new Error(`spawn ${request.file} ${error.code}`), { cause: toNodeError(error, 'spawn', []) });
    throw error;
  }
}

async function finish(pumps: Promise<void>[], exit: Promise<number>, listeners: RunListeners): Promise<number> {
  await Promise.all(pumps);
  await Promise.allSettled(Object.values(listeners).map((listener: OutputListener | undefined) => listener?.(null)));
  const exitCode = await exit;
  for (const listener of Object.values(listeners) as (OutputListener | undefined)[]) listener?.[releaseProxy]?.();
  return exitCode;
}

/** The client decodes each chunk separately, so no chunk ends inside a character. */
async function pump(read: () => Promise<Uint8Array>, listeners: (OutputListener | undefined)[]): Promise<void> {
  const inFlight: Promise<unknown>[] = [];
  let rest = new Uint8Array(0);
  const send = async (chunk: Uint8Array): Promise<void> => {
    if (chunk.byteLength === 0) return;
    if (inFlight.length >= MAX_IN_FLIGHT) await inFlight.shift();
    for (const listener of listeners) {
      if (listener === undefined) continue;
      const copy = chunk.slice();
      // A failing listener is the client's problem; the program continues.
      inFlight.push(Promise.resolve(listener(transfer(copy, [copy.buffer]))).catch(() => {}));
    }
  };
  for (;;) {
    const chunk = await read();
    if (chunk.byteLength === 0) break;
    const split = splitAtCharacter(rest, chunk);
    rest = split.rest;
    await send(split.whole);
  }
  await send(rest);
  await Promise.all(inFlight);
}

function resolveCwd(workdir: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '') return workdir;
  return (cwd.startsWith('/') ? cwd : `${workdir}/${cwd}`).replace(/(?<=.)\/+$/, '');
}

function toStrings(env: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, String(value)]));
}
