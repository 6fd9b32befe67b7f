import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEventFrame, writeEventFrame } from './event-frame.ts';
import type { JoinEventsOptions } from './join-events-options.ts';
import { joinFrames } from './join-frames.ts';

const header = (name: string, value: string) => {
  const head = Buffer.from([name.length, ...Buffer.from(name), 7, 0, 0]);
  head.writeUInt16BE(value.length, head.length - 2);
  return Buffer.concat([head, Buffer.from(value)]);
};
const frame = (eventType: string, event: unknown) => {
  const headers = Buffer.concat([header(':event-type', eventType), header(':content-type', 'application/json')]);
  return writeEventFrame(new Uint8Array(headers), new TextEncoder().encode(JSON.stringify(event)));
};
const delta = (part: object, contentBlockIndex = 0) => frame('contentBlockDelta', { contentBlockIndex, delta: part, p: 'abcdefgh' });
const said = (text: string, block = 0) => delta({ text }, block);
const thought = (text: string) => delta({ reasoningContent: { text } });
const argued = (input: string) => delta({ toolUse: { input } }, 1);
const stop = frame('contentBlockStop', { contentBlockIndex: 0 });

async function through(frames: readonly Uint8Array[], size = 1_000, options: JoinEventsOptions = {}): Promise<Uint8Array> {
  const bytes = Buffer.concat(frames);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
      at += size;
    },
  });
  return new Response(joinFrames(body, options)).bytes();
}

/** The events of a stream, each with the checksums that its reader asks for. */
function eventsOf(bytes: Uint8Array): { eventType: string | null; event: unknown }[] {
  const events = [];
  for (let at = 0; at < bytes.length; ) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const length = view.getUint32(0);
    const whole = bytes.subarray(at, at + length);
    expect([view.getUint32(8), view.getUint32(length - 4)]).toEqual([crc32(whole.subarray(0, 8)), crc32(whole.subarray(0, length - 4))]);
    const read = readEventFrame(whole);
    if (read === null) throw new Error('a frame that cannot be read');
    events.push({ eventType: read.eventType, event: JSON.parse(new TextDecoder().decode(read.payload)) });
    at += length;
  }
  return events;
}

/** Returns the meaning of a response: its texts joined by block and kind, and all other events in place. */
function meaningOf(bytes: Uint8Array): unknown[] {
  const meaning: { kind: string; text: string }[] = [];
  for (const { eventType, event } of eventsOf(bytes)) {
    const text = /"(?:text|input)":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(event))?.[1];
    const kind = `${eventType} ${JSON.stringify(event).replace(/"(text|input)":"(?:[^"\\]|\\.)*"/, '$1')}`;
    const last = meaning.at(-1);
    if (text !== undefined && last?.kind === kind) last.text += JSON.parse(text);
    else meaning.push({ kind, text: text === undefined ? '' : JSON.parse(text) });
  }
  return meaning;
}

test('what an answer says is the same, however its frames are cut into reads', async () => {
  const part = fc.oneof(
    fc.string().map((text) => said(text)),
    fc.string().map((text) => said(text, 1)),
    fc.string().map(thought),
    fc.string().map(argued),
    fc.constant(delta({ reasoningContent: { signature: 'sealed' } })),
    fc.constant(stop),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 400 }), async (frames, size) => {
      expect(meaningOf(await through(frames, size))).toEqual(meaningOf(new Uint8Array(Buffer.concat(frames))));
    }),
    { numRuns: 200 },
  );
});

describe('frames that only continue a text become one', () => {
  test.each<[string, Uint8Array[]]>([
    ['of words', ['a', 'b', 'c'].map((text) => said(text))],
    ['of thoughts', ['a', 'b', 'c'].map(thought)],
    ['of a call’s arguments', ['{"a', '":', '1}'].map(argued)],
  ])('%s', async (_kind, frames) => {
    const joined = await through(frames);
    // The first event is sent at once; all others are merged into one.
    expect(eventsOf(joined)).toHaveLength(2);
    expect(meaningOf(joined)).toEqual(meaningOf(new Uint8Array(Buffer.concat(frames))));
  });

  test('fifty thousand of four characters, in a few', async () => {
    const frames = Array.from({ length: 50_000 }, () => said('abcd'));
    const joined = eventsOf(await through(frames, 16_384));
    expect(joined.length).toBeLessThan(400);
    expect(joined.map(({ event }) => /"text":"(\w*)"/.exec(JSON.stringify(event))?.[1]).join('')).toBe('abcd'.repeat(50_000));
  });
});

test('what is broken, half or no frame at all comes out as it came in', async () => {
  const broken = said('abc');
  broken[broken.length - 6] = (broken.at(-6) ?? 0) ^ 1;
  const half = said('abc').slice(0, 30);
  const page = new TextEncoder().encode('<html>Welcome to the proxy</html>');
  for (const bytes of [broken, half, page, new Uint8Array(40), new Uint8Array([0, 0, 0])]) {
    expect(Buffer.from(await through([bytes], 7))).toEqual(Buffer.from(bytes));
  }
});

describe('an answer without end is ended in words', () => {
  const small = { eventCharacters: 500, events: 1_000, characters: 20_000, joinedEvents: 100, errorBytes: 100 };

  test.each<[string, (place: number) => Uint8Array, RegExp]>([
    ['of one character each', () => said('a'), /more than 1,000 pieces/],
    ['that jumps between its parts', (place) => said('a', place % 2), /more than 100 times/],
    ['of large pieces', (place) => frame('metadata', { large: 'a'.repeat(400), place }), /longer than 0 MB/],
    ['of one frame', () => new Uint8Array([127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), /one piece of it is too large/],
  ])('%s', async (_what, next, words) => {
    let place = 0;
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(next(place++)) });
    await expect(new Response(joinFrames(endless, { limits: small })).text()).rejects.toThrow(words);
  });
});
