import { expect, it } from 'vitest';
import { holdBody } from './hold-body.ts';

function body(held: Promise<unknown>[]): ReadableStream<Uint8Array> {
  const stream = new Blob(['text']).stream() as ReadableStream<Uint8Array>;
  holdBody(stream, {
    hold: (promise) => {
      held.push(promise);
      return promise;
    },
  });
  return stream;
}

it('holds the loop however a body is read, and gives its bytes', async () => {
  const read: Record<string, (stream: ReadableStream<Uint8Array>) => Promise<string>> = {
    pipeTo: async (stream) => {
      let text = '';
      const decoder = new TextDecoder();
      await stream.pipeTo(
        new WritableStream({
          write: (chunk) => {
            text += decoder.decode(chunk);
          },
        }),
      );
      return text;
    },
    pipeThrough: async (stream) => new Response(stream.pipeThrough(new TransformStream())).text(),
    reader: async (stream) => new TextDecoder().decode((await stream.getReader().read()).value),
    iterator: async (stream) => {
      let text = '';
      for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk); // Iterable in Node.
      return text;
    },
  };
  for (const [name, way] of Object.entries(read)) {
    const held: Promise<unknown>[] = [];
    expect(await way(body(held)), name).toBe('text');
    expect(held.length, name).toBeGreaterThan(0);
    await Promise.all(held);
  }
});
