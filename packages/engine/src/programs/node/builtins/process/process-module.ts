import EventEmitter from 'events/';
import { version } from '../../../../../package.json';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import { createSystemError, shapeSystemError, systemErrorCode } from '../../errors/shape-system-error.ts';
import { validateArray, validateObject } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { NODE_VERSION } from '../../node-version.ts';
import { modeArgument } from '../fs/fs-arguments.ts';
import { createEnvironment } from './environment.ts';
import { addExit, numericCode } from './exit-codes.ts';
import { ConsoleInputStream, InputStream, TerminalInputStream } from './input-stream.ts';
import type { NodeProcess } from './node-process.ts';
import { OutputStream, TerminalOutputStream } from './output-stream.ts';
import { addRareMembers } from './rare-members.ts';
import { connectSignalEvents, signalNumbers } from './signal-events.ts';
import { addWarnings, isPendingDeprecationShown } from './warnings.ts';

export interface ProcessArguments {
  /** The arguments after `node`: the script and its arguments. */
  argv: string[];
  execArgv: string[];
}

/** Unwinds code that still runs after the process has ended but its thread has not; programs must not catch it. */
export class ProcessExit extends Error {
  override readonly name = 'ProcessExit';
  constructor(readonly exitCode: number) {
    super('the process has ended');
  }
}

function isTerminal(host: NodeHost, descriptor: number): boolean {
  try {
    return host.system.sync('isTerminal', descriptor);
  } catch {
    return false;
  }
}

function isConsole(host: NodeHost, descriptor: number): boolean {
  try {
    return host.system.sync('fstat', descriptor).kind === 'console';
  } catch {
    return false;
  }
}

/**
 * Creates the value on first read. It stays an accessor, so that copies of the process (Jest makes one for each test file)
 * share the stream.
 */
function lazy(target: object, name: string, create: () => unknown): void {
  let made: { value: unknown } | null = null;
  const get = () => {
    made ??= { value: create() };
    return made.value;
  };
  Object.defineProperty(target, name, { configurable: true, enumerable: true, get });
}

function addStreams(host: NodeHost, process: object): void {
  const output = (descriptor: number) => () =>
    isTerminal(host, descriptor) ? new TerminalOutputStream(host, descriptor) : new OutputStream(host, descriptor);
  lazy(process, 'stdout', output(1));
  lazy(process, 'stderr', output(2));
  lazy(process, 'stdin', () => {
    if (isTerminal(host, 0)) return new TerminalInputStream(host, 0);
    return isConsole(host, 0) ? new ConsoleInputStream(host, 0) : new InputStream(host, 0);
  });
}

function addIdentity(host: NodeHost, process: NodeProcess, given: ProcessArguments): void {
  const execPath = '/usr/bin/node';
  let hasWarnedOfValue = false;
  const versions = {
    node: NODE_VERSION.slice(1),
    v8: '12.4.254.21-node.33',
    uv: '1.51.0',
    zlib: '1.3.0.1',
    modules: '127',
    ares: '1.34.5',
    brotli: '1.1.0',
    nghttp2: '1.61.0',
    napi: '10',
    llhttp: '8.1.2',
    openssl: '3.0.16',
    unicode: '16.0',
    // Loaders of native code check this and choose their WebAssembly build (napi-rs, Next, rolldown); it is the version of the
    // API that the wire protocol implements.
    webcontainer: '1.6.4',
    cldr: '46.0',
    icu: '76.1',
    tz: '2025a',
    devonz: version,
  };
  Object.assign(process, {
    title: 'node',
    version: NODE_VERSION,
    versions: createVersions(versions),
    arch: 'x64',
    platform: 'linux',
    release: {
      name: 'node',
      lts: 'Jod',
      sourceUrl: `https://nodejs.org/download/release/${NODE_VERSION}/node-${NODE_VERSION}.tar.gz`,
      headersUrl: `https://nodejs.org/download/release/${NODE_VERSION}/node-${NODE_VERSION}-headers.tar.gz`,
    },
    argv: [execPath, ...given.argv],
    execArgv: given.execArgv,
    env: createEnvironment(host.context.env, () => {
      if (hasWarnedOfValue || !isPendingDeprecationShown(host, given.execArgv)) return;
      hasWarnedOfValue = true;
      process.emitWarning(
        'Assigning any value other than a string, number, or boolean to a process.env property is deprecated. Please make sure to convert the value to a string before setting process.env with it.',
        'DeprecationWarning',
        'DEP0104',
      );
    }),
    pid: host.context.pid,
    ppid: host.context.parentPid,
    execPath,
    argv0: host.context.args[0] ?? 'node',
    debugPort: 9229,
    _exiting: false,
    config: { target_defaults: {}, variables: { v8_enable_i18n_support: 1 } },
    features: {
      inspector: false,
      debug: false,
      uv: true,
      ipv6: true,
      tls_alpn: true,
      tls_sni: true,
      tls_ocsp: true,
      tls: true,
      openssl_is_boringssl: false,
      cached_builtins: true,
      typescript: 'strip',
      require_module: true,
    },
    moduleLoadList: [],
    permission: undefined,
  });
  delete process.permission;
  Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true });
}

function addDirectories(host: NodeHost, process: NodeProcess): void {
  Object.assign(process, {
    cwd: () => host.workingDirectory,
    chdir: (folder: unknown) => {
      if (typeof folder !== 'string') throw invalidArgumentType('directory', 'of type string', folder);
      const path = folder === '' ? '' : host.resolvePath(folder);
      const details = { syscall: 'chdir', path: host.workingDirectory, dest: folder };
      try {
        if (host.system.sync('stat', path).kind !== 'directory') throw createSystemError('ENOTDIR', details);
      } catch (error) {
        throw shapeSystemError(error, details);
      }
      host.workingDirectory = path;
    },
    umask: (mask?: unknown) => {
      const wanted = mask === undefined ? null : modeArgument(mask, undefined, 'mask');
      return host.system.sync('umask', wanted);
    },
  });
}

function checkUsage(previous: unknown): { user: number } {
  if (previous === undefined) return { user: 0 };
  validateObject(previous, 'prevValue');
  for (const name of ['user', 'system']) {
    const value: unknown = Reflect.get(previous, name);
    if (typeof value !== 'number') throw invalidArgumentType(`prevValue.${name}`, 'of type number', value);
    if (value < 0 || value > Number.MAX_SAFE_INTEGER || Number.isNaN(value))
      throw nodeError(RangeError, 'ERR_INVALID_ARG_VALUE', `The property 'prevValue.${name}' is invalid. Received ${value}`);
  }
  return { user: Number(Reflect.get(previous, 'user')) };
}

function addClocks(process: NodeProcess): void {
  const startedAt = monotonicNow();
  const nanoseconds = () => BigInt(Math.round(monotonicNow() * 1e6));
  const hrtime = (previous?: [number, number]): [number, number] => {
    if (previous !== undefined) {
      validateArray(previous, 'time');
      if (previous.length !== 2) throw outOfRange('time', '2', (previous as unknown[]).length);
    }
    const now = monotonicNow();
    const seconds = Math.floor(now / 1000);
    const rest = Math.floor((now - seconds * 1000) * 1e6);
    if (previous === undefined) return [seconds, rest];
    const isBorrowing = rest < previous[1];
    return [seconds - previous[0] - (isBorrowing ? 1 : 0), rest - previous[1] + (isBorrowing ? 1e9 : 0)];
  };
  const usedHeap = (): number => {
    const memory: unknown = Reflect.get(performance, 'memory');
    const used = typeof memory === 'object' && memory !== null ? Reflect.get(memory, 'usedJSHeapSize') : undefined;
    return typeof used === 'number' ? used : 32 * 1024 * 1024;
  };
  Object.assign(process, {
    hrtime: Object.assign(hrtime, { bigint: nanoseconds }),
    uptime: () => (monotonicNow() - startedAt) / 1000,
    memoryUsage: Object.assign(
      () => ({ rss: usedHeap() * 2, heapTotal: usedHeap(), heapUsed: usedHeap(), external: 1_000_000, arrayBuffers: 100_000 }),
      { rss: () => usedHeap() * 2 },
    ),
    constrainedMemory: () => 0,
    availableMemory: () => 2 * 1024 ** 3,
    cpuUsage: (previous?: unknown) => {
      const former = checkUsage(previous);
      return { user: Math.round((monotonicNow() - startedAt) * 1000) - former.user, system: 0 };
    },
    resourceUsage: () => ({
      userCPUTime: Math.round((monotonicNow() - startedAt) * 1000),
      systemCPUTime: 0,
      maxRSS: Math.round(usedHeap() / 512),
    }),
  });
}

/** Returns `null` on success, or the error. */
function sendSignal(host: NodeHost, pid: number, number: number): Error | null {
  const name = [...signalNumbers()].find(([, candidate]) => candidate === number)?.[0];
  if (number !== 0 && name === undefined) return plainError('EINVAL');
  try {
    // A signal name, as found above.
    host.system.sync('kill', pid, number === 0 ? null : (name as 'SIGTERM'));
    return null;
  } catch (error) {
    return plainError(systemErrorCode(error) ?? 'EINVAL');
  }
}

/** Creates `kill ESRCH` and similar errors with Node's message. */
function plainError(code: string): Error {
  const error = createSystemError(code, { syscall: 'kill' });
  error.message = `kill ${code}`;
  error.stack = error.stack?.replace(/^.*\n/, `Error: kill ${code}\n`) ?? '';
  return error;
}

function addControl(host: NodeHost, process: NodeProcess, endNow: (exitCode: number) => never): void {
  addExit(process);
  Object.assign(process, {
    reallyExit: (code?: unknown) => endNow(numericCode(code)),
    abort: () => endNow(134),
    _kill: (pid: number, signal: number) => sendSignal(host, pid, signal),
    kill: (given: unknown, signal: unknown) => {
      const pid = typeof given === 'string' && given !== '' ? Number(given) : given;
      if (typeof pid !== 'number' || !Number.isInteger(pid)) throw invalidArgumentType('pid', 'of type number', given);
      const number = typeof signal === 'number' ? signal : signalNumbers().get(String(signal || 'SIGTERM').toUpperCase());
      if (number === undefined) throw nodeError(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${String(signal)}`);
      const failure = (process._kill as (pid: number, signal: number) => unknown)(pid, number);
      if (failure) throw failure;
      return true;
    },
    nextTick: (callback: unknown, ...args: unknown[]) => {
      if (typeof callback !== 'function') throw invalidArgumentType('callback', 'of type function', callback);
      host.loop.nextTick(callback as () => void, args);
    },
    getuid: () => 1000,
    geteuid: () => 1000,
    getgid: () => 1000,
    getegid: () => 1000,
    getgroups: () => [1000],
    dlopen: (module: { exports: unknown }, filename: unknown) => {
      if (typeof filename !== 'string') throw invalidArgumentType('filename', 'of type string', filename);
      module.exports = host.loadAddon(host.resolvePath(filename));
    },
    _getActiveHandles: () => [],
    _getActiveRequests: () => [],
    getActiveResourcesInfo: () => host.timers.activeNames(),
    setSourceMapsEnabled: () => {},
    getBuiltinModule: (name: unknown) => {
      if (typeof name !== 'string') throw invalidArgumentType('id', 'of type string', name);
      const { isBuiltin } = host.builtin('module') as { isBuiltin(name: string): boolean };
      return isBuiltin(name) ? host.builtin(name.replace(/^node:/, '')) : undefined;
    },
    loadEnvFile: (path: string = '.env') => {
      const parseEnv = host.builtin('util').parseEnv as (text: string) => Record<string, string>;
      const readFileSync = host.builtin('fs').readFileSync as (path: string, encoding: string) => string;
      for (const [name, value] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) host.context.env[name] ??= value;
    },
  });
}

/** Existing entries cannot be changed, but others can be added (commander checks `electron`). */
function createVersions(versions: Record<string, string>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(versions))
    Object.defineProperty(result, name, { value, enumerable: true, writable: false, configurable: false });
  return result;
}

/** Creates an instance of the class that its `constructor` refers to. */
function createBare(): NodeProcess {
  const Class = { process: function process() {} }.process;
  Class.prototype = Object.create(EventEmitter.prototype, {
    constructor: { value: Class, writable: true, configurable: true },
  });
  return Object.create(Class.prototype);
}

export function createProcess(host: NodeHost, given: ProcessArguments, endNow: (exitCode: number) => never): NodeProcess {
  // The members are added below; programs may add more.
  const process = createBare();
  EventEmitter.call(process as never);
  addIdentity(host, process, given);
  addDirectories(host, process);
  addClocks(process);
  addControl(host, process, endNow);
  addRareMembers(host, process);
  addStreams(host, process);
  addWarnings(host, process);
  if (host.thread === null) connectSignalEvents(host, process);
  let captureCallback: ((error: unknown) => void) | null = null;
  Object.assign(process, {
    setUncaughtExceptionCaptureCallback: (callback: ((error: unknown) => void) | null) => {
      if (callback !== null && typeof callback !== 'function') throw invalidArgumentType('fn', 'of type function or null', callback);
      if (callback !== null && captureCallback !== null)
        throw nodeError(
          Error,
          'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET',
          '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active',
        );
      captureCallback = callback;
    },
    hasUncaughtExceptionCaptureCallback: () => captureCallback !== null,
    _fatalCapture: () => captureCallback,
  });
  return process;
}
