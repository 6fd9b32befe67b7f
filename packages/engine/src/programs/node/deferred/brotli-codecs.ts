import * as glue from 'brotli-wasm/glue';
import type { Codec } from '../builtins/zlib/codec.ts';
import { BrotliDecoder, BrotliEncoder } from './zlib/brotli-codec.ts';

let isStarted = false;

/** The codecs that `zlib` uses from this part: one Brotli stream in either direction. `quality` is 0 to 11, or null for a decoder. */
export const brotliCodecs = {
  create(readWasm: () => Uint8Array<ArrayBuffer>, quality: number | null): Codec {
    if (!isStarted) {
      const module = new WebAssembly.Module(readWasm());
      // The glue functions, which the WebAssembly imports by name.
      const instance = new WebAssembly.Instance(module, { './brotli_wasm_bg.js': glue as unknown as WebAssembly.ModuleImports });
      glue.setWasm(instance.exports);
      isStarted = true;
    }
    return quality === null ? new BrotliDecoder() : new BrotliEncoder(quality);
  },
};
