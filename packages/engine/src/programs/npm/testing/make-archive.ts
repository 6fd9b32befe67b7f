import { gzipSync } from 'fflate';

export interface ArchiveEntry {
  content: string;
  isExecutable?: boolean;
}

function header(path: string, size: number, mode: number, type: string): Uint8Array {
  const block = new Uint8Array(512);
  const put = (text: string, offset: number) => block.set(new TextEncoder().encode(text), offset);
  put(path.slice(0, 100), 0);
  put(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put(type, 156);
  put('ustar\0', 257);
  put('00', 263);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function entry(path: string, content: Uint8Array, mode: number, type: string): Uint8Array[] {
  const padding = new Uint8Array((512 - (content.length % 512)) % 512);
  return [header(path, content.length, mode, type), content, padding];
}

/** Returns `<length> path=<path>\n`, where the length includes its own digits. */
function paxRecord(path: string): Uint8Array {
  const body = new TextEncoder().encode(` path=${path}\n`);
  let length = body.length;
  while (String(length).length + body.length !== length) length = String(length).length + body.length;
  return new Uint8Array([...new TextEncoder().encode(String(length)), ...body]);
}

/** Creates an npm tarball of these files, below `package/`; long paths use pax headers, as npm's do. */
export function makeArchive(files: Record<string, string | ArchiveEntry>, top = 'package'): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [path, file] of Object.entries(files)) {
    const { content, isExecutable = false } = typeof file === 'string' ? { content: file } : file;
    const fullPath = `${top}/${path}`;
    if (fullPath.length > 100) parts.push(...entry('PaxHeader', paxRecord(fullPath), 0o644, 'x'));
    parts.push(...entry(fullPath, new TextEncoder().encode(content), isExecutable ? 0o755 : 0o644, '0'));
  }
  parts.push(new Uint8Array(1024));
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  // Without a time: an archive created twice must have the same hash, even across a second boundary.
  return gzipSync(whole, { mtime: 0 });
}
