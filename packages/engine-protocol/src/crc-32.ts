/** Computes the CRC-32 of zip, gzip and PNG. `before` is that of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  table ??= createTable();
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}

let table: Uint32Array | null = null;

function createTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_none, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
    return sum;
  });
}
