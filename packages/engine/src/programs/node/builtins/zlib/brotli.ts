import * as glue from 'brotli-wasm/glue';
import wasmFile from 'brotli-wasm/wasm';
import type { NodeHost } from '../../node-host.ts';

/** `BROTLI_PARAM_QUALITY` */
const QUALITY_PARAMETER = 1;
/** Node's default. */
const BEST_QUALITY = 11;
const CHUNK_BYTES = 65_536;

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

function qualityOf(options: unknown): number {
  const parameters: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'params') : undefined;
  const quality: unknown = typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, QUALITY_PARAMETER) : undefined;
  return typeof quality === 'number' ? quality : BEST_QUALITY;
}

function brotliError(): Error {
  return Object.assign(new Error('Decompression failed'), { code: 'ERR__ERROR_FORMAT_PADDING_1', errno: -15 });
}

interface StepResult {
  buf: Uint8Array;
  code: number;
  input_offset: number;
}

type Output = (data: Uint8Array, isLast: boolean) => void;

/** One stream in either direction. */
class BrotliStream {
  readonly #step: (input: Uint8Array | undefined) => StepResult;
  #isDone = false;

  constructor(
    private readonly output: Output,
    private readonly isCompressing: boolean,
    options: unknown,
  ) {
    if (isCompressing) {
      const stream = new glue.CompressStream(qualityOf(options));
      this.#step = (input) => stream.compress(input, CHUNK_BYTES);
    } else {
      const stream = new glue.DecompressStream();
      this.#step = (input) => stream.decompress(input ?? new Uint8Array(0), CHUNK_BYTES);
    }
  }

  push(chunk: Uint8Array, isLast: boolean): void {
    if (chunk.length > 0) this.#feed(chunk);
    if (!isLast) return;
    if (this.isCompressing) this.#feed(undefined);
    else if (!this.#isDone) throw Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR', errno: -5 });
    this.output(new Uint8Array(0), true);
  }

  #feed(given: Uint8Array | undefined): void {
    let input = given;
    for (;;) {
      let result: StepResult;
      try {
        result = this.#step(input);
      } catch {
        throw brotliError();
      }
      if (result.buf.length > 0) this.output(result.buf, false);
      if (input !== undefined) input = input.subarray(result.input_offset);
      if (result.code === glue.BrotliStreamResultCode.ResultSuccess) this.#isDone = true;
      if (result.code !== glue.BrotliStreamResultCode.NeedsMoreOutput) return;
    }
  }
}

/** The two formats of zlib that are brotli's. */
export function brotliFormats(host: NodeHost) {
  const stream = (isCompressing: boolean) => (_level: unknown, output: Output, options: unknown) => {
    start(host);
    return new BrotliStream(output, isCompressing, options);
  };
  const whole = (isCompressing: boolean) => (data: Uint8Array, _level: unknown, options: unknown) => {
    start(host);
    const chunks: Uint8Array[] = [];
    new BrotliStream((chunk) => chunks.push(chunk), isCompressing, options).push(data, true);
    const result = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      result.set(chunk, offset);
      offset += chunk.length;
    }
    return result;
  };
  return new Map([
    ['brotliCompress', { whole: whole(true), stream: stream(true) }],
    ['brotliDecompress', { whole: whole(false), stream: stream(false) }],
  ]);
}
