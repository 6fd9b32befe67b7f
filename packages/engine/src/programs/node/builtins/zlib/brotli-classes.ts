import * as glue from 'brotli-wasm/glue';
import wasmFile from 'brotli-wasm/wasm';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { BROTLI_OPERATION, BrotliDecoder, BrotliEncoder } from './brotli-codec.ts';
import { CodecHandle } from './codec-handle.ts';
import { afterWrite, type FlushNumbers, ZlibBase } from './zlib-base.ts';
import { ZLIB_MODE } from './zlib-modes.ts';
import { optionsOf } from './zlib-options.ts';

/** `BROTLI_PARAM_…` */
const PARAMETER = { quality: 1, noLiteralContext: 4, largeWindow: 6, last: 8 } as const;
/** Node's default. */
const BEST_QUALITY = 11;

const brotliNumbers: FlushNumbers = {
  flush: BROTLI_OPERATION.process,
  finishFlush: BROTLI_OPERATION.finish,
  fullFlush: BROTLI_OPERATION.flush,
  last: BROTLI_OPERATION.metadata,
};

/** The file beside the bundle, or (bundled for tests) its bytes. Asked for synchronously: `brotliCompressSync` cannot wait. */
function readWasm(host: NodeHost): Uint8Array<ArrayBuffer> {
  if (typeof wasmFile !== 'string') return wasmFile;
  // The worker's own, which programs do not see.
  const Request = (host.scope.hidden.get('XMLHttpRequest') ?? globalThis.XMLHttpRequest) as typeof XMLHttpRequest;
  const request = new Request();
  request.open('GET', wasmFile, false);
  request.responseType = 'arraybuffer';
  request.send();
  // As asked for by the response type.
  return new Uint8Array(request.response as ArrayBuffer);
}

let isStarted = false;

function start(host: NodeHost): void {
  if (isStarted) return;
  const module = new WebAssembly.Module(readWasm(host));
  // Functions of the glue, which the WebAssembly calls by name.
  const instance = new WebAssembly.Instance(module, { './brotli_wasm_bg.js': glue as unknown as WebAssembly.ModuleImports });
  glue.setWasm(instance.exports);
  isStarted = true;
}

/** Number → value of `options.params`. */
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
    const handle = new CodecHandle(host.loop, () => {
      start(host);
      return mode === ZLIB_MODE.brotliEncode ? new BrotliEncoder(quality) : new BrotliDecoder();
    });
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
