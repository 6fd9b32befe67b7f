import type { SystemCalls } from './system-calls.ts';

/**
 * The context of a built-in program, which corresponds to `/bin/<name>` on Unix. It runs in its own worker, sees nothing but this context,
 * and ends with its exit code. Descriptors 0, 1 and 2 are open (or null devices) when it starts.
 */
export interface ProgramContext {
  pid: number;
  parentPid: number;
  /** Includes `argv[0]`. */
  args: string[];
  /** The program's own copy. */
  env: Record<string, string>;
  cwd: string;
  system: SystemCalls;
  /**
   * Opens another channel to the kernel for a thread of this process (a worker that it starts), so that a waiting thread does not block the
   * others; transfer both results to it and pass them to `createSystemCallClient`. Missing if programs share a thread (tests).
   */
  openChannel?: () => { port: MessagePort; buffer: SharedArrayBuffer };
  /**
   * Runs the program again on another thread of this process, which receives the port as its `threadPort`. Returns a function that ends it.
   * The thread shares the process's descriptors, but not its memory.
   */
  startThread: (port: MessagePort, given: { env: Record<string, string>; cwd: string }) => () => void;
  /** Gives the kernel a WebAssembly module to keep, see kept-modules.ts. Missing if programs share a thread (tests). */
  keepModule?: (key: string, module: WebAssembly.Module) => void;
  /** The port to the thread that started this one. Such a thread ends by a message on it, never by `exit`, which ends the process. */
  threadPort?: MessagePort;
  /**
   * Called by one of the engine's own programs if only its own code has run in its worker: it ends now and leaves nothing running, so the
   * worker may run another program. A worker that has run a user's program is never reused.
   */
  leaveClean?: () => void;
  /** The sandbox's origin (`http://run.ide.localhost:8788`); the registry is at `${origin}/registry/`. */
  origin: string;
}

export type Program = (context: ProgramContext) => Promise<number>;

/** The built-in programs. `coreutils` implements all text and file commands, selected by the base name of `argv[0]`. */
export type ProgramName = 'node' | 'jsh' | 'npm' | 'npx' | 'coreutils';
