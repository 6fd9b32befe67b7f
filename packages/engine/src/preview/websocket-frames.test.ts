import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, type Frame, FrameReader } from './websocket-frames.ts';

/** Returns a frame as a server sends it: the client's frame without its mask. */
function serverFrame(opcode: 'text' | 'binary', payload: Uint8Array): Uint8Array {
  const masked = encodeFrame(opcode, payload, new Uint8Array(4));
  const extra = payload.length < 126 ? 0 : payload.length < 65_536 ? 2 : 8;
  const frame = new Uint8Array(masked.length - 4);
  frame.set(masked.subarray(0, 2 + extra));
  frame[1] = (frame[1] ?? 0) & 0x7f;
  frame.set(masked.subarray(6 + extra), 2 + extra);
  return frame;
}

function reader() {
  const frames: Frame[] = [];
  return { frames, reader: new FrameReader((frame) => frames.push(frame)) };
}

test("a frame of the client is masked as in the RFC's own example", () => {
  const frame = encodeFrame('text', new TextEncoder().encode('Hello'), Uint8Array.of(0x37, 0xfa, 0x21, 0x3d));
  expect([...frame]).toEqual([0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
});

describe('FrameReader', () => {
  test('reads frames of any length, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 125, 126, 65_535, 65_536), { maxLength: 4 }),
        fc.integer({ min: 1, max: 70_000 }),
        (lengths, cut) => {
          const { frames, reader: subject } = reader();
          const wire = Buffer.concat(lengths.map((length) => serverFrame('binary', new Uint8Array(length).fill(length & 0xff))));
          for (let at = 0; at < wire.length; at += cut) subject.push(wire.subarray(at, at + cut));
          expect(frames.map(({ payload }) => payload.length)).toEqual(lengths);
          expect(frames.every(({ payload }) => payload.every((byte) => byte === (payload.length & 0xff)))).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([
    ['a masked frame', [0x81, 0x80, 0, 0, 0, 0]],
    ['an unknown opcode', [0x83, 0]],
    ['reserved bits', [0xc1, 0]],
    ['a long ping', [0x89, 126, 0, 200]],
    ['a ping in pieces', [0x09, 0]],
  ])('refuses %s', (_what, bytes) => {
    expect(() => reader().reader.push(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ name: 'FrameError' }));
  });
});
