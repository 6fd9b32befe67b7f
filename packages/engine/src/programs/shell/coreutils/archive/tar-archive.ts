/** One member of a tar archive (ustar, with GNU and pax long names when read). */
export interface TarMember {
  path: string;
  kind: 'file' | 'directory' | 'symlink' | 'link';
  mode: number;
  /** Seconds. */
  modifiedAt: number;
  target: string;
  content: Uint8Array;
}

const BLOCK = 512;

export function readTar(bytes: Uint8Array): TarMember[] {
  const members: TarMember[] = [];
  const decoder = new TextDecoder();
  let offset = 0;
  let long: { path?: string; target?: string } = {};
  while (offset + BLOCK <= bytes.length) {
    const header = bytes.subarray(offset, offset + BLOCK);
    if (header[0] === 0) break;
    const text = (start: number, length: number) => decoder.decode(header.subarray(start, start + length)).replace(/\0[\s\S]*$/, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (Number.isNaN(size) || !isChecksumRight(header)) throw new Error('This does not look like a tar archive');
    const content = bytes.subarray(offset + BLOCK, offset + BLOCK + size);
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = text(156, 1);
    if (type === 'L') long.path = decoder.decode(content).replace(/\0[\s\S]*$/, '');
    else if (type === 'K') long.target = decoder.decode(content).replace(/\0[\s\S]*$/, '');
    else if (type === 'x') long = { ...long, ...paxNames(decoder.decode(content)) };
    else if (type !== 'g') {
      const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
      members.push({
        path: long.path ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`),
        kind: type === '5' ? 'directory' : type === '2' ? 'symlink' : type === '1' ? 'link' : 'file',
        mode: Number.parseInt(text(100, 8).trim() || '644', 8) & 0o777,
        modifiedAt: Number.parseInt(text(136, 12).trim() || '0', 8),
        target: long.target ?? text(157, 100),
        content: content.slice(),
      });
      long = {};
    }
  }
  return members;
}

function isChecksumRight(header: Uint8Array): boolean {
  const stored = Number.parseInt(
    new TextDecoder()
      .decode(header.subarray(148, 156))
      .replace(/\0[\s\S]*$/, '')
      .trim(),
    8,
  );
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum === stored;
}

function paxNames(text: string): { path?: string; target?: string } {
  const names: { path?: string; target?: string } = {};
  for (const [, key, value] of text.matchAll(/\d+ ([^=\n]+)=([^\n]*)\n/g)) {
    if (key === 'path') names.path = value ?? '';
    if (key === 'linkpath') names.target = value ?? '';
  }
  return names;
}

export function writeTar(members: readonly TarMember[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const member of members) {
    const name = new TextEncoder().encode(member.path);
    if (name.length > 100) blocks.push(headerOf('././@LongLink', 'L', 0o644, 0, name.length + 1, ''), padded(new Uint8Array([...name, 0])));
    const type = member.kind === 'directory' ? '5' : member.kind === 'symlink' ? '2' : '0';
    const { content } = member;
    blocks.push(headerOf(member.path, type, member.mode, member.modifiedAt, content.length, member.target), padded(content));
  }
  blocks.push(new Uint8Array(BLOCK * 2));
  const total = blocks.reduce((sum, block) => sum + block.length, 0);
  const archive = new Uint8Array(Math.ceil(total / 10_240) * 10_240);
  let offset = 0;
  for (const block of blocks) {
    archive.set(block, offset);
    offset += block.length;
  }
  return archive;
}

function padded(content: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK);
  block.set(content);
  return block;
}

function headerOf(path: string, type: string, mode: number, modifiedAt: number, size: number, target: string): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const encoder = new TextEncoder();
  const put = (text: string, start: number, length: number) => header.set(encoder.encode(text).subarray(0, length), start);
  const octal = (value: number, length: number) =>
    `${Math.floor(value)
      .toString(8)
      .padStart(length - 1, '0')}\0`;
  put(path, 0, 100);
  put(octal(mode, 8), 100, 8);
  put(octal(1000, 8), 108, 8);
  put(octal(1000, 8), 116, 8);
  put(octal(size, 12), 124, 12);
  put(octal(modifiedAt, 12), 136, 12);
  put('        ', 148, 8);
  put(type, 156, 1);
  put(target, 157, 100);
  put('ustar  \0', 257, 8);
  put('user', 265, 32);
  put('user', 297, 32);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return header;
}
