import type { ProcessGrant } from 'devonz-engine-protocol/process-grant';
import type { KernelLimits } from '../../abi/limits.ts';
import type { Program, ProgramContext, ProgramName } from '../../abi/program.ts';
import { shellExitCode } from '../../abi/signals.ts';
import type { KernelPush, SystemCalls, TerminalSize } from '../../abi/system-calls.ts';
import type { FileSystem } from '../files/file-system.ts';
import { Kernel, type KernelOptions } from '../kernel.ts';
import type { Process } from '../processes/process.ts';
import type { StartProgram } from '../processes/process-table.ts';
import type { ClientSession } from '../processes/session.ts';

export interface TestKernelOptions {
  /** The programs by name; others print an error on descriptor 2 and exit with 127. */
  programs?: Partial<Record<ProgramName, Program>>;
  /** File contents by path; folders are created. */
  files?: Record<string, string | Uint8Array>;
  limits?: Partial<KernelLimits>;
  origin?: string;
  now?: () => number;
  onPort?: (port: number, type: 'open' | 'close') => void;
  requestOutside?: KernelOptions['requestOutside'];
}

export interface RunOptions {
  /** Defaults to `/home/project`; created if missing. */
  cwd?: string;
  env?: Record<string, string>;
  /** The whole standard input, which is empty by default. */
  stdin?: string | Uint8Array;
  /** Makes stdout contain everything that the terminal showed. */
  terminal?: TerminalSize;
  /** The access of the program; everything by default. */
  grant?: ProcessGrant;
}

export interface RunResult {
  /** As a shell reports it: 128 + n for a signal. */
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface TestKernel {
  kernel: Kernel;
  fileSystem: FileSystem;
  run(args: string[], options?: RunOptions): Promise<RunResult>;
  /** For tests that type, kill, or observe while it runs. Input stays open. */
  start(args: string[], options?: Omit<RunOptions, 'stdin'>): ClientSession;
}

const DEFAULT_CWD = '/home/project';
const DEFAULT_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin:/home/project/node_modules/.bin', HOME: '/home/project' };
/**
 * Creates a real kernel whose programs run in this thread. A `sync` call that would have to wait throws, because nothing else could
 * continue meanwhile; programs under test use `async` wherever they may wait.
 */
export function createTestKernel(options: TestKernelOptions = {}): TestKernel {
  const {
    programs = {},
    files = {},
    limits = {},
    origin = 'http://run.ide.localhost:8788',
    now = () => performance.timeOrigin + performance.now(),
  } = options;
  const startProgram: StartProgram = (process, { program, args, env, cwd }) => {
    const runner = new InlineRunner(kernel, process);
    const context: ProgramContext = {
      pid: process.pid,
      parentPid: process.parent?.pid ?? 1,
      args,
      env: { ...env },
      cwd,
      system: runner.system,
      startThread: (port, given) => {
        void programs[program]?.({ ...context, env: { ...given.env }, cwd: given.cwd, threadPort: port });
        // It shares this thread and cannot be stopped from outside.
        return () => {};
      },
      origin,
    };
    void runner.run(programs[program] ?? missingProgram(program), context);
    return runner;
  };
  const { onPort, requestOutside } = options;
  const kernel = new Kernel({
    now,
    startProgram,
    limits,
    ...(onPort === undefined ? {} : { onPort }),
    ...(requestOutside === undefined ? {} : { requestOutside }),
  });
  kernel.fileSystem.mkdir(DEFAULT_CWD, true, 0o755);
  for (const [path, content] of Object.entries(files)) {
    kernel.fileSystem.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', true, 0o755);
    kernel.fileSystem.writeFile(path, typeof content === 'string' ? new TextEncoder().encode(content) : content.slice());
  }
  const start: TestKernel['start'] = (args, { cwd = DEFAULT_CWD, env = {}, terminal, grant = null } = {}) => {
    const request = { file: args[0] ?? '', args, env: { ...DEFAULT_ENV, ...env }, cwd, isErrorSeparate: true, grant };
    return kernel.start(terminal === undefined ? request : { ...request, terminal });
  };
  return {
    kernel,
    fileSystem: kernel.fileSystem,
    start,
    async run(args, runOptions = {}) {
      const session = start(args, runOptions);
      const { stdin } = runOptions;
      if (stdin !== undefined) session.write(typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin.slice());
      session.endInput();
      const [stdout, stderr, status] = await Promise.all([readAll(session.readOutput), readAll(session.readError), session.exit]);
      return { exitCode: shellExitCode(status), stdout, stderr };
    },
  };
}

/** Ends the code of a process that has ended, like terminating its worker. */
class ProcessGone extends Error {}

class InlineRunner {
  readonly system: SystemCalls;
  readonly #kernel: Kernel;
  readonly #process: Process;
  readonly #listeners = new Set<(push: KernelPush) => void>();

  constructor(kernel: Kernel, process: Process) {
    this.#kernel = kernel;
    this.#process = process;
    // The caller checks the types for each name; here they are data, as on the wire.
    this.system = {
      sync: (name: string, ...args: unknown[]) => {
        const result = this.#call(name, args);
        if (result instanceof Promise) {
          result.catch(() => {});
          throw new Error(`would block: ${name}(${args.map(String).join(', ')})`);
        }
        return owned(result);
      },
      async: async (name: string, ...args: unknown[]) => {
        const result = owned(await this.#call(name, args));
        if (this.#process.exitStatus !== null) await new Promise(() => {});
        return result;
      },
      onPush: (listener: (push: KernelPush) => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    } as SystemCalls;
  }

  async run(program: Program, context: ProgramContext): Promise<void> {
    // As in a worker, nothing runs before `spawn` has returned.
    await Promise.resolve();
    let exitCode = 1;
    try {
      exitCode = await program(context);
    } catch (error) {
      if (this.#process.exitStatus !== null) return;
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      await this.system.async('write', 2, new TextEncoder().encode(`${text}\n`), null).catch(() => {});
    }
    this.#kernel.processes.end(this.#process, { exitCode });
  }

  push(push: KernelPush): void {
    // A message arrives in a later task.
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener(structuredClone(push));
    });
  }

  terminate(): void {
    this.#listeners.clear();
  }

  #call(name: string, args: unknown[]): unknown {
    if (this.#process.exitStatus !== null) throw new ProcessGone(`the process has ended: ${name}`);
    return this.#kernel.call(this.#process, name, args.map(owned));
  }
}

/** Copies bytes, which are never shared across the boundary. */
function owned<T>(value: T): T {
  // A copy has the same type as the original.
  return value instanceof Uint8Array ? (new Uint8Array(value) as T & Uint8Array) : value;
}

function missingProgram(name: ProgramName): Program {
  return async ({ system }) => {
    await system.async('write', 2, new TextEncoder().encode(`create-test-kernel: no program '${name}' was given\n`), null);
    return 127;
  };
}

async function readAll(read: () => Promise<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const chunk = await read();
    if (chunk.byteLength === 0) return text + decoder.decode();
    text += decoder.decode(chunk, { stream: true });
  }
}
