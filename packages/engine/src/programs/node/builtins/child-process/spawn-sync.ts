import type { ExitStatus } from '../../../../abi/system-calls.ts';
import { Buffer } from '../../base/buffer-class.ts';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { invalidArgumentType } from '../../errors/node-error.ts';
import { createSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { inputBytes } from '../crypto/hashes.ts';
import { createSpawnRequest, type SpawnRequest, type SpawnSettings, splitArguments } from './spawn-request.ts';

interface SyncResult {
  pid: number;
  output: (Buffer | string | null)[];
  stdout: Buffer | string | null;
  stderr: Buffer | string | null;
  status: number | null;
  signal: string | null;
  error?: Error;
}

const READ_WRITE_NEW = 0o1102;

/** Files take the place of the pipes: while this process waits nobody would empty a pipe, and a child that fills it would never end. */
class CapturedRun {
  readonly #files: (string | null)[] = [];
  readonly #descriptors: number[] = [];

  constructor(
    private readonly host: NodeHost,
    private readonly request: SpawnRequest,
  ) {}

  run(input: unknown): { pid: number; status: ExitStatus; output: (Buffer | null)[] } {
    const { system } = this.host;
    const stdio = this.request.stdio.map((kind, index) => this.#prepare(kind, index, input));
    let pid = 0;
    try {
      const { file, args, cwd, env } = this.request;
      pid = system.sync('spawn', { file, args, cwd, env, stdio });
    } finally {
      for (const descriptor of this.#descriptors) system.sync('close', descriptor);
      if (pid === 0) this.#removeFiles();
    }
    const status = system.sync('wait', pid);
    const output = this.#files.map((path, index) => (path === null || index === 0 ? null : Buffer.from(system.sync('readFile', path))));
    this.#removeFiles();
    return { pid, status, output };
  }

  #prepare(kind: SpawnRequest['stdio'][number], index: number, input: unknown): number | null {
    this.#files[index] = null;
    if (typeof kind === 'number') return kind;
    if (kind === 'ignore' || kind === 'ipc') return null;
    if (index === 0 && (input === undefined || input === null)) return null;
    const { system, context } = this.host;
    const path = `/tmp/.spawn-sync-${context.pid}-${monotonicNow()}-${index}`;
    if (index === 0) system.sync('writeFile', path, new Uint8Array(inputBytes(input)), 0o1101, 0o600);
    const descriptor = system.sync('open', path, index === 0 ? 0 : READ_WRITE_NEW, 0o600);
    this.#files[index] = path;
    this.#descriptors.push(descriptor);
    return descriptor;
  }

  #removeFiles(): void {
    for (const path of this.#files) if (path !== null) this.host.system.sync('removeTree', path, true);
  }
}

export function createSyncCalls(host: NodeHost): BuiltinExports {
  const runSync = (file: unknown, args: string[], settings: SpawnSettings): SyncResult => {
    const request = createSpawnRequest(host, file, args, settings);
    const { encoding } = settings;
    const convert = (buffer: Buffer | null) =>
      buffer === null || encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding as 'utf8');
    try {
      const { pid, status, output } = new CapturedRun(host, request).run(settings.input);
      const converted = output.map(convert);
      return {
        pid,
        output: converted,
        stdout: converted[1] ?? null,
        stderr: converted[2] ?? null,
        status: status.exitCode,
        signal: status.signal,
      };
    } catch (failure) {
      const code = systemErrorCode(failure);
      if (code === null) throw failure;
      const error = createSystemError(code, { syscall: `spawnSync ${request.shownFile}`, path: request.shownFile });
      error.message = `spawnSync ${request.shownFile} ${code}`;
      return {
        error: Object.assign(error, { spawnargs: args }),
        pid: 0,
        output: [],
        stdout: null,
        stderr: null,
        status: null,
        signal: null,
      };
    }
  };
  const spawnSync = (file: unknown, ...rest: unknown[]): SyncResult => {
    const { args, settings } = splitArguments(rest);
    return runSync(file, args, settings);
  };
  /** The output, or an error that carries it. Errors are shown as they come unless the caller took them. */
  const checked = (command: string, settings: SpawnSettings, result: SyncResult): Buffer | string | null => {
    if (settings.stdio === undefined && result.stderr !== null && result.stderr.length > 0) {
      const stderr = host.builtin('process').stderr as { write(data: unknown): void };
      stderr.write(result.stderr);
    }
    if (result.error !== undefined) throw Object.assign(result.error, result);
    if (result.status === 0) return result.stdout;
    const details = result.stderr !== null && result.stderr.length > 0 ? `\n${String(result.stderr)}` : '';
    throw Object.assign(new Error(`Command failed: ${command}${details}`), result);
  };
  const execFileSync = (file: unknown, ...rest: unknown[]) => {
    const { args, settings } = splitArguments(rest);
    return checked([file, ...args].join(' '), settings, runSync(file, args, settings));
  };
  const execSync = (command: unknown, settings: SpawnSettings = {}) => {
    if (typeof command !== 'string') throw invalidArgumentType('command', 'of type string', command);
    return checked(command, settings, runSync(command, [], { ...settings, shell: settings.shell || true }));
  };
  return { spawnSync, execFileSync, execSync };
}
