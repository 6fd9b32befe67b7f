export interface BodyLimits {
  /** Bytes. */
  most: number;
  tooLarge(): Error;
  /** Called once the body has ended, for any reason. */
  finish(): void;
}

/** Streams another host's body at the reader's pace, and ends it if it exceeds the limit. */
export function limitedBody(body: ReadableStream<Uint8Array>, { most, tooLarge, finish }: BodyLimits): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = most;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          finish();
          controller.close();
          return;
        }
        left -= value.byteLength;
        if (left < 0) throw tooLarge();
        controller.enqueue(value);
      } catch (error) {
        finish();
        reader.cancel().catch(() => {});
        controller.error(error);
      }
    },
    async cancel(reason) {
      finish();
      await reader.cancel(reason);
    },
  });
}
