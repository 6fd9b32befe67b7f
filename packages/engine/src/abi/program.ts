import type { SystemCalls } from './system-calls.ts';

/**
 * A built-in program: what `/bin/<name>` is on Unix. It runs in a worker of its own, sees nothing but this context,
 * and ends with its exit code. Descriptors 0, 1 and 2 are open (or null devices) when it starts.
 */
export interface ProgramContext {
  pid: number;
  parentPid: number;
  /** `argv[0]` included. */
  args: string[];
  /** A copy of its own. */
  env: Record<string, string>;
  cwd: string;
  system: SystemCalls;
  /**
   * A further channel to the kernel for a thread of this process (a worker it starts), so that one that waits does not stop the
   * others; transfer both to it and give them to `createSystemCallClient`. Absent where programs share a thread (tests).
   */
  openChannel?: () => { port: MessagePort; buffer: SharedArrayBuffer };
  /**
   * Runs the program a second time, on a thread of this process, which finds the port as its `threadPort`; the answer ends it.
   * It shares the process's descriptors, not its memory.
   */
  startThread: (port: MessagePort, given: { env: Record<string, string>; cwd: string }) => () => void;
  /** Hands the kernel a WebAssembly module to keep, see kept-modules.ts. Absent where programs share a thread (tests). */
  keepModule?: (key: string, module: WebAssembly.Module) => void;
  /** Leads to the thread that started this one. Such a thread ends by a message on it, never by `exit`, which ends the process. */
  threadPort?: MessagePort;
  /**
   * For a program of the engine's own whose code is all that has run in its worker: it ends now and has left nothing going, so that the
   * worker may run another one. A worker that has run a program of the user's never may.
   */
  leaveClean?: () => void;
  /** Origin of the sandbox (`http://run.ide.localhost:8788`); the registry is at `${origin}/registry/`. */
  origin: string;
}

export type Program = (context: ProgramContext) => Promise<number>;

/** The built-in programs. `coreutils` serves every text and file command by `argv[0]`'s base name. */
export type ProgramName = 'node' | 'jsh' | 'npm' | 'npx' | 'coreutils';
