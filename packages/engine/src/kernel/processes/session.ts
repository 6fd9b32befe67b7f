import type { ProcessGrant } from 'devonz-engine-protocol/process-grant';
import type { KernelLimits } from '../../abi/limits.ts';
import type { ExitStatus, SignalName, TerminalSize } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import { GuardedPaths } from '../files/guarded-paths.ts';
import { ByteQueue } from '../io/byte-queue.ts';
import type { OpenFile } from '../io/open-file.ts';
import { PipeReadEnd, PipeWriteEnd } from '../io/pipe.ts';
import { kernelCaller } from '../io/wait-list.ts';
import { Terminal, TerminalFile } from '../terminal/terminal.ts';
import type { TerminalNotes } from '../terminal/terminal-notes.ts';
import type { ProcessSession, SessionFiles } from './process.ts';
import type { ProcessTable } from './process-table.ts';

export interface SessionRequest {
  /** A path, or a name to be looked up; `args` starts with it. */
  file: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Runs on a terminal of that size, or on pipes without it. */
  terminal?: TerminalSize | undefined;
  /** With a terminal: the key for its notes. */
  notesKey?: string | null;
  /** Set with a terminal that programs must not recognise as one. */
  isPlain?: boolean;
  /** The access of its programs; `null` permits everything. */
  grant?: ProcessGrant | null;
  /** Pipes only: separates standard error from standard output. */
  isErrorSeparate?: boolean;
}

export interface ClientSession {
  readonly pid: number;
  /** Types on the terminal, or writes to standard input. */
  write(data: Uint8Array): void;
  /** Ends standard input; on a terminal, with Ctrl-D. */
  endInput(): void;
  resize(size: TerminalSize): void;
  /** Requests all processes to end (SIGTERM), and kills them if they have not ended in time, or on a second call. */
  kill(): void;
  /** Reads the programs' output, until an empty chunk; writers wait while it is not read. */
  readOutput(): Promise<Uint8Array>;
  readError(): Promise<Uint8Array>;
  /** The exit status of the first process. */
  readonly exit: Promise<ExitStatus>;
}

const CHUNK_BYTES = 65_536;
const END_OF_FILE = 0x04;

interface Wiring {
  stdio: OpenFile[];
  terminal: Terminal | null;
  write(data: Uint8Array): void;
  endInput(): void;
  output: ByteQueue;
  error: ByteQueue;
}

export interface SessionKernel {
  processes: ProcessTable;
  fileSystem: FileSystem;
  limits: KernelLimits;
}

export function startSession({ processes, fileSystem, limits }: SessionKernel, request: SessionRequest): ClientSession {
  const wiring =
    request.terminal === undefined
      ? wirePipes(limits, request.isErrorSeparate ?? false)
      : wireTerminal(processes, limits, request.terminal, request);
  const { terminal } = wiring;
  const { file, args, env, cwd } = request;
  const process = processes.start({
    file,
    args,
    env,
    cwd,
    stdio: wiring.stdio,
    parent: null,
    session: { terminal, files: filesFor(fileSystem, request.grant ?? null, terminal?.notes ?? null) },
    isGroupLeader: true,
  });
  if (terminal !== null) terminal.foregroundGroup = process.group;
  const exit = new Promise<ExitStatus>((resolve) => {
    processes.onExit(process, (status) => {
      terminal?.hangUp();
      resolve(status);
    });
  });
  const read = async (queue: ByteQueue): Promise<Uint8Array> => queue.read(kernelCaller, CHUNK_BYTES);
  return {
    pid: process.pid,
    write: wiring.write,
    endInput: wiring.endInput,
    resize: (size) => terminal?.resize(size),
    kill: createKill(processes, process.session, limits.killGraceMilliseconds, exit),
    readOutput: () => read(wiring.output),
    readError: () => read(wiring.error),
    exit,
  };
}

function filesFor(fileSystem: FileSystem, grant: ProcessGrant | null, notes: TerminalNotes | null): SessionFiles {
  if (grant === null) return { ofFirst: fileSystem, ofOthers: fileSystem, grant };
  const guarded = (isFirst: boolean): FileSystem =>
    fileSystem.guardedBy(new GuardedPaths(grant, isFirst), (access, path) => notes?.refused(access, path));
  return { ofFirst: guarded(true), ofOthers: guarded(false), grant };
}

function wireTerminal(
  processes: ProcessTable,
  limits: KernelLimits,
  size: TerminalSize,
  { notesKey, isPlain }: Pick<SessionRequest, 'notesKey' | 'isPlain'>,
): Wiring {
  const onSignal = (group: number, signal: SignalName) => processes.signalGroup(group, signal);
  const terminal = new Terminal(size, limits.pipeBytes, onSignal, { notesKey, isPlain });
  const file = new TerminalFile(terminal);
  const error = new ByteQueue(limits.pipeBytes);
  error.end();
  return {
    stdio: [file, file, new TerminalFile(terminal, 'stderr')],
    terminal,
    write: (data) => terminal.input(data),
    endInput: () => terminal.input(Uint8Array.of(END_OF_FILE)),
    output: terminal.output,
    error,
  };
}

function wirePipes(limits: KernelLimits, isErrorSeparate: boolean): Wiring {
  const input = new ByteQueue(limits.pipeBytes);
  const output = new ByteQueue(limits.pipeBytes);
  const error = isErrorSeparate ? new ByteQueue(limits.pipeBytes) : output;
  const standardOutput = new PipeWriteEnd(output);
  return {
    stdio: [new PipeReadEnd(input), standardOutput, isErrorSeparate ? new PipeWriteEnd(error) : standardOutput],
    terminal: null,
    write: (data) => input.push(data),
    endInput: () => input.end(),
    output,
    error,
  };
}

function createKill(
  processes: ProcessTable,
  session: ProcessSession,
  graceMilliseconds: number,
  exit: Promise<ExitStatus>,
): ClientSession['kill'] {
  const end = () => processes.signalSession(session, 'SIGKILL');
  let isAsked = false;
  return () => {
    if (isAsked) return end();
    isAsked = true;
    processes.signalSession(session, 'SIGTERM');
    const timer = setTimeout(end, graceMilliseconds);
    // Processes that outlive the leader have received SIGHUP, so there is no process left to wait for.
    void exit.then(() => {
      clearTimeout(timer);
      end();
    });
  };
}
