export interface BodyLimits {
  /** Bytes. */
  most: number;
  tooLarge(): Error;
  /** Called once the body has ended, however it did. */
  finish(): void;
}

/** A body of another host as it comes and as it is taken, ended when it is longer than may be. */
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
