import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { pathArgument } from '../fs/fs-arguments.ts';
import { promisifyCustom } from '../util/util-module.ts';
import { ChildProcess } from './child-process.ts';
import { createSpawnRequest, type SpawnSettings, spawnOptionsOf, splitArguments } from './spawn-request.ts';
import { createSyncCalls } from './spawn-sync.ts';

type Callback = (error: unknown, stdout: unknown, stderr: unknown) => void;

const DEFAULT_MAX_BUFFER = 1024 * 1024;

function watchSettings(host: NodeHost, child: ChildProcess, settings: SpawnSettings): void {
  const { signal, timeout = 0, killSignal = 'SIGTERM' } = settings;
  if (timeout > 0) {
    const timer = host.timers.setTimeout(() => child.kill(killSignal), timeout);
    child.once('exit', () => timer.close());
  }
  if (signal === undefined) return;
  const abort = () => {
    child.kill(killSignal);
    child.emit(
      'error',
      Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' }),
    );
  };
  if (signal.aborted) host.loop.nextTick(abort, []);
  else signal.addEventListener('abort', abort, { once: true });
}

function commandError(command: string, child: ChildProcess, stderr: string): Error {
  const error = new Error(`Command failed: ${command}\n${stderr}`);
  return Object.assign(error, { code: child.exitCode, killed: child.killed, signal: child.signalCode, cmd: command });
}

/** Gathers the output of a child until it closes. */
function collect(child: ChildProcess, command: string, settings: SpawnSettings, callback: Callback): void {
  const encoding = settings.encoding ?? 'utf8';
  const maxBuffer = settings.maxBuffer ?? DEFAULT_MAX_BUFFER;
  const chunks: { stdout: Uint8Array[]; stderr: Uint8Array[] } = { stdout: [], stderr: [] };
  let failure: Error | null = null;
  let isDone = false;
  for (const name of ['stdout', 'stderr'] as const) {
    let size = 0;
    child[name]?.on('data', (chunk: unknown) => {
      const bytes = chunk as Uint8Array;
      size += bytes.length;
      if (size <= maxBuffer) chunks[name].push(bytes);
      else if (failure === null) {
        failure = nodeError(RangeError, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER', `${name} maxBuffer length exceeded`);
        child.kill();
      }
    });
  }
  const result = (name: 'stdout' | 'stderr') => {
    const whole = Buffer.concat(chunks[name]);
    return encoding === 'buffer' ? whole : whole.toString(encoding as 'utf8');
  };
  const finish = (error: unknown) => {
    if (isDone) return;
    isDone = true;
    callback(error, result('stdout'), result('stderr'));
  };
  child.on('error', (error: unknown) => finish(error));
  child.on('close', () => {
    if (failure !== null) finish(failure);
    else if (child.exitCode === 0 && child.signalCode === null) finish(null);
    else finish(commandError(command, child, String(Buffer.concat(chunks.stderr))));
  });
}

/** `util.promisify(exec)` gives `{ stdout, stderr }`, and the child on the promise. */
function addPromiseForm(call: (...args: unknown[]) => ChildProcess): void {
  const promised = (...args: unknown[]): Promise<unknown> => {
    let child: ChildProcess | null = null;
    const promise = new Promise((resolve, reject) => {
      child = call(...args, (error: unknown, stdout: unknown, stderr: unknown) => {
        if (error) reject(Object.assign(error, { stdout, stderr }));
        else resolve({ stdout, stderr });
      });
    });
    return Object.assign(promise, { child });
  };
  Object.defineProperty(call, promisifyCustom, { value: promised, configurable: true });
}

export function createChildProcessModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  class OwnChildProcess extends ChildProcess {
    constructor() {
      super(host);
    }
  }
  Object.defineProperty(OwnChildProcess, 'name', { value: 'ChildProcess' });
  // A method of its own: what a program puts in its place must not be another program's.
  Object.defineProperty(OwnChildProcess.prototype, 'spawn', { value: ChildProcess.prototype.spawn, writable: true, configurable: true });
  const start = (file: unknown, args: string[], settings: SpawnSettings): ChildProcess => {
    const child = new OwnChildProcess();
    child.spawn(spawnOptionsOf(createSpawnRequest(host, file, args, settings)));
    watchSettings(host, child, settings);
    return child;
  };
  const spawn = (file: unknown, ...rest: unknown[]): ChildProcess => {
    const { args, settings } = splitArguments(rest);
    return start(file, args, settings);
  };
  const execFile = (file: unknown, ...rest: unknown[]): ChildProcess => {
    const callback = rest.findLast((argument) => typeof argument === 'function') as Callback | undefined;
    const { args, settings } = splitArguments(rest.filter((argument) => typeof argument !== 'function'));
    const child = start(file, args, { ...settings, stdio: 'pipe' });
    collect(child, [file, ...args].join(' '), settings, callback ?? (() => {}));
    return child;
  };
  const exec = (command: unknown, ...rest: unknown[]): ChildProcess => {
    if (typeof command !== 'string') throw invalidArgumentType('command', 'of type string', command);
    const callback = rest.findLast((argument) => typeof argument === 'function') as Callback | undefined;
    const settings = (rest.find((argument) => typeof argument === 'object' && argument !== null) ?? {}) as SpawnSettings;
    const child = start(command, [], { ...settings, stdio: 'pipe', shell: settings.shell || true });
    collect(child, command, settings, callback ?? (() => {}));
    return child;
  };
  const fork = (module: unknown, ...rest: unknown[]): ChildProcess => {
    const { args, settings } = splitArguments(rest);
    const path = pathArgument(module, 'modulePath');
    const execArgv = settings.execArgv ?? (host.builtin('process').execArgv as string[]);
    const base = Array.isArray(settings.stdio)
      ? settings.stdio
      : settings.silent === true || settings.stdio === 'pipe'
        ? ['pipe', 'pipe', 'pipe']
        : [0, 1, 2];
    const stdio = base.includes('ipc') ? base : [...base, 'ipc'];
    return start(settings.execPath ?? '/usr/bin/node', [...execArgv, path, ...args], { ...settings, stdio, shell: false });
  };
  addPromiseForm(exec);
  addPromiseForm(execFile);
  return { ChildProcess: OwnChildProcess, spawn, exec, execFile, fork, ...createSyncCalls(host) };
}
