/** Deep enough for what libraries put into a message. */
const MAX_DEPTH = 6;

/** The streams in a message that has come and is to be passed on: they travel by being handed over alone; buffers are copied. */
export function streamsIn(data: unknown, depth = 0): Transferable[] {
  if (data instanceof ReadableStream || data instanceof WritableStream || data instanceof TransformStream) return [data];
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data) || depth >= MAX_DEPTH) return [];
  return Object.values(data).flatMap((value) => streamsIn(value, depth + 1));
}
