import brotliCodecsFile from 'deferred:brotli-codecs';
import wasmFile from 'brotli-wasm/wasm';
import type { brotliCodecs } from '../../deferred/brotli-codecs.ts';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { CodecHandle } from './codec-handle.ts';
import { afterWrite, type FlushNumbers, ZlibBase } from './zlib-base.ts';
import { BROTLI_OPERATION, ZLIB_MODE } from './zlib-modes.ts';
import { optionsOf } from './zlib-options.ts';

/** The values of `BROTLI_PARAM_…`. */
const PARAMETER = { quality: 1, noLiteralContext: 4, largeWindow: 6, last: 8 } as const;
/** Node's default. */
const BEST_QUALITY = 11;

const brotliNumbers: FlushNumbers = {
  flush: BROTLI_OPERATION.process,
  finishFlush: BROTLI_OPERATION.finish,
  fullFlush: BROTLI_OPERATION.flush,
  last: BROTLI_OPERATION.metadata,
};

/** Reads the file next to the bundle, or its bytes if they are bundled for tests. Synchronous, because `brotliCompressSync` cannot wait. */
function readWasm(host: NodeHost): Uint8Array<ArrayBuffer> {
  if (typeof wasmFile !== 'string') return wasmFile;
  // The worker's own class, which is hidden from programs.
  const Request = (host.scope.hidden.get('XMLHttpRequest') ?? globalThis.XMLHttpRequest) as typeof XMLHttpRequest;
  const request = new Request();
  request.open('GET', wasmFile, false);
  request.responseType = 'arraybuffer';
  request.send();
  // An ArrayBuffer, as set by the response type.
  return new Uint8Array(request.response as ArrayBuffer);
}

const loaded = new WeakMap<NodeHost, typeof brotliCodecs>();

/** Loaded with the first stream, because many programs import `zlib` without using it. */
function codecs(host: NodeHost): typeof brotliCodecs {
  let part = loaded.get(host);
  if (part === undefined) {
    part = (loadDeferred(host, 'brotli-codecs', brotliCodecsFile) as { brotliCodecs: typeof brotliCodecs }).brotliCodecs;
    loaded.set(host, part);
  }
  return part;
}

/** Returns the values of `options.params` by their number. */
function parametersOf(params: unknown): Map<number, number> {
  const found = new Map<number, number>();
  if (typeof params !== 'object' || params === null) return found;
  for (const [name, value] of Object.entries(params)) {
    const key = Number(name);
    if (!(key >= 0 && key <= PARAMETER.last) || found.has(key))
      throw nodeError(RangeError, 'ERR_BROTLI_INVALID_PARAM', `${name} is not a valid Brotli parameter`);
    if (typeof value !== 'number' && typeof value !== 'boolean') throw invalidArgumentType('options.params[key]', 'of type number', value);
    found.set(key, Number(value));
  }
  for (const flag of [PARAMETER.noLiteralContext, PARAMETER.largeWindow])
    if ((found.get(flag) ?? 0) > 1) throw nodeError(Error, 'ERR_ZLIB_INITIALIZATION_FAILED', 'Initialization failed');
  return found;
}

class Brotli extends ZlibBase {
  constructor(host: NodeHost, given: unknown, mode: number) {
    const options = optionsOf(given);
    const parameters = parametersOf(options?.params);
    const quality = Math.min(BEST_QUALITY, Math.max(0, parameters.get(PARAMETER.quality) ?? BEST_QUALITY));
    const handle = new CodecHandle(host.loop, () =>
      codecs(host).create(() => readWasm(host), mode === ZLIB_MODE.brotliEncode ? quality : null),
    );
    super(host, options, handle, brotliNumbers);
    handle.init([], this._writeState, () => afterWrite(this, handle));
  }
}

export function createBrotliClasses(host: NodeHost): [string, new (options?: unknown) => ZlibBase][] {
  return (
    [
      ['BrotliCompress', ZLIB_MODE.brotliEncode],
      ['BrotliDecompress', ZLIB_MODE.brotliDecode],
    ] as const
  ).map(([name, mode]) => [
    name,
    class extends Brotli {
      constructor(options?: unknown) {
        super(host, options, mode);
      }
    },
  ]);
}
