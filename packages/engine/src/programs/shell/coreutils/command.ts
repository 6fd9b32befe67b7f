import type { SignalName, SystemCalls } from '../../../abi/system-calls.ts';
import type { InputStream } from '../streams/input-stream.ts';
import type { OutputStream } from '../streams/output-stream.ts';
import type { CommandFiles } from './command-files.ts';

export interface ProcessObserver {
  onStart(pid: number): void;
  onExit(pid: number): void;
}

export interface RunOptions {
  /** The command's environment, instead of the caller's. */
  env?: Map<string, string>;
  cwd?: string;
  /** Bytes for its standard input; `null` for none; the caller's if omitted. */
  input?: Uint8Array | null;
  signal?: AbortSignal;
  /** Nothing remains to be done after the command, so it may replace this one (`env`, `nice`). */
  takesPlace?: boolean;
  /** Notified of each process that starts for the command. */
  observer?: ProcessObserver;
  /** A descriptor for its standard output, of which it takes ownership; the caller's if omitted. */
  output?: number;
}

/** The interface a coreutil has to the system. */
export interface CommandContext {
  /** The name by which it was called. */
  name: string;
  /** The arguments without the name. */
  args: string[];
  env: Map<string, string>;
  cwd: string;
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  files: CommandFiles;
  system: SystemCalls;
  /** Aborted when the job is interrupted. */
  signal: AbortSignal;
  origin: string;
  pid: number;
  /** Adds a listener for signals that would end the command, which from now on do not end it. Returns a function that removes it. */
  onTermination(listener: (signal: SignalName) => void): () => void;
  /** Runs another command with this one's descriptors (xargs, env, find -exec). Returns 127 if there is no such command. */
  run(argv: string[], options?: RunOptions): Promise<number>;
}

/** Runs a command and returns its exit code. Errors are shown as `name: message`, with exit code 1. */
export type Command = (context: CommandContext) => Promise<number>;

/** Ends a command from anywhere inside it: writes `name: message` to standard error and sets the exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
