import { MCP_LIMITS } from '../mcp-limits.ts';

/** Time over which bytes are counted. In milliseconds. */
const WINDOW = 5_000;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Passes an answer's bytes on, as long as neither a single message nor the rate exceeds the page's limits. `isStream`: it
 * contains messages that end with empty lines, and may be long-lived; otherwise it is one message.
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

/**
 * The size of the largest message so far that a chunk belongs to. Lines end with CR, LF or both; a message may have several
 * lines, up to an empty one.
 */
function countOfEvents(): (chunk: Uint8Array) => number {
  let bytes = 0;
  let isAtLineStart = true;
  let isAfterReturn = false;
  return (chunk) => {
    let largest = 0;
    // Loops by index, which is several times faster than the iterator.
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
