import { nodeError, notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';

type Make = (host: NodeHost) => BuiltinExports;

/** Creates functions that throw an error naming the alternative. */
function refusing(binding: string, names: readonly string[], instead: string): BuiltinExports {
  return Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        throw notSupported(`process.binding('${binding}').${name}`, instead);
      },
    ]),
  );
}

function modeOf(host: NodeHost, path: string): number {
  try {
    return host.system.sync('stat', host.resolvePath(path)).kind === 'directory' ? 1 : 0;
  } catch {
    return -2;
  }
}

function utilBinding(host: NodeHost): BuiltinExports {
  const types = host.builtin('util/types');
  const names = ['ArrayBuffer', 'AsyncFunction', 'DataView', 'Date', 'External', 'Map', 'MapIterator', 'NativeError', 'Promise', 'RegExp'];
  names.push('Set', 'SetIterator', 'AnyArrayBuffer', 'ArrayBufferView', 'TypedArray', 'Uint8Array');
  return Object.fromEntries(names.map((name) => [`is${name}`, types[`is${name}`]]));
}

function uvBinding(host: NodeHost): BuiltinExports {
  const { errno } = host.builtin('os').constants as { errno: Record<string, number> };
  const names = new Map(Object.entries(errno).map(([name, number]) => [-number, name]));
  return {
    errname: (number: number) => names.get(number) ?? `Unknown system error ${number}`,
    ...Object.fromEntries(Object.entries(errno).map(([name, number]) => [`UV_${name}`, -number])),
  };
}

interface SpawnOptions {
  file: string;
  args?: string[];
  cwd?: string;
  envPairs?: string[];
  stdio?: { type: string; fd?: number; input?: unknown }[];
}

/** The native call behind `spawnSync`, used by tools that record child processes (nyc, c8). */
function spawnSyncBinding(host: NodeHost): BuiltinExports {
  const { spawnSync } = host.builtin('child_process') as { spawnSync(file: string, args: string[], options: object): object };
  return {
    spawn: (options: SpawnOptions) => {
      const env = Object.fromEntries(
        (options.envPairs ?? []).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      );
      const stdio = options.stdio?.map(({ type, fd }) => (type === 'fd' || type === 'inherit' ? fd : type));
      const [argv0, ...args] = options.args ?? [options.file];
      const input = options.stdio?.[0]?.input;
      return spawnSync(options.file, args, {
        argv0,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...(options.envPairs === undefined ? {} : { env }),
        ...(stdio === undefined ? {} : { stdio }),
        ...(input === undefined ? {} : { input }),
      });
    },
  };
}

const bindings: ReadonlyMap<string, Make> = new Map<string, Make>([
  [
    'constants',
    (host) => ({
      os: host.builtin('os').constants,
      fs: host.builtin('fs').constants,
      crypto: host.builtin('crypto').constants,
      zlib: host.builtin('zlib').constants,
      trace: { TRACE_EVENT_PHASE_BEGIN: 66, TRACE_EVENT_PHASE_END: 69, TRACE_EVENT_PHASE_COMPLETE: 88 },
      internal: { EXTENSIONLESS_FORMAT_JAVASCRIPT: 0, EXTENSIONLESS_FORMAT_WASM: 1 },
    }),
  ],
  ['util', utilBinding],
  [
    'fs',
    (host) => ({
      ...refusing('fs', ['access', 'close', 'open', 'read', 'stat', 'lstat', 'fstat', 'readdir', 'writeBuffer', 'writeString'], 'use fs'),
      internalModuleStat: (first: unknown, second?: unknown) => modeOf(host, String(second ?? first)),
      statValues: new Float64Array(36),
      bigintStatValues: new BigInt64Array(36),
      kFsStatsFieldsNumber: 18,
    }),
  ],
  [
    'natives',
    (host) =>
      Object.fromEntries(
        (host.builtin('module').builtinModules as string[]).map((name) => [
          name,
          `throw new Error('the source of Node is not part of the in-browser engine; use require(${JSON.stringify(name)})');`,
        ]),
      ),
  ],
  ['spawn_sync', spawnSyncBinding],
  [
    'config',
    () => ({
      isDebugBuild: false,
      hasOpenSSL: true,
      fipsMode: false,
      hasIntl: true,
      hasTracing: false,
      hasNodeOptions: true,
      hasInspector: false,
      noBrowserGlobals: false,
      bits: 64,
    }),
  ],
  [
    'os',
    (host) => {
      const os = host.builtin('os');
      return { getHostname: os.hostname, getHomeDirectory: os.homedir, getTotalMem: os.totalmem, getFreeMem: os.freemem, getCPUs: os.cpus };
    },
  ],
  ['uv', uvBinding],
  [
    'buffer',
    (host) => {
      const { constants } = host.builtin('buffer') as { constants: { MAX_LENGTH: number; MAX_STRING_LENGTH: number } };
      return { kMaxLength: constants.MAX_LENGTH, kStringMaxLength: constants.MAX_STRING_LENGTH };
    },
  ],
  ['tty_wrap', (host) => ({ isTTY: host.builtin('tty').isatty, ...refusing('tty_wrap', ['TTY'], 'use tty.WriteStream') })],
  ['http_parser', (host) => ({ methods: host.builtin('http').METHODS, ...refusing('http_parser', ['HTTPParser'], 'use http') })],
  ['zlib', (host) => ({ crc32: host.builtin('zlib').crc32, ...refusing('zlib', ['Zlib'], 'use zlib') })],
  ['v8', () => ({})],
  ['url', (host) => ({ domainToASCII: host.builtin('url').domainToASCII, domainToUnicode: host.builtin('url').domainToUnicode })],
  ['contextify', (host) => ({ ContextifyScript: host.builtin('vm').Script })],
  ['async_wrap', () => ({ setupHooks: () => {}, Providers: {}, constants: {} })],
  ['inspector', () => ({ isEnabled: () => false, url: () => undefined })],
  ['icu', () => ({ getStringWidth: (text: unknown) => String(text).length })],
  ['crypto', (host) => ({ getCiphers: host.builtin('crypto').getCiphers, getHashes: host.builtin('crypto').getHashes })],
  ...(
    [
      ['tcp_wrap', ['TCP', 'TCPConnectWrap'], 'use net'],
      ['pipe_wrap', ['Pipe', 'PipeConnectWrap'], 'use net'],
      ['stream_wrap', ['ShutdownWrap', 'WriteWrap'], 'use net'],
      ['cares_wrap', ['getaddrinfo', 'getnameinfo'], 'use dns'],
      ['process_wrap', ['Process'], 'use child_process'],
      ['signal_wrap', ['Signal'], 'use process.on'],
      ['js_stream', ['JSStream'], 'use stream'],
      ['fs_event_wrap', ['FSEvent'], 'use fs.watch'],
    ] as const
  ).map(([name, members, instead]): [string, Make] => [name, () => refusing(name, members, instead)]),
]);

/** Implements `process.binding`. Each binding is created once, because tools that wrap its functions expect to find them wrapped. */
export function createBindings(host: NodeHost): (name: unknown) => BuiltinExports {
  const made = new Map<string, BuiltinExports>();
  return (name) => {
    const key = String(name);
    const make = bindings.get(key);
    if (make === undefined) throw nodeError(Error, 'ERR_INVALID_MODULE', `No such module: ${key}`);
    let binding = made.get(key);
    if (binding === undefined) {
      binding = make(host);
      made.set(key, binding);
    }
    return binding;
  };
}
