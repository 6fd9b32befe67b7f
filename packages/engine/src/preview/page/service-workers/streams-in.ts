/** Deep enough for the messages of libraries. */
const MAX_DEPTH = 6;

/** Returns the streams in a message that is passed on: streams must be transferred, whereas buffers are copied. */
export function streamsIn(data: unknown, depth = 0): Transferable[] {
  if (data instanceof ReadableStream || data instanceof WritableStream || data instanceof TransformStream) return [data];
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data) || depth >= MAX_DEPTH) return [];
  return Object.values(data).flatMap((value) => streamsIn(value, depth + 1));
}
