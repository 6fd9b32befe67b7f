import type { ZlibSettings } from '../builtins/zlib/codec.ts';
import { ZLIB_MODE } from '../builtins/zlib/zlib-modes.ts';
import { DeflateCodec } from './zlib/deflate-codec.ts';
import { InflateCodec } from './zlib/inflate-codec.ts';

/** What `zlib` takes from this part: one stream of deflate, in either direction. */
export const zlibCodecs = {
  create(settings: ZlibSettings) {
    const { mode } = settings;
    const isCompressing = mode === ZLIB_MODE.deflate || mode === ZLIB_MODE.gzip || mode === ZLIB_MODE.deflateRaw;
    return isCompressing ? new DeflateCodec(settings) : new InflateCodec(settings);
  },
};
