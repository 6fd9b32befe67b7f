import { followTimeZone } from '../time-zone/follow-time-zone.ts';
import { nameAbortReasons } from './abort-reasons.ts';
import { nativeCrypto, withWebKeys } from './base/native-crypto.ts';
import { looksNative } from './base/native-looking.ts';
import { decodeBase64, encodeBase64 } from './builtins/buffer/base64-text.ts';
import { holdBlobStreams } from './builtins/buffer/blob-streams.ts';
import { createFetch } from './builtins/http/create-fetch.ts';
import { completeFormData } from './builtins/http/form-data-bodies.ts';
import { completeWebMessages } from './builtins/http/web-messages.ts';
import { completePerformance } from './builtins/perf-hooks-module.ts';
import type { NodeProcess } from './builtins/process/node-process.ts';
import { completeUrl } from './builtins/url/complete-url.ts';
import { completeSearchParams } from './builtins/url/search-params.ts';
import { assertCloneable } from './builtins/worker-threads/uncloneable.ts';
import { completeWhenRead } from './complete-when-read.ts';
import { nodeError } from './errors/node-error.ts';
import { keepCompiledModules } from './keep-compiled-modules.ts';
import type { NodeHost } from './node-host.ts';

/** Worker globals that Node does not have; libraries detect a browser by them. */
const workerOnly: ReadonlySet<string> = new Set([
  'self',
  'navigator',
  'location',
  'importScripts',
  'postMessage',
  'onmessage',
  'onmessageerror',
  'onerror',
  'onlanguagechange',
  'onoffline',
  'ononline',
  'onrejectionhandled',
  'onunhandledrejection',
  'close',
  'name',
  'origin',
  'isSecureContext',
  'crossOriginIsolated',
  'indexedDB',
  'caches',
  'fonts',
  'scheduler',
  'trustedTypes',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'createImageBitmap',
  'reportError',
  'WorkerGlobalScope',
  'DedicatedWorkerGlobalScope',
  'WorkerLocation',
  'WorkerNavigator',
  'XMLHttpRequest',
  'XMLHttpRequestEventTarget',
  'XMLHttpRequestUpload',
  'OffscreenCanvas',
  'OffscreenCanvasRenderingContext2D',
  'FileReader',
  'FileReaderSync',
  'Worker',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'TEMPORARY',
  'PERSISTENT',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
  'ServiceWorkerRegistration',
  'Notification',
  'EventSource',
  'ImageBitmap',
  'ImageData',
  'Path2D',
  'FontFace',
  'Cache',
  'CacheStorage',
  'navigation',
  'WebSocketStream',
]);

/** The names that `for (const name in globalThis)` finds in Node. */
const enumerable: ReadonlySet<string> = new Set([
  'global',
  'clearImmediate',
  'setImmediate',
  'clearInterval',
  'clearTimeout',
  'setInterval',
  'setTimeout',
  'queueMicrotask',
  'structuredClone',
  'atob',
  'btoa',
  'performance',
  'fetch',
  'crypto',
]);

/** Inherited accessors of a worker; as own values, programs (happy-dom) can replace and restore them. */
const ownValues: ReadonlySet<string> = new Set(['crypto', 'performance']);

function scrubWorkerGlobals(hidden: Map<string, unknown>): void {
  for (const name of ['XMLHttpRequest', 'navigator']) hidden.set(name, Reflect.get(globalThis, name));
  const values = new Map([...ownValues].map((name) => [name, Reflect.get(globalThis, name)] as const));
  for (
    let object: object | null = globalThis;
    object !== null && object !== EventTarget.prototype && object !== Object.prototype;
    object = Object.getPrototypeOf(object)
  )
    for (const name of Object.getOwnPropertyNames(object))
      if (workerOnly.has(name) || ownValues.has(name) || /^on[a-z]+$/.test(name)) Reflect.deleteProperty(object, name);
  // These come from EventTarget, which every signal and port shares, or cannot be deleted, so they can only be shadowed.
  const inherited: string[] = [];
  for (const name in globalThis) if (!enumerable.has(name)) inherited.push(name);
  for (const name of new Set(['addEventListener', 'removeEventListener', 'dispatchEvent', ...inherited]))
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.configurable !== false)
      Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true, enumerable: false });
  for (const [name, value] of values)
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

const SUBTLE_METHODS = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'generateKey',
  'deriveKey',
  'deriveBits',
  'importKey',
  'exportKey',
  'wrapKey',
  'unwrapKey',
];

/** Keeps the process alive for native promises, which may be all that a program waits for. */
function holdNativePromises(host: NodeHost): void {
  const { scope, loop } = host;
  const holdMethods = (target: object, names: string[], around: typeof withWebKeys = (_name, run, args) => run(args)) => {
    for (const name of names) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') continue;
      const held = function (this: unknown, ...args: unknown[]): unknown {
        const result = around(name, (given) => Reflect.apply(method, this, given), args);
        return result instanceof Promise ? loop.hold(result) : result;
      };
      Object.defineProperty(held, 'name', { value: name });
      Object.defineProperty(target, name, { value: looksNative(held), writable: true, configurable: true, enumerable: false });
    }
  };
  const nativeFetch = globalThis.fetch;
  if (typeof nativeFetch === 'function') scope.define('fetch', createFetch(host, nativeFetch), true);
  if (scope.globalObject !== globalThis) return;
  completeWhenRead(globalThis, ['WebAssembly'], () => {
    if (host.context.keepModule !== undefined) keepCompiledModules(WebAssembly, host.context.keepModule);
    holdMethods(WebAssembly, ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']);
  });
  // A program obtains a Request, Response or Blob by reading one of these globals, or from `fetch`, which reads them.
  completeWhenRead(globalThis, ['Request', 'Response', 'Blob', 'File'], () => {
    holdMethods(globalThis.Blob.prototype, ['arrayBuffer', 'text', 'bytes']);
    holdBlobStreams(loop);
    for (const message of [globalThis.Request, globalThis.Response]) completeFormData(message, globalThis.Response);
    for (const target of [globalThis.Response.prototype, globalThis.Request.prototype])
      holdMethods(target, ['arrayBuffer', 'text', 'json', 'blob', 'formData', 'bytes']);
    completeWebMessages(host);
  });
  whenSubtleIsRead((subtle) => holdMethods(Object.getPrototypeOf(subtle), SUBTLE_METHODS, withWebKeys));
}

/** Calls `complete` on the first read of the browser's `crypto.subtle`, under any name. */
function whenSubtleIsRead(complete: (subtle: object) => void): void {
  const prototype: object = Object.getPrototypeOf(nativeCrypto());
  const own = Object.getOwnPropertyDescriptor(prototype, 'subtle');
  const read = own?.get;
  if (own === undefined || read === undefined) return;
  const covering = {
    get subtle(): unknown {
      const subtle: unknown = Reflect.apply(read, this, []);
      if (Object.getOwnPropertyDescriptor(prototype, 'subtle')?.get === getter) Object.defineProperty(prototype, 'subtle', own);
      if (!isComplete && typeof subtle === 'object' && subtle !== null) {
        isComplete = true;
        complete(subtle);
      }
      return subtle;
    },
  };
  let isComplete = false;
  const getter = Object.getOwnPropertyDescriptor(covering, 'subtle')?.get;
  Object.defineProperty(prototype, 'subtle', { ...own, ...(getter === undefined ? {} : { get: getter }) });
}

/** Gives a missing argument Node's error message; the browser's differs. */
function checkRevocation(): void {
  const revoke = URL.revokeObjectURL;
  URL.revokeObjectURL = function revokeObjectURL(...args: [address?: unknown]): void {
    if (args.length === 0) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified');
    revoke.call(URL, `${args[0]}`);
  };
}

/** Wraps the browser's function, which cannot clone the `process.env` proxy and does not know what must not be cloned. */
function createStructuredClone(process: NodeProcess): unknown {
  const native = globalThis.structuredClone;
  const clone = function structuredClone(value: unknown, options?: StructuredSerializeOptions): unknown {
    assertCloneable(value);
    return native(value === process.env ? { ...(value as object) } : value, options);
  };
  return looksNative(clone);
}

export function installGlobals(host: NodeHost, process: NodeProcess): void {
  const { scope, timers } = host;
  const { globalObject } = scope;
  nativeCrypto();
  if (globalObject === globalThis) scrubWorkerGlobals(scope.hidden);
  scope.define('global', globalObject, true);
  scope.define('globalThis', globalObject);
  scope.define('process', process);
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'] as const)
    scope.define(name, timers[name], true);
  const nativeQueueMicrotask = globalThis.queueMicrotask.bind(globalThis);
  scope.define(
    'queueMicrotask',
    (callback: () => void) => {
      const bound = host.loop.bindContext(callback);
      nativeQueueMicrotask(() => host.loop.runMicrotask(bound));
    },
    true,
  );
  scope.defineLazy('Buffer', () => host.builtin('buffer').Buffer);
  // Created before programs run; otherwise a program's first output would take longer, possibly during a measurement.
  scope.define('console', host.builtin('console'));
  host.builtin('timers');
  for (const name of ['MessageChannel', 'MessagePort', 'BroadcastChannel'])
    scope.defineLazy(name, () => host.builtin('worker_threads')[name]);
  holdNativePromises(host);
  completePerformance();
  scope.define('structuredClone', createStructuredClone(process), true);
  for (const name of ['performance', 'crypto']) scope.define(name, Reflect.get(globalThis, name), true);
  if (globalObject === globalThis) {
    completeWhenRead(globalThis, ['URL', 'URLSearchParams'], () => {
      scope.define('URLSearchParams', completeSearchParams(globalThis.URLSearchParams));
      checkRevocation();
      scope.define('URL', completeUrl(globalThis.URL));
    });
    nameAbortReasons(host);
    followTimeZone(host.context.env, globalThis, looksNative);
  }
  scope.define('atob', decodeBase64, true);
  scope.define('btoa', encodeBase64, true);
}
