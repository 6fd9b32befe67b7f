import type { CodecError } from '../../builtins/zlib/codec.ts';

const names: Readonly<Record<number, string>> = {
  2: 'Z_NEED_DICT',
  [-1]: 'Z_ERRNO',
  [-2]: 'Z_STREAM_ERROR',
  [-3]: 'Z_DATA_ERROR',
  [-4]: 'Z_MEM_ERROR',
  [-5]: 'Z_BUF_ERROR',
  [-6]: 'Z_VERSION_ERROR',
};

/** Creates the error of a status. `fallback` is its message if the library has none. */
export function zlibFailure(status: number, fallback: string, message: string): CodecError {
  return { message: message === '' ? fallback : message, errno: status, code: names[status] ?? 'Z_ERRNO' };
}
