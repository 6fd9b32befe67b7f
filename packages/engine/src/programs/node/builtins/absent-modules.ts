import { notSupported } from '../errors/node-error.ts';
import type { BuiltinExports, BuiltinFactory } from '../node-host.ts';

const noSockets = 'a browser has no such sockets';

/** Modules that programs import everywhere and that cannot be had here: each says so when it is used. */
export const absentModules: Record<string, BuiltinFactory> = {
  cluster: () =>
    createAbsentModule('cluster', ['fork', 'setupPrimary', 'setupMaster'], 'run one process', {
      isPrimary: true,
      isMaster: true,
      isWorker: false,
      workers: {},
      settings: {},
    }),
  domain: () => createAbsentModule('domain', ['create', 'createDomain'], 'the module is deprecated; use AsyncLocalStorage'),
  http2: () =>
    createAbsentModule('http2', ['connect', 'createServer', 'createSecureServer'], 'use http', {
      constants: {},
      sensitiveHeaders: Symbol('sensitiveHeaders'),
      // What serves both versions asks whether a request is of this one (`@hono/node-server`); it never is.
      Http2ServerRequest: class Http2ServerRequest {},
      Http2ServerResponse: class Http2ServerResponse {},
    }),
  inspector: () =>
    createAbsentModule('inspector', ['open', 'Session'], "use the browser's own tools", {
      url: () => undefined,
      close: () => {},
      console: undefined,
    }),
  'inspector/promises': () => createAbsentModule('inspector', ['Session'], "use the browser's own tools"),
  repl: () => createAbsentModule('repl', ['start', 'REPLServer'], 'it is not built in yet'),
  sqlite: () =>
    createAbsentModule('sqlite', ['DatabaseSync', 'StatementSync', 'backup'], 'it is native code; use sql.js or @sqlite.org/sqlite-wasm'),
  tls: () =>
    createAbsentModule('tls', ['connect', 'createServer', 'TLSSocket', 'Server'], noSockets, {
      DEFAULT_MIN_VERSION: 'TLSv1.2',
      DEFAULT_MAX_VERSION: 'TLSv1.3',
      rootCertificates: [],
      createSecureContext: () => ({}),
      checkServerIdentity: () => undefined,
    }),
  trace_events: () =>
    createAbsentModule('trace_events', ['createTracing'], "use the browser's own tools", { getEnabledCategories: () => '' }),
};

function createAbsentModule(name: string, members: string[], reason: string, extra: BuiltinExports = {}): BuiltinExports {
  const absent = members.map((member) => [
    member,
    function refuse(): never {
      throw notSupported(`${name}.${member}`, reason);
    },
  ]);
  return { ...Object.fromEntries(absent), ...extra };
}
