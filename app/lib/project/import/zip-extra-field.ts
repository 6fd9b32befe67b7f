/** Finds a record in the extra field by its id; null if there is none. */
export function extraField(extra: Uint8Array, id: number): Uint8Array | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === id && at + 4 + length <= extra.byteLength) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return null;
}
