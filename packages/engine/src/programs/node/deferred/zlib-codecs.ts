import type { ZlibSettings } from '../builtins/zlib/codec.ts';
import { ZLIB_MODE } from '../builtins/zlib/zlib-modes.ts';
import { DeflateCodec } from './zlib/deflate-codec.ts';
import { InflateCodec } from './zlib/inflate-codec.ts';

/** The codecs that `zlib` uses from this part: one deflate stream in either direction. */
export const zlibCodecs = {
  create(settings: ZlibSettings) {
    const { mode } = settings;
    const isCompressing = mode === ZLIB_MODE.deflate || mode === ZLIB_MODE.gzip || mode === ZLIB_MODE.deflateRaw;
    return isCompressing ? new DeflateCodec(settings) : new InflateCodec(settings);
  },
};
