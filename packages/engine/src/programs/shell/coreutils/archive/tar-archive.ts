import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { readTar, TAR_BLOCK } from '../../../archive/read-tar.ts';

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

/** Writers of tar fill whole records of 20 blocks. In bytes. */
const TAR_RECORD = 20 * TAR_BLOCK;
const KINDS: Readonly<Record<string, TarMember['kind']>> = { '5': 'directory', '2': 'symlink', '1': 'link' };

export function readMembers(bytes: Uint8Array): TarMember[] {
  return Array.from(readTar(bytes), ({ type, content, ...entry }) => ({ ...entry, kind: KINDS[type] ?? 'file', content: content.slice() }));
}

export function writeTar(members: readonly TarMember[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const member of members) {
    const name = new TextEncoder().encode(member.path);
    if (name.length > 100)
      blocks.push(
        headerOf({ path: '././@LongLink', type: 'L', mode: 0o644, modifiedAt: 0, size: name.length + 1, target: '' }),
        padded(new Uint8Array([...name, 0])),
      );
    const type = member.kind === 'directory' ? '5' : member.kind === 'symlink' ? '2' : '0';
    const { content } = member;
    blocks.push(headerOf({ ...member, type, size: content.length }), padded(content));
  }
  blocks.push(new Uint8Array(TAR_BLOCK * 2));
  const total = blocks.reduce((sum, block) => sum + block.length, 0);
  return joinBytes([...blocks, new Uint8Array((TAR_RECORD - (total % TAR_RECORD)) % TAR_RECORD)]);
}

function padded(content: Uint8Array): Uint8Array {
  const block = new Uint8Array(Math.ceil(content.length / TAR_BLOCK) * TAR_BLOCK);
  block.set(content);
  return block;
}

interface Header extends Pick<TarMember, 'path' | 'mode' | 'modifiedAt' | 'target'> {
  type: string;
  size: number;
}

function headerOf({ path, type, mode, modifiedAt, size, target }: Header): Uint8Array {
  const header = new Uint8Array(TAR_BLOCK);
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
