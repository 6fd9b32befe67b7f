import * as glue from 'brotli-wasm/glue';
import type { Codec } from '../builtins/zlib/codec.ts';
import { BrotliDecoder, BrotliEncoder } from './zlib/brotli-codec.ts';

let isStarted = false;

/** What `zlib` takes from this part: one stream of Brotli, in either direction. `quality`: 0 to 11; null: it is a decoder. */
export const brotliCodecs = {
  create(readWasm: () => Uint8Array<ArrayBuffer>, quality: number | null): Codec {
    if (!isStarted) {
      const module = new WebAssembly.Module(readWasm());
      // Functions of the glue, which the WebAssembly calls by name.
      const instance = new WebAssembly.Instance(module, { './brotli_wasm_bg.js': glue as unknown as WebAssembly.ModuleImports });
      glue.setWasm(instance.exports);
      isStarted = true;
    }
    return quality === null ? new BrotliDecoder() : new BrotliEncoder(quality);
  },
};
