import { notSupported } from '../errors/node-error.ts';
import type { BuiltinExports, BuiltinFactory, NodeHost } from '../node-host.ts';

/** Modules that programs import widely but that cannot exist here: each throws an error that says so when it is used. */
export const absentModules: Record<string, BuiltinFactory> = {
  cluster: (host) =>
    Object.assign(
      createEmitter(host),
      createAbsentModule('cluster', ['fork', 'Worker'], 'processes cannot share a port; run one, or use worker_threads', {
        isWorker: false,
        isMaster: true,
        isPrimary: true,
        workers: {},
        settings: {},
        SCHED_NONE: 1,
        SCHED_RR: 2,
        schedulingPolicy: 2,
        setupPrimary: () => {},
        setupMaster: () => {},
        disconnect: (done?: () => void) => {
          if (typeof done === 'function') host.loop.nextTick(done, []);
        },
      }),
    ),
  http2: () =>
    createAbsentModule('http2', ['connect', 'createServer', 'createSecureServer'], 'use http', {
      constants: {},
      sensitiveHeaders: Symbol('sensitiveHeaders'),
      // Code that supports both HTTP versions checks `instanceof` these classes (`@hono/node-server`); no request ever matches.
      Http2ServerRequest: class Http2ServerRequest {},
      Http2ServerResponse: class Http2ServerResponse {},
    }),
  inspector: (host) =>
    createAbsentModule('inspector', ['open', 'Session', 'waitForDebugger'], "use the browser's own tools", {
      url: () => undefined,
      close: () => {},
      console: host.builtin('console'),
    }),
  'inspector/promises': (host) => ({
    ...host.builtin('inspector'),
  }),
  sea: () =>
    createAbsentModule('sea', ['getAsset', 'getRawAsset', 'getAssetAsBlob'], 'no single executable is running', { isSea: () => false }),
  trace_events: () =>
    createAbsentModule('trace_events', ['createTracing'], "use the browser's own tools", { getEnabledCategories: () => '' }),
};

function createEmitter(host: NodeHost): object {
  // `events` exports its emitter class.
  const Emitter = host.builtin('events') as unknown as new () => object;
  return new Emitter();
}

function createAbsentModule(name: string, members: string[], reason: string, extra: BuiltinExports = {}): BuiltinExports {
  const absent = members.map((member) => [
    member,
    function refuse(): never {
      throw notSupported(`${name}.${member}`, reason);
    },
  ]);
  return { ...Object.fromEntries(absent), ...extra };
}
