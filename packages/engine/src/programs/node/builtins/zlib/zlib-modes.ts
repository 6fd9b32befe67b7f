/** The modes of a handle, in Node's numbers. */
export const ZLIB_MODE = {
  deflate: 1,
  inflate: 2,
  gzip: 3,
  gunzip: 4,
  deflateRaw: 5,
  inflateRaw: 6,
  unzip: 7,
  brotliDecode: 8,
  brotliEncode: 9,
  zstdCompress: 10,
  zstdDecompress: 11,
} as const;

/** zlib's flush modes and status codes. */
export const ZLIB_FLUSH = { none: 0, partial: 1, sync: 2, full: 3, finish: 4, block: 5 } as const;
export const ZLIB_STATUS = { ok: 0, streamEnd: 1, needDictionary: 2, streamError: -2, dataError: -3, bufferError: -5 } as const;

/** The values of `BROTLI_OPERATION_…`. */
export const BROTLI_OPERATION = { process: 0, flush: 1, finish: 2, metadata: 3 } as const;
