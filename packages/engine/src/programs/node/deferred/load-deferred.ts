import { parse } from 'acorn';
import EventEmitter from 'events/';
import readableStream from 'readable-stream';
import * as capturedGlobals from '../../../../scripts/captured-globals.mjs';
import * as bufferClass from '../base/buffer-class.ts';
import * as callableClass from '../base/callable-class.ts';
import * as nativeCrypto from '../base/native-crypto.ts';
import * as valueCodec from '../builtins/value-codec.ts';
import * as scriptDeclarations from '../builtins/vm/script-declarations.ts';
import * as nodeErrors from '../errors/node-error.ts';
import * as systemErrors from '../errors/shape-system-error.ts';
import * as validations from '../errors/validate.ts';
import * as stackText from '../inspect/stack-text.ts';
import type { NodeHost } from '../node-host.ts';

type Shared = ReadonlyMap<string, unknown>;

/**
 * The modules that a deferred part shares with the bundle instead of having a copy, because classes must be identical in both. The build
 * (`deferredParts` in packages/engine/scripts/engine-plugins.mjs) omits them from the parts.
 */
const shared: Shared = new Map<string, unknown>([
  ['captured-globals', capturedGlobals],
  ['acorn', { parse }],
  ['events/', EventEmitter],
  ['readable-stream', readableStream],
  ['base/buffer-class.ts', bufferClass],
  ['base/callable-class.ts', callableClass],
  ['base/native-crypto.ts', nativeCrypto],
  ['builtins/value-codec.ts', valueCodec],
  ['builtins/vm/script-declarations.ts', scriptDeclarations],
  ['errors/node-error.ts', nodeErrors],
  ['errors/shape-system-error.ts', systemErrors],
  ['errors/validate.ts', validations],
  ['inspect/stack-text.ts', stackText],
]);

function requireShared(name: string, also: Shared | null): unknown {
  const found = shared.get(name) ?? also?.get(name);
  if (found === undefined) throw new Error(`${name} is not shared with deferred parts`);
  return found;
}

function readText(host: NodeHost, file: string | Uint8Array): string {
  if (typeof file !== 'string') return new TextDecoder().decode(file);
  // The worker's own, which is hidden from programs.
  const Request = (host.scope.hidden.get('XMLHttpRequest') ?? globalThis.XMLHttpRequest) as typeof XMLHttpRequest;
  const request = new Request();
  request.open('GET', file, false);
  request.send();
  if (request.status !== 200) throw new Error(`a part of the engine could not be loaded: ${file} answered ${request.status}`);
  return request.responseText;
}

/**
 * Runs a part of the bundle that few programs need. It is synchronous, because Node's synchronous functions cannot wait for a promise.
 * `file` is the value of an import of `deferred:NAME`; `also` has the modules taken from another such part.
 */
export function loadDeferred(host: NodeHost, name: string, file: string | Uint8Array, also: Shared | null = null): unknown {
  // The compiler's own helpers use `Object`.
  const expression = `(function (require, module, exports, Object) {${readText(host, file)}\n})`;
  // The expression is a function.
  const run = host.scope.evaluate(expression, `/engine/deferred/${name}.js`) as (...given: unknown[]) => void;
  const module = { exports: {} };
  run((shares: string) => requireShared(shares, also), module, module.exports, Object);
  return module.exports;
}
