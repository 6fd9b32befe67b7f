import type { SignalName, SystemCalls } from '../../../abi/system-calls.ts';
import type { InputStream } from '../streams/input-stream.ts';
import type { OutputStream } from '../streams/output-stream.ts';
import type { CommandFiles } from './command-files.ts';

export interface ProcessObserver {
  onStart(pid: number): void;
  onExit(pid: number): void;
}

export interface RunOptions {
  /** Environment of the command instead of the caller's. */
  env?: Map<string, string>;
  cwd?: string;
  /** Bytes for its standard input; null: nothing; left out: the caller's. */
  input?: Uint8Array | null;
  signal?: AbortSignal;
  /** Nothing is left to do after it: it may take this command's place (`env`, `nice`). */
  takesPlace?: boolean;
  /** Told of each process that runs for it. */
  observer?: ProcessObserver;
  /** A descriptor for its standard output, which it takes over; left out: the caller's. */
  output?: number;
}

/** What a coreutil sees of the world. */
export interface CommandContext {
  /** The name it was called by. */
  name: string;
  /** Without the name. */
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
  /** For what must pass on a signal that would end it: none ends it from now on. Returns the unsubscriber. */
  onTermination(listener: (signal: SignalName) => void): () => void;
  /** Runs another command with this one's descriptors (xargs, env, find -exec); 127 when there is none. */
  run(argv: string[], options?: RunOptions): Promise<number>;
}

/** Returns its exit code. What it throws is shown as `name: message` and ends it with 1. */
export type Command = (context: CommandContext) => Promise<number>;

/** Ends a command from anywhere in it: `name: message` on standard error, and the code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
