import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventStreamReader } from './event-stream-reader.ts';

function read(chunks: readonly Uint8Array[]): string[] {
  const data: string[] = [];
  const reader = new EventStreamReader((text) => data.push(text));
  for (const chunk of chunks) reader.push(chunk);
  return data;
}
const bytes = (text: string) => new TextEncoder().encode(text);

test('data lines of an event belong together; comments, other fields and empty events say nothing', () => {
  const text = ': keep-alive\n\nevent: x\nid: 7\ndata: one\ndata:two\n\n\n\r\ndata:  three\r\n\r\ndata\n\nretry: 5\n\n';
  expect(read([bytes(text)])).toEqual(['one\ntwo', ' three']);
});

test('wherever the bytes are cut, also inside a character, the events are the same', () => {
  const text = 'data: {"a":"ü👋"}\n\ndata: x\r\ndata: y\r\n\r\n';
  const whole = read([bytes(text)]);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes(text).length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes(text).length];
      const chunks = at.slice(1).map((end, index) => bytes(text).slice(at[index], end));
      expect(read(chunks)).toEqual(whole);
    }),
  );
});

test('an event that was not ended is not handed on', () => {
  expect(read([bytes('data: half'), bytes(' of it\n')])).toEqual([]);
});
