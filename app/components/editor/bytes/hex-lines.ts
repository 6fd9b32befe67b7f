const PER_LINE = 16;

/** Formats bytes as `00000010 48 65 6c 6c 6f … Hello`: offset, hexadecimal values, and printable characters. */
export function hexLines(bytes: Uint8Array, from: number, to: number): string {
  const lines: string[] = [];
  for (let at = from; at < Math.min(to, bytes.byteLength); at += PER_LINE) {
    const row = [...bytes.subarray(at, Math.min(at + PER_LINE, to))];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(PER_LINE * 3 - 1)}  ${letters}`);
  }
  return lines.join('\n');
}
