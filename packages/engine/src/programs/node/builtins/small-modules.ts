import { StringDecoder } from 'string_decoder/';
import { Buffer } from '../base/buffer-class.ts';
import { loadRareClasses } from '../deferred/load-rare-classes.ts';
import { nodeError, notSupported } from '../errors/node-error.ts';
import { createSystemError } from '../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../node-host.ts';
import { isLoopback } from './net/addresses.ts';

export function createStringDecoderModule(): BuiltinExports {
  // With and without `new`; the base words the error otherwise.
  const construct = (args: unknown[], target: object = StringDecoder): object => {
    const [encoding] = args;
    if (encoding !== undefined && encoding !== null && !Buffer.isEncoding(String(encoding)))
      throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(encoding)}`);
    return Reflect.construct(StringDecoder, args, target as typeof StringDecoder);
  };
  return {
    StringDecoder: new Proxy(StringDecoder, {
      construct: (_target, args, newTarget) => construct(args, newTarget),
      apply: (_target, _receiver, args) => construct(args),
    }),
  };
}

export function createPerfHooksModule(host: NodeHost): BuiltinExports {
  const { performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList } =
    globalThis;
  const extras = {
    timerify: (callback: unknown) => callback,
    eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
    nodeTiming: {
      name: 'node',
      entryType: 'node',
      startTime: 0,
      duration: 0,
      nodeStart: 0,
      bootstrapComplete: 0,
      loopStart: 0,
      loopExit: -1,
      idleTime: 0,
    },
  };
  for (const [name, value] of Object.entries(extras))
    if (!(name in performance)) Object.defineProperty(performance, name, { value, configurable: true, writable: true });
  return {
    performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    monitorEventLoopDelay: (options?: unknown) => new (loadRareClasses(host).IntervalHistogram)(host.timers, options),
    createHistogram: () => new (loadRareClasses(host).RecordableHistogram)(),
    constants: {},
  };
}

type LookupCallback = (error: unknown, address?: unknown, family?: number) => void;

function resolveName(name: string, all: boolean): { address: unknown; family: number } {
  if (!isLoopback(name)) {
    const error = createSystemError('ENOTFOUND', { syscall: 'getaddrinfo' });
    error.message = `getaddrinfo ENOTFOUND ${name}`;
    throw Object.assign(error, { errno: -3008, hostname: name });
  }
  return { address: all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', family: 4 };
}

export function createDnsModule(host: NodeHost): BuiltinExports {
  const lookup = (name: string, ...rest: unknown[]): void => {
    const callback = rest.at(-1) as LookupCallback;
    const options = rest[0];
    const all = typeof options === 'object' && options !== null && 'all' in options && options.all === true;
    host.loop.post(() => {
      try {
        const { address, family } = resolveName(name, all);
        if (all) callback(null, address);
        else callback(null, address, family);
      } catch (error) {
        callback(error);
      }
    });
  };
  const absent = (name: string) => () => {
    throw notSupported(`dns.${name}`, 'a browser does not let programs ask name servers');
  };
  const queries = [
    'resolve',
    'resolve4',
    'resolve6',
    'resolveMx',
    'resolveTxt',
    'resolveSrv',
    'resolveNs',
    'resolveCname',
    'reverse',
    'lookupService',
  ];
  return {
    ...Object.fromEntries(queries.map((name) => [name, absent(name)])),
    lookup,
    get promises() {
      return host.builtin('dns/promises');
    },
    getDefaultResultOrder: () => 'verbatim',
    setDefaultResultOrder: () => {},
    getServers: () => [],
    setServers: () => {},
    ADDRCONFIG: 1024,
    V4MAPPED: 2048,
    ALL: 256,
    NOTFOUND: 'ENOTFOUND',
  };
}

export function createDnsPromisesModule(host: NodeHost): BuiltinExports {
  return {
    lookup: (name: string, options: { all?: boolean } = {}) =>
      new Promise((resolve, reject) => {
        host.loop.post(() => {
          try {
            const { address, family } = resolveName(name, options.all === true);
            resolve(options.all === true ? address : { address, family });
          } catch (error) {
            reject(error);
          }
        });
      }),
    getDefaultResultOrder: () => 'verbatim',
    setDefaultResultOrder: () => {},
    getServers: () => [],
  };
}

/** Modules that can be imported everywhere and say what is missing when used. */
export function createAbsentModule(name: string, members: string[], reason: string, extra: BuiltinExports = {}): BuiltinExports {
  const absent = members.map((member) => [
    member,
    function refuse(): never {
      throw notSupported(`${name}.${member}`, reason);
    },
  ]);
  return { ...Object.fromEntries(absent), ...extra };
}
