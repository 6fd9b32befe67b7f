import { createAsyncHooksModule } from './builtins/async-hooks-module.ts';
import { createChildProcessModule } from './builtins/child-process/child-process-module.ts';
import { createCryptoModule } from './builtins/crypto/crypto-module.ts';
import { createDgramModule } from './builtins/dgram-module.ts';
import { createDiagnosticsChannelModule } from './builtins/diagnostics-channel-module.ts';
import { createHttpModule, createHttpsModule } from './builtins/http/http-module.ts';
import { createNetModule } from './builtins/net/net-module.ts';
import { createReadlineModule, createReadlinePromisesModule } from './builtins/readline/readline-module.ts';
import {
  createAbsentModule,
  createDnsModule,
  createDnsPromisesModule,
  createPerfHooksModule,
  createStringDecoderModule,
} from './builtins/small-modules.ts';
import { createReportersModule } from './builtins/test/reporter-choice.ts';
import { createTestModule } from './builtins/test/test-module.ts';
import { createTtyModule } from './builtins/tty-module.ts';
import { createPunycodeModule } from './builtins/url/punycode-module.ts';
import { createQuerystringModule } from './builtins/url/querystring-module.ts';
import { createUrlModule } from './builtins/url/url-module.ts';
import { createV8Module } from './builtins/v8/v8-module.ts';
import { createVmModule } from './builtins/vm-module.ts';
import { createWasiModule } from './builtins/wasi/wasi-module.ts';
import { createWorkerThreadsModule } from './builtins/worker-threads/worker-threads-module.ts';
import { createZlibModule } from './builtins/zlib/zlib-module.ts';
import type { BuiltinExports, BuiltinFactory } from './node-host.ts';

const noSockets = 'a browser has no such sockets';

/** Builtin modules beyond the everyday ones. */
export const moreBuiltins: Record<string, BuiltinFactory> = {
  async_hooks: createAsyncHooksModule,
  child_process: createChildProcessModule,
  cluster: () =>
    createAbsentModule('cluster', ['fork', 'setupPrimary', 'setupMaster'], 'run one process', {
      isPrimary: true,
      isMaster: true,
      isWorker: false,
      workers: {},
      settings: {},
    }),
  crypto: createCryptoModule,
  dgram: createDgramModule,
  diagnostics_channel: createDiagnosticsChannelModule,
  dns: createDnsModule,
  'dns/promises': createDnsPromisesModule,
  domain: () => createAbsentModule('domain', ['create', 'createDomain'], 'the module is deprecated; use AsyncLocalStorage'),
  http: createHttpModule,
  http2: () =>
    createAbsentModule('http2', ['connect', 'createServer', 'createSecureServer'], 'use http', {
      constants: {},
      sensitiveHeaders: Symbol('sensitiveHeaders'),
      // What serves both versions asks whether a request is of this one (`@hono/node-server`); it never is.
      Http2ServerRequest: class Http2ServerRequest {},
      Http2ServerResponse: class Http2ServerResponse {},
    }),
  https: createHttpsModule,
  inspector: () =>
    createAbsentModule('inspector', ['open', 'Session'], "use the browser's own tools", {
      url: () => undefined,
      close: () => {},
      console: undefined,
    }),
  'inspector/promises': () => createAbsentModule('inspector', ['Session'], "use the browser's own tools"),
  net: createNetModule,
  perf_hooks: createPerfHooksModule,
  punycode: createPunycodeModule,
  querystring: createQuerystringModule,
  readline: createReadlineModule,
  'readline/promises': createReadlinePromisesModule,
  repl: () => createAbsentModule('repl', ['start', 'REPLServer'], 'it is not built in yet'),
  sqlite: () =>
    createAbsentModule('sqlite', ['DatabaseSync', 'StatementSync', 'backup'], 'it is native code; use sql.js or @sqlite.org/sqlite-wasm'),
  string_decoder: createStringDecoderModule,
  test: createTestModule,
  'test/reporters': createReportersModule,
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
  tty: createTtyModule,
  url: createUrlModule,
  v8: createV8Module,
  vm: createVmModule,
  wasi: createWasiModule,
  worker_threads: createWorkerThreadsModule,
  zlib: createZlibModule,
  'path/posix': (host) => host.builtin('path'),
  _http_common: (host) => ({ methods: host.builtin('http').METHODS }) as BuiltinExports,
  _http_outgoing: (host) => ({ OutgoingMessage: host.builtin('http').OutgoingMessage }),
  _stream_readable: (host) => host.builtin('stream').Readable as BuiltinExports,
  _stream_writable: (host) => host.builtin('stream').Writable as BuiltinExports,
  _stream_duplex: (host) => host.builtin('stream').Duplex as BuiltinExports,
  _stream_transform: (host) => host.builtin('stream').Transform as BuiltinExports,
  _stream_passthrough: (host) => host.builtin('stream').PassThrough as BuiltinExports,
};
