import { expect, test } from 'vitest';
import { MCP_LIMITS } from '../mcp-limits.ts';
import { limitedBody } from './limited-body.ts';

const KILOBYTE = 1024;
const text = (part: string) => new TextEncoder().encode(part);

/** Returns the number of bytes that pass and the error that ends them; each chunk advances the clock by a second. */
async function passed(chunks: Iterable<string>, isStream = true): Promise<{ bytes: number; error: string }> {
  let seconds = 0;
  const now = () => {
    seconds += 1;
    return seconds * 1_000;
  };
  const parts = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = parts.next();
      if (done === true) controller.close();
      else controller.enqueue(text(value));
    },
  });
  let bytes = 0;
  try {
    for await (const chunk of limitedBody(body, { isStream, now })) bytes += chunk.byteLength;
    return { bytes, error: '' };
  } catch (error) {
    return { bytes, error: String(error) };
  }
}

function* times(count: number, part: string): Generator<string> {
  for (let at = 0; at < count; at += 1) yield part;
}

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('an event of many lines that never ends is cut off at the size of a message: %s', async (_name, end) => {
  const { bytes, error } = await passed(times(140, `data: ${'x'.repeat(64 * KILOBYTE)}${end}`));
  expect(error).toMatch(/a message is larger than 8 MB/);
  expect(bytes).toBeLessThanOrEqual(MCP_LIMITS.message);
});

test('comments and fields without an event count as well, and so does one that never has a line', async () => {
  for (const part of [`: ${'x'.repeat(64 * KILOBYTE)}\n`, `id: ${'x'.repeat(64 * KILOBYTE)}\n`, 'x'.repeat(64 * KILOBYTE)]) {
    expect((await passed(times(140, part))).error, part.slice(0, 8)).toMatch(/larger than/);
  }
});

test.each([
  ['LF', '\n\n'],
  ['CRLF', '\r\n\r\n'],
  ['CR', '\r\r'],
])('a stream of events lasts, however much it is all in all: %s', async (_name, end) => {
  const event = `data: ${'x'.repeat(64 * KILOBYTE)}${end}`;
  expect(await passed(times(140, event))).toEqual({ bytes: 140 * event.length, error: '' });
  // A line end that is split across chunks counts once.
  const inPieces = function* () {
    for (let at = 0; at < 140; at += 1) {
      yield `data: ${'x'.repeat(64 * KILOBYTE)}`;
      yield* end;
    }
  };
  expect((await passed(inPieces())).error).toBe('');
});

test('what is one message has the size of one', async () => {
  expect((await passed(times(140, `${'x'.repeat(64 * KILOBYTE)}\n\n`), false)).error).toMatch(/larger than/);
});
