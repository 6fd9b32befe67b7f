import { looksNative } from '../../base/native-looking.ts';
import type { EventLoop } from '../../event-loop/event-loop.ts';

/** Replaces `Blob#stream` so that pending reads keep the process alive, as in Node; the browser's own reads do not. */
export function holdBlobStreams(loop: EventLoop): void {
  const { prototype } = globalThis.Blob;
  const native = prototype.stream;
  const held = {
    stream(this: Blob): ReadableStream<Uint8Array> {
      const reader = native.call(this).getReader();
      return new ReadableStream({
        type: 'bytes',
        async pull(controller) {
          const { done, value } = await loop.hold(reader.read());
          if (!done) controller.enqueue(value);
          else {
            controller.close();
            controller.byobRequest?.respond(0);
          }
        },
        cancel: (reason) => reader.cancel(reason),
      });
    },
  };
  Object.defineProperty(prototype, 'stream', { value: looksNative(held.stream), writable: true, configurable: true, enumerable: true });
}
