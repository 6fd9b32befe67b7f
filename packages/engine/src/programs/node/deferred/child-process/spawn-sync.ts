import type { ExitStatus, SignalName } from '../../../../abi/system-calls.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { monotonicNow } from '../../base/monotonic-now.ts';
import type { SpawnRequest } from '../../builtins/child-process/spawn-request.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import { createSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { execArguments, execFileArguments } from './call-arguments.ts';
import { killSignalOf, maxBufferOf, type Options, timeoutOf } from './signals-and-limits.ts';
import { requestOf, spawnArguments } from './spawn-request.ts';

interface SyncResult {
  pid: number;
  output: (Buffer | string | null)[] | null;
  stdout: Buffer | string | null;
  stderr: Buffer | string | null;
  status: number | null;
  signal: string | null;
  error?: Error;
}

interface SyncLimits {
  timeout: number;
  maxBuffer: number;
  killSignal: string;
}

const READ_WRITE_NEW = 0o1102;
const DEFAULT_MAX_BUFFER = 1024 * 1024;
/** The interval in milliseconds between checks of the child's output size. */
const LOOK_EVERY = 100;

/**
 * A run whose output goes to files instead of pipes. While this process waits, nothing would empty a pipe, and a child that fills it would
 * never end.
 */
class CapturedRun {
  readonly #files: (string | null)[] = [];
  readonly #descriptors: number[] = [];
  /** Why the child was ended early. */
  cutShort: 'ETIMEDOUT' | 'ENOBUFS' | null = null;

  constructor(
    private readonly host: NodeHost,
    private readonly request: SpawnRequest,
    private readonly limits: SyncLimits,
  ) {}

  run(inputs: readonly Uint8Array[]): { pid: number; status: ExitStatus; output: (Buffer | null)[] } {
    const { system } = this.host;
    const stdio = this.request.stdio.map((kind, index) => this.#prepare(kind, index, inputs[index]));
    let pid = 0;
    try {
      const { file, args, cwd, env } = this.request;
      pid = system.sync('spawn', { file, args, cwd, env, stdio });
    } finally {
      for (const descriptor of this.#descriptors) system.sync('close', descriptor);
      if (pid === 0) this.#removeFiles();
    }
    const status = this.#wait(pid);
    const output = this.#files.map((path, index) => (path === null || index === 0 ? null : this.#outputOf(path)));
    this.#removeFiles();
    return { pid, status, output };
  }

  #wait(pid: number): ExitStatus {
    const { system } = this.host;
    const { timeout, maxBuffer, killSignal } = this.limits;
    const until = timeout > 0 ? monotonicNow() + timeout : Number.POSITIVE_INFINITY;
    const isWatched =
      timeout > 0 || (maxBuffer < Number.POSITIVE_INFINITY && this.#files.some((path, index) => index > 0 && path !== null));
    if (!isWatched) return system.sync('wait', pid);
    for (;;) {
      const left = Math.min(LOOK_EVERY, Math.max(1, until - monotonicNow()));
      const status = system.sync('waitAtMost', pid, left);
      if (status !== null) return status;
      if (monotonicNow() >= until) this.cutShort = 'ETIMEDOUT';
      else if (this.#files.some((path, index) => index > 0 && path !== null && system.sync('stat', path).size > maxBuffer))
        this.cutShort = 'ENOBUFS';
      if (this.cutShort === null) continue;
      // Checked to be a signal name.
      system.sync('kill', pid, killSignal as SignalName);
      return system.sync('wait', pid);
    }
  }

  #outputOf(path: string): Buffer {
    const bytes = this.host.system.sync('readFile', path);
    if (bytes.length > this.limits.maxBuffer) this.cutShort ??= 'ENOBUFS';
    return Buffer.from(bytes);
  }

  #prepare(kind: SpawnRequest['stdio'][number], index: number, input: Uint8Array | undefined): number | null {
    this.#files[index] = null;
    if (typeof kind === 'number') return kind;
    if (kind === 'ignore' || kind === 'ipc') return null;
    if (index === 0 && input === undefined) return null;
    const { system, context } = this.host;
    const path = `/tmp/.spawn-sync-${context.pid}-${monotonicNow()}-${index}`;
    if (index === 0) system.sync('writeFile', path, input?.slice() ?? new Uint8Array(0), 0o1101, 0o600);
    const descriptor = system.sync('open', path, index === 0 ? 0 : READ_WRITE_NEW, 0o600);
    this.#files[index] = path;
    this.#descriptors.push(descriptor);
    return descriptor;
  }

  #removeFiles(): void {
    for (const path of this.#files) if (path !== null) this.host.system.sync('removeTree', path, true);
  }
}

function namedError(code: string, file: string, args: readonly unknown[]): Error {
  const syscall = `spawnSync ${file}`;
  const error = createSystemError(code, { syscall, path: file });
  error.message = `${syscall} ${code}`;
  error.stack = error.stack?.replace(/^.*$/m, `Error: ${error.message}`) ?? '';
  return Object.assign(error, { spawnargs: args });
}

/** Returns the child's input, as text or bytes. */
function inputOf(options: Options): Uint8Array[] {
  const { input, stdio } = options;
  const first: unknown = Array.isArray(stdio) ? stdio[0] : undefined;
  const given = input || (typeof first === 'object' && first !== null ? Reflect.get(first, 'input') : undefined);
  if (given === undefined || given === null || given === '' || given === false || given === 0) return [];
  if (typeof given !== 'string' && !ArrayBuffer.isView(given))
    throw invalidArgumentType('options.stdio[0]', 'of type string or an instance of Buffer, TypedArray, or DataView', given);
  // As in Node, Buffer rejects an invalid encoding.
  if (typeof given === 'string') return [new Uint8Array(Buffer.from(given, options.encoding as 'utf8' | undefined))];
  return [new Uint8Array(given.buffer, given.byteOffset, given.byteLength)];
}

export function createSyncCalls(host: NodeHost): BuiltinExports {
  const spawnSync = (file: unknown, args?: unknown, options?: unknown): SyncResult => {
    const { given, request: asked } = spawnArguments(host, file, args, options);
    const limits = {
      timeout: timeoutOf(given),
      maxBuffer: maxBufferOf({ maxBuffer: given.maxBuffer }, DEFAULT_MAX_BUFFER),
      killSignal: killSignalOf(given) ?? 'SIGTERM',
    };
    const inputs = inputOf(given);
    const request = requestOf(inputs.length === 0 ? asked : { ...asked, stdio: withPipe(asked.stdio) }, host.workingDirectory, true);
    const { encoding } = given;
    const convert = (buffer: Buffer | null) =>
      buffer === null || !encoding || encoding === 'buffer' ? buffer : buffer.toString(encoding as 'utf8');
    const words = request.args.slice(1);
    try {
      const run = new CapturedRun(host, request, limits);
      const { pid, status, output } = run.run(inputs);
      const converted = output.map(convert);
      const result: SyncResult = {
        pid,
        output: converted,
        stdout: converted[1] ?? null,
        stderr: converted[2] ?? null,
        status: status.signal === null ? status.exitCode : null,
        signal: status.signal,
      };
      return run.cutShort === null ? result : { error: namedError(run.cutShort, request.file, words), ...result };
    } catch (failure) {
      const code = systemErrorCode(failure);
      if (code === null) throw failure;
      const error = namedError(code, request.file, words);
      return { error, status: null, signal: null, output: null, pid: 0, stdout: null, stderr: null };
    }
  };
  /** Returns the output, or throws an error that has it. Standard error is also printed unless the caller set `stdio`. */
  const checked = (command: string, options: Options, result: SyncResult): Buffer | string | null => {
    if (!options.stdio && result.stderr !== null && result.stderr.length > 0) {
      const stderr = host.builtin('process').stderr as { write(data: unknown): void };
      stderr.write(result.stderr);
    }
    if (result.error !== undefined) throw Object.assign(result.error, result);
    if (result.status === 0) return result.stdout;
    const details = result.stderr !== null && result.stderr.length > 0 ? `\n${String(result.stderr)}` : '';
    throw Object.assign(new Error(`Command failed: ${command}${details}`), result);
  };
  const execFileSync = (...given: unknown[]) => {
    const { file, args, options } = execFileArguments(given.slice(0, 3));
    return checked([file, ...args].join(' '), options, spawnSync(file, args, options));
  };
  const execSync = (...given: unknown[]) => {
    const { command, options } = execArguments(given.slice(0, 2));
    return checked(command, options, spawnSync(command, options));
  };
  return { spawnSync, execFileSync, execSync };
}

/** Makes the child's standard input a pipe, regardless of the other options. */
function withPipe(stdio: unknown): unknown[] {
  const list: unknown[] = Array.isArray(stdio) ? [...stdio] : typeof stdio === 'string' ? [stdio, stdio, stdio] : [];
  list[0] = 'pipe';
  return list;
}
