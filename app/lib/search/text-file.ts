/** Bytes examined to detect a binary file, as in git. */
const SNIFF_BYTES = 8_000;

/** Decodes a file; returns null if it is not UTF-8 text. */
export function decodeText(content: Uint8Array): string | null {
  if (content.subarray(0, SNIFF_BYTES).includes(0)) return null;
  try {
    // `ignoreBOM` keeps the mark in the text, so that writing the text back preserves it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}

export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns the lines without line endings; a final line ending adds no line. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
