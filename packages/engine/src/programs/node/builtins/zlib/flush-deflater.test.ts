import { constants, inflateRawSync } from 'node:zlib';
import { Deflate } from 'fflate';
import { expect, it } from 'vitest';
import { flushDeflater, isDeflater } from './flush-deflater.ts';

it('ends with an empty block wherever in a byte the data ends, and continues behind it', () => {
  const parts: Uint8Array[] = [];
  const deflate = new Deflate({ level: 6 }, (data) => parts.push(data));
  // By another name: one of both types cannot be, for fflate calls its state private.
  const deflater: object = deflate;
  if (!isDeflater(deflater)) throw new Error('fflate has another state');
  const expected: number[] = [];
  for (let length = 1; length < 100_000; length = length * 3 + 1) {
    const chunk = Uint8Array.from({ length }, (_, index) => (index * length) % 251);
    deflate.push(chunk, false);
    flushDeflater(deflater);
    for (const byte of chunk) expected.push(byte);
    const written = Buffer.concat(parts);
    expect(written.subarray(-4).toString('hex')).toBe('0000ffff');
    expect(inflateRawSync(written, { finishFlush: constants.Z_SYNC_FLUSH }).equals(Uint8Array.from(expected))).toBe(true);
  }
});
