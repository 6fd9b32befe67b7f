import EventEmitter from 'events/';
import { version } from '../../../../../package.json';
import { monotonicNow } from '../../base/monotonic-now.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { createSystemError, shapeSystemError } from '../../errors/shape-system-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { NODE_VERSION } from '../../node-version.ts';
import { InputStream, TerminalInputStream } from './input-stream.ts';
import { OutputStream, TerminalOutputStream } from './output-stream.ts';
import { addRareMembers } from './rare-members.ts';
import { connectSignalEvents, signalNumbers } from './signal-events.ts';

export interface ProcessArguments {
  /** After `node`: the script and what follows it. */
  argv: string[];
  execArgv: string[];
}

/** `process`, as the runtime uses it; programs see a good deal more. */
export interface NodeProcess extends EventEmitter {
  exitCode: number | string | undefined;
  _exiting: boolean;
  argv: string[];
  exit(code?: unknown): never;
  emitWarning(warning: unknown, ...rest: unknown[]): void;
  [extra: string]: unknown;
}

/** Unwinds what runs when the process has ended and the thread has not: nobody may catch it. */
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

function lazy(target: object, name: string, create: () => unknown): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = create();
      Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
      return value;
    },
    set(value: unknown) {
      Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
}

function addStreams(host: NodeHost, process: object): void {
  const output = (descriptor: number) => () =>
    isTerminal(host, descriptor) ? new TerminalOutputStream(host, descriptor) : new OutputStream(host, descriptor);
  lazy(process, 'stdout', output(1));
  lazy(process, 'stderr', output(2));
  lazy(process, 'stdin', () => (isTerminal(host, 0) ? new TerminalInputStream(host, 0) : new InputStream(host, 0)));
}

/** Every value becomes text, as in a real environment. */
function createEnvironment(values: Record<string, string>): Record<string, string> {
  return new Proxy(values, {
    set: (target, name, value) => Reflect.set(target, name, typeof name === 'symbol' ? value : String(value)),
    defineProperty: (target, name, descriptor) =>
      Reflect.defineProperty(target, name, { value: String(descriptor.value), writable: true, enumerable: true, configurable: true }),
  });
}

function addIdentity(host: NodeHost, process: NodeProcess, given: ProcessArguments): void {
  const execPath = '/usr/bin/node';
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
    // What loads native code asks for this, and takes its WebAssembly build (napi-rs, Next, rolldown): the wire is that of this API.
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
    env: createEnvironment(host.context.env),
    pid: host.context.pid,
    ppid: host.context.parentPid,
    execPath,
    argv0: 'node',
    debugPort: 9229,
    exitCode: undefined,
    _exiting: false,
    config: { target_defaults: {}, variables: {} },
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
    allowedNodeEnvironmentFlags: new Set<string>(),
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
      const path = host.resolvePath(folder);
      const details = { syscall: 'chdir', path: host.workingDirectory, dest: folder };
      try {
        if (host.system.sync('stat', path).kind !== 'directory') throw createSystemError('ENOTDIR', details);
      } catch (error) {
        throw shapeSystemError(error, details);
      }
      host.workingDirectory = path;
    },
    umask: (mask?: unknown) => {
      const wanted = typeof mask === 'string' ? Number.parseInt(mask, 8) : mask;
      if (wanted !== undefined && (typeof wanted !== 'number' || !Number.isInteger(wanted) || wanted < 0))
        throw nodeError(
          TypeError,
          'ERR_INVALID_ARG_VALUE',
          `The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received ${String(mask)}`,
        );
      return host.system.sync('umask', wanted ?? null);
    },
  });
}

function addClocks(process: NodeProcess): void {
  const startedAt = monotonicNow();
  const nanoseconds = () => BigInt(Math.round(monotonicNow() * 1e6));
  const hrtime = (previous?: [number, number]): [number, number] => {
    const now = nanoseconds() - (previous === undefined ? 0n : BigInt(previous[0]) * 1_000_000_000n + BigInt(previous[1]));
    return [Number(now / 1_000_000_000n), Number(now % 1_000_000_000n)];
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
    cpuUsage: () => ({ user: Math.round((monotonicNow() - startedAt) * 1000), system: 0 }),
    resourceUsage: () => ({
      userCPUTime: Math.round((monotonicNow() - startedAt) * 1000),
      systemCPUTime: 0,
      maxRSS: Math.round(usedHeap() / 512),
    }),
  });
}

function addControl(host: NodeHost, process: NodeProcess, endNow: (exitCode: number) => never): void {
  const numericCode = (code: unknown): number => (code === undefined || code === null ? 0 : Number(code) & 0xff);
  process.exit = (code?: unknown): never => {
    if (code !== undefined) process.exitCode = code as number;
    if (!process._exiting) {
      process._exiting = true;
      process.emit('exit', numericCode(process.exitCode));
    }
    return endNow(numericCode(process.exitCode));
  };
  Object.assign(process, {
    reallyExit: (code?: unknown) => endNow(numericCode(code)),
    abort: () => endNow(134),
    kill: (pid: unknown, signal: unknown = 'SIGTERM') => {
      if (typeof pid !== 'number') throw invalidArgumentType('pid', 'of type number', pid);
      const name = typeof signal === 'number' ? [...signalNumbers].find(([, number]) => number === signal)?.[0] : String(signal);
      if (signal !== 0 && (name === undefined || !signalNumbers.has(name)))
        throw nodeError(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${String(signal)}`);
      try {
        // Checked to be a signal's name above.
        host.system.sync('kill', pid, signal === 0 ? null : (name as 'SIGTERM'));
      } catch (error) {
        throw shapeSystemError(error, { syscall: 'kill' });
      }
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
    getActiveResourcesInfo: () => [],
    setSourceMapsEnabled: () => {},
    getBuiltinModule: (name: string) => {
      try {
        return host.builtin(name.replace(/^node:/, ''));
      } catch {
        return undefined;
      }
    },
    loadEnvFile: (path: string = '.env') => {
      const parseEnv = host.builtin('util').parseEnv as (text: string) => Record<string, string>;
      const readFileSync = host.builtin('fs').readFileSync as (path: string, encoding: string) => string;
      for (const [name, value] of Object.entries(parseEnv(readFileSync(path, 'utf8')))) host.context.env[name] ??= value;
    },
  });
}

/** Its entries cannot be changed, but others can be added (commander looks for `electron`). */
function createVersions(versions: Record<string, string>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(versions))
    Object.defineProperty(result, name, { value, enumerable: true, writable: false, configurable: false });
  return result;
}

function addWarnings(host: NodeHost, process: NodeProcess): void {
  process.emitWarning = (warning: unknown, ...rest: unknown[]) => {
    const first = rest[0];
    const options = typeof first === 'object' && first !== null ? first : { type: first, code: rest[1] };
    const type = 'type' in options && typeof options.type === 'string' ? options.type : 'Warning';
    const code = 'code' in options && typeof options.code === 'string' ? options.code : undefined;
    const detail = 'detail' in options && typeof options.detail === 'string' ? options.detail : undefined;
    if (typeof warning !== 'string' && !(warning instanceof Error))
      throw invalidArgumentType('warning', 'of type string or an instance of Error', warning);
    const error = warning instanceof Error ? warning : Object.assign(new Error(String(warning)), { name: type });
    if (code !== undefined) Object.assign(error, { code });
    if (detail !== undefined) Object.assign(error, { detail });
    if (error.name === 'DeprecationWarning' && process.noDeprecation === true) return;
    host.loop.nextTick(() => process.emit('warning', error), []);
  };
  let hasHinted = false;
  process.on('warning', (warning: Error & { code?: string }) => {
    if (host.context.env.NODE_NO_WARNINGS === '1' || process.noWarnings === true) return;
    const code = warning.code === undefined ? '' : ` [${warning.code}]`;
    const stderr = process.stderr as { write(text: string): void };
    stderr.write(`(node:${host.context.pid})${code} ${warning.name}: ${warning.message}\n`);
    if (hasHinted) return;
    hasHinted = true;
    const flag = warning.name === 'DeprecationWarning' ? '--trace-deprecation' : '--trace-warnings';
    stderr.write(`(Use \`node ${flag} ...\` to show where the warning was created)\n`);
  });
}

export function createProcess(host: NodeHost, given: ProcessArguments, endNow: (exitCode: number) => never): NodeProcess {
  // The members are added below; programs may add more.
  const process = Object.create(Object.create(EventEmitter.prototype, { constructor: { value: function process() {} } })) as NodeProcess;
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
      captureCallback = callback;
    },
    hasUncaughtExceptionCaptureCallback: () => captureCallback !== null,
    _fatalCapture: () => captureCallback,
  });
  return process;
}
