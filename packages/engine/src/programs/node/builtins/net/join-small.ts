import { Buffer } from '../../base/buffer-class.ts';

/** Up to this size, copying is cheaper than another system call. */
const MAX_JOINED_BYTES = 64 * 1024;

/** Joins adjacent small pieces; large ones, which are slow to copy, stay separate. */
export function joinSmall(pieces: readonly Uint8Array[]): Uint8Array[] {
  const joined: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  let length = 0;
  const flush = (): void => {
    if (small.length > 0) joined.push(small.length === 1 && small[0] !== undefined ? small[0] : Buffer.concat(small));
    small = [];
    length = 0;
  };
  for (const piece of pieces) {
    if (length + piece.length > MAX_JOINED_BYTES) flush();
    small.push(piece);
    length += piece.length;
  }
  flush();
  return joined;
}
