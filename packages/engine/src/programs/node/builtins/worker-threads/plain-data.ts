const plainTags: ReadonlySet<string> = new Set([
  'Object',
  'Array',
  'Date',
  'RegExp',
  'Map',
  'Set',
  'Error',
  'Boolean',
  'Number',
  'String',
  'ArrayBuffer',
  'DataView',
  'Uint8Array',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'Uint8ClampedArray',
  'BigInt64Array',
  'BigUint64Array',
]);

/** Encoding bytes as text costs time and a third more space. */
const MAX_BINARY_BYTES = 64 * 1024;
const MAX_OBJECTS = 10_000;

function bytesOf(value: object): number {
  if (value instanceof ArrayBuffer) return value.byteLength;
  return ArrayBuffer.isView(value) ? value.byteLength : 0;
}

function partsOf(value: object): unknown[] {
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return [];
  return [...Object.values(value), value instanceof Error ? value.cause : null];
}

/** Returns whether a message is data of moderate size: nothing shared or transferred, and nothing that only the browser can clone. */
export function isPlainData(message: unknown): boolean {
  const seen = new Set<object>();
  const pending: unknown[] = [message];
  let bytes = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'function' || typeof value === 'symbol') return false;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (!plainTags.has(Object.prototype.toString.call(value).slice('[object '.length, -1))) return false;
    if (ArrayBuffer.isView(value) && !(value.buffer instanceof ArrayBuffer)) return false;
    seen.add(value);
    bytes += bytesOf(value);
    if (bytes > MAX_BINARY_BYTES || seen.size > MAX_OBJECTS) return false;
    pending.push(...partsOf(value));
  }
  return true;
}
