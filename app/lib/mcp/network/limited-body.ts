import { MCP_LIMITS } from '../mcp-limits.ts';

/** Bytes are counted over so long. Milliseconds. */
const WINDOW = 5_000;
const LINE_END = 10;

/**
 * The bytes of an answer as they come, while no message in it and no stretch of it is larger than a page can bear. `isStream`: it has a
 * message a line and may last; else it is one message.
 */
export function limitedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { isStream, now }: { isStream: boolean; now: () => number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let message = 0;
  let windowStart = now();
  let inWindow = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        const end = isStream ? chunk.lastIndexOf(LINE_END) : -1;
        message = end === -1 ? message + chunk.byteLength : chunk.byteLength - end;
        if (now() - windowStart > WINDOW) {
          windowStart = now();
          inWindow = 0;
        }
        inWindow += chunk.byteLength;
        const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
        if (message > MCP_LIMITS.message) controller.error(new Error(`a message is larger than ${megabytes(MCP_LIMITS.message)}`));
        else if (inWindow > (MCP_LIMITS.bytesPerSecond * WINDOW) / 1000)
          controller.error(new Error(`it sends more than ${megabytes(MCP_LIMITS.bytesPerSecond)} a second`));
        else controller.enqueue(chunk);
      },
    }),
  );
}
