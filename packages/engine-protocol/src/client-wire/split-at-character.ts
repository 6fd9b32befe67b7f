/** Splits `rest` + `chunk` before a UTF-8 character that is still incomplete. Invalid UTF-8 is never held back. */
export function splitAtCharacter(rest: Uint8Array, chunk: Uint8Array): { whole: Uint8Array; rest: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(rest.byteLength + chunk.byteLength);
  bytes.set(rest);
  bytes.set(chunk, rest.byteLength);
  const cut = bytes.byteLength - unfinishedBytes(bytes);
  return { whole: bytes.subarray(0, cut), rest: bytes.slice(cut) };
}

function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    const isContinuation = (byte & 0xc0) === 0x80;
    if (isContinuation) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
