import { asBuffer, Buffer } from '../../base/buffer-class.ts';

interface NodeReadable extends AsyncIterable<unknown> {
  destroy(error?: unknown): unknown;
  on(name: string, listener: (...args: unknown[]) => void): unknown;
}

interface NodeWritable {
  write(chunk: unknown): boolean;
  end(): unknown;
  destroy(error?: unknown): unknown;
  once(name: string, listener: (...args: unknown[]) => void): unknown;
  on(name: string, listener: (...args: unknown[]) => void): unknown;
}

interface StreamClass<Stream> {
  new (options: object): Stream;
  from?(source: unknown, options?: object): Stream;
}

/** Converts bytes to a Buffer, as Node's streams deliver them. */
function toNodeChunk(chunk: unknown): unknown {
  return chunk instanceof Uint8Array && !(chunk instanceof Buffer) ? asBuffer(chunk) : chunk;
}

async function* chunksOf(stream: ReadableStream): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isDone = true;
        return;
      }
      yield toNodeChunk(value);
    }
  } finally {
    if (!isDone) await reader.cancel();
    reader.releaseLock();
  }
}

function toReadableStream(readable: NodeReadable): ReadableStream {
  const iterator = readable[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        // Web streams carry plain byte arrays.
        else controller.enqueue(value instanceof Buffer ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value);
      },
      cancel(reason) {
        readable.destroy(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function toWritableStream(writable: NodeWritable): WritableStream {
  let failure: unknown = null;
  writable.on('error', (error) => {
    failure ??= error;
  });
  const settled = (name: string) =>
    new Promise<void>((resolve, reject) => {
      writable.once(name, () => resolve());
      writable.once('error', reject);
    });
  return new WritableStream({
    async write(chunk) {
      if (failure !== null) throw failure;
      if (!writable.write(toNodeChunk(chunk))) await settled('drain');
    },
    async close() {
      const finished = settled('finish');
      writable.end();
      await finished;
    },
    abort(reason) {
      writable.destroy(reason);
    },
  });
}

function fromWritableStream(Writable: StreamClass<NodeWritable>, stream: WritableStream, options: object): NodeWritable {
  const writer = stream.getWriter();
  const settle = (promise: Promise<unknown>, done: (error?: unknown) => void): void => {
    promise.then(() => done(), done);
  };
  return new Writable({
    ...options,
    write: (chunk: unknown, _encoding: string, done: (error?: unknown) => void) => settle(writer.write(chunk), done),
    final: (done: (error?: unknown) => void) => settle(writer.close(), done),
    destroy: (error: unknown, done: (error?: unknown) => void) => {
      if (error) writer.abort(error).catch(() => {});
      done(error);
    },
  });
}

/** Adds `Readable.fromWeb` and similar methods, which the base does not implement. */
export function addWebBridges(stream: Record<string, unknown>): void {
  // The base's own classes.
  const { Readable, Writable, Duplex } = stream as {
    Readable: StreamClass<NodeReadable>;
    Writable: StreamClass<NodeWritable>;
    Duplex: StreamClass<object>;
  };
  Object.assign(Readable, {
    fromWeb: (source: ReadableStream, options: object = {}) => Readable.from?.(chunksOf(source), { objectMode: false, ...options }),
    toWeb: toReadableStream,
  });
  Object.assign(Writable, {
    fromWeb: (target: WritableStream, options: object = {}) => fromWritableStream(Writable, target, options),
    toWeb: toWritableStream,
  });
  Object.assign(Duplex, {
    fromWeb: (pair: { readable: ReadableStream; writable: WritableStream }, options: object = {}) =>
      Duplex.from?.({
        readable: Readable.from?.(chunksOf(pair.readable), { objectMode: false, ...options }),
        writable: fromWritableStream(Writable, pair.writable, options),
      }),
    toWeb: (duplex: NodeReadable & NodeWritable) => ({ readable: toReadableStream(duplex), writable: toWritableStream(duplex) }),
  });
}
