import { expect, test } from 'vitest';
import { eventsOfLines } from './events-of-lines.ts';

function inPieces(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'application/x-ndjson' } },
  );
}

test.each([1, 2, 3, 7, 1_000])('each line is an event, however the bytes are cut (by %i), and letters stay whole', async (size) => {
  const events = eventsOfLines(inPieces('{"a":"ä€😀"}\n\n\n{"b":2}\n{"c":3}', size));
  expect(await events.text()).toBe('data: {"a":"ä€😀"}\n\ndata: {"b":2}\n\ndata: {"c":3}\n\n');
  expect(events.headers.get('content-type')).toBe('text/event-stream');
});

test('an answer of nothing has no event', async () => {
  expect(await eventsOfLines(inPieces('\n\n', 1)).text()).toBe('');
});
