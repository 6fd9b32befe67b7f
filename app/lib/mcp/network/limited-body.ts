import { MCP_LIMITS } from '../mcp-limits.ts';

/** Bytes are counted over so long. Milliseconds. */
const WINDOW = 5_000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The bytes of an answer as they come, while no message in it and no stretch of it is larger than a page can bear. `isStream`: it has messages
 * that each end with an empty line, and may last; else it is one message.
 */
export function limitedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { isStream, now }: { isStream: boolean; now: () => number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const count = isStream ? countOfEvents() : countOfAll();
  let windowStart = now();
  let inWindow = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        const message = count(chunk);
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

function countOfAll(): (chunk: Uint8Array) => number {
  let bytes = 0;
  return (chunk) => {
    bytes += chunk.byteLength;
    return bytes;
  };
}

/** The largest message that a chunk has a part of, so far. Lines end with CR, LF or both; a message of many lines is one until an empty line. */
function countOfEvents(): (chunk: Uint8Array) => number {
  let bytes = 0;
  let isAtLineStart = true;
  let isAfterReturn = false;
  return (chunk) => {
    let largest = 0;
    // By its index, which is several times as fast as the iterator.
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      bytes += 1;
      const isSecondHalf = isAfterReturn && byte === LINE_FEED;
      isAfterReturn = byte === CARRIAGE_RETURN;
      if (isSecondHalf) continue;
      const isLineEnd = isAfterReturn || byte === LINE_FEED;
      if (isLineEnd && isAtLineStart) {
        largest = Math.max(largest, bytes);
        bytes = 0;
      }
      isAtLineStart = isLineEnd;
    }
    return Math.max(largest, bytes);
  };
}
