import { absentModules } from './builtins/absent-modules.ts';
import { createAsyncHooksModule } from './builtins/async-hooks-module.ts';
import { createBufferModule } from './builtins/buffer/buffer-module.ts';
import { createChildProcessModule } from './builtins/child-process/child-process-module.ts';
import { createConstantsModule } from './builtins/constants-module.ts';
import { createCryptoModule } from './builtins/crypto/crypto-module.ts';
import { deferredModules } from './builtins/deferred-modules.ts';
import { createDgramModule } from './builtins/dgram-module.ts';
import { createDiagnosticsChannelModule } from './builtins/diagnostics-channel-module.ts';
import { createDnsModule, createDnsPromisesModule } from './builtins/dns-module.ts';
import { createEventsModule } from './builtins/events-module.ts';
import { createFsModule, createFsPromisesModule } from './builtins/fs/fs-module.ts';
import { createHttpModule, createHttpsModule } from './builtins/http/http-module.ts';
import { innerModules } from './builtins/inner-modules.ts';
import { createNetModule } from './builtins/net/net-module.ts';
import { createTlsModule } from './builtins/net/tls-module.ts';
import { createOsModule } from './builtins/os-module.ts';
import { createPathModule } from './builtins/path/path-module.ts';
import { createPerfHooksModule } from './builtins/perf-hooks-module.ts';
import { createReadlineModule, createReadlinePromisesModule } from './builtins/readline/readline-module.ts';
import { createSqliteModule } from './builtins/sqlite-module.ts';
import {
  createStreamConsumersModule,
  createStreamModule,
  createStreamPromisesModule,
  createStreamWebModule,
} from './builtins/stream/stream-module.ts';
import { createStringDecoderModule } from './builtins/string-decoder-module.ts';
import { createTimersModule, createTimersPromisesModule } from './builtins/timers-module.ts';
import { createTtyModule } from './builtins/tty-module.ts';
import { createPunycodeModule } from './builtins/url/punycode-module.ts';
import { createQuerystringModule } from './builtins/url/querystring-module.ts';
import { createUrlModule } from './builtins/url/url-module.ts';
import { createTypeTests } from './builtins/util/type-tests.ts';
import { createV8Module } from './builtins/v8/v8-module.ts';
import { createVmModule } from './builtins/vm/vm-module.ts';
import { createWorkerThreadsModule } from './builtins/worker-threads/worker-threads-module.ts';
import { createZlibModule } from './builtins/zlib/zlib-module.ts';
import type { BuiltinExports, BuiltinFactory } from './node-host.ts';

/** The factories by module name of the modules that need only their host. */
export const builtinFactories: Record<string, BuiltinFactory> = {
  ...innerModules,
  'assert/strict': (host) => host.builtin('assert').strict as BuiltinExports,
  async_hooks: createAsyncHooksModule,
  buffer: createBufferModule,
  child_process: createChildProcessModule,
  constants: createConstantsModule,
  crypto: createCryptoModule,
  dgram: createDgramModule,
  diagnostics_channel: createDiagnosticsChannelModule,
  dns: createDnsModule,
  'dns/promises': createDnsPromisesModule,
  events: createEventsModule,
  fs: createFsModule,
  'fs/promises': createFsPromisesModule,
  http: createHttpModule,
  https: createHttpsModule,
  net: createNetModule,
  os: createOsModule,
  path: (host) => createPathModule(() => (host.builtin('process').cwd as () => string)()),
  'path/posix': (host) => host.builtin('path'),
  'path/win32': (host) => host.builtin('path').win32 as BuiltinExports,
  perf_hooks: createPerfHooksModule,
  punycode: createPunycodeModule,
  querystring: createQuerystringModule,
  readline: createReadlineModule,
  'readline/promises': createReadlinePromisesModule,
  sqlite: createSqliteModule,
  stream: createStreamModule,
  'stream/consumers': createStreamConsumersModule,
  'stream/promises': createStreamPromisesModule,
  'stream/web': createStreamWebModule,
  string_decoder: createStringDecoderModule,
  sys: (host) => host.builtin('util'),
  timers: createTimersModule,
  'timers/promises': createTimersPromisesModule,
  tls: createTlsModule,
  tty: createTtyModule,
  url: createUrlModule,
  'util/types': createTypeTests,
  v8: createV8Module,
  vm: createVmModule,
  worker_threads: createWorkerThreadsModule,
  zlib: createZlibModule,
  ...deferredModules,
  ...absentModules,
};
