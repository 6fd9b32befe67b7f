export interface OtherText {
  encoding: 'UTF-16' | 'Windows-1252';
  text: string;
}

/** Number of bytes that are inspected. */
const LOOKED_AT = 8_000;
/** Bytes; longer texts are shown as bytes. */
const LONGEST = 1024 * 1024;

/** Decodes bytes that are not UTF-8 as the most likely text; null if they are not text. */
export function otherText(bytes: Uint8Array): OtherText | null {
  if (bytes.byteLength > LONGEST) return null;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'UTF-16', text: new TextDecoder('utf-16le').decode(bytes) };
  if (first === 0xfe && second === 0xff) return { encoding: 'UTF-16', text: new TextDecoder('utf-16be').decode(bytes) };
  const isText = bytes
    .subarray(0, LOOKED_AT)
    .every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c);
  return isText && bytes.byteLength > 0 ? { encoding: 'Windows-1252', text: new TextDecoder('windows-1252').decode(bytes) } : null;
}
