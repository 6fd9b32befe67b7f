import type { EventLoop } from '../../event-loop/event-loop.ts';

function replace(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

/**
 * Keeps the process alive while it reads a response body of the browser, as a socket does in Node. A program that pipes a download into a
 * file has no other reference.
 */
export function holdBody(body: ReadableStream<Uint8Array>, loop: Pick<EventLoop, 'hold'>): void {
  const pipeTo = body.pipeTo.bind(body);
  const getReader = body.getReader.bind(body);
  const getHeldReader = (options?: { mode: 'byob' }): unknown => {
    const reader = options === undefined ? getReader() : getReader(options);
    const read = reader.read.bind(reader) as (...args: unknown[]) => Promise<unknown>; // Either kind of reader.
    replace(reader, 'read', (...args: unknown[]) => loop.hold(read(...args)));
    return reader;
  };
  replace(body, 'pipeTo', (...args: Parameters<typeof pipeTo>) => loop.hold(pipeTo(...args)));
  replace(body, 'pipeThrough', (pair: ReadableWritablePair, options?: StreamPipeOptions) => {
    loop.hold(pipeTo(pair.writable, options)).catch(() => {});
    return pair.readable;
  });
  replace(body, 'getReader', getHeldReader);
  replace(body, Symbol.asyncIterator, async function* () {
    const reader = getHeldReader() as ReadableStreamDefaultReader<Uint8Array>; // Without options it is a default reader.
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
    } finally {
      await reader.cancel();
      reader.releaseLock();
    }
  });
}
