import type { FileStatus } from '../../../../abi/system-calls.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { lastOption } from '../last-option.ts';
import { parseOptions } from '../parse-options.ts';

interface Description {
  text: string;
  mime: string;
}

/** Implements `file`, which identifies a file by its first bytes. */
export const file: Command = async (context) => {
  const { flags, operands } = parseOptions(context, {
    // There are no devices to which `-s` could apply.
    flags: 'biLhNs0',
    long: {
      brief: 'b',
      mime: 'i',
      dereference: 'L',
      'no-dereference': 'h',
      'mime-type': 'T',
      'no-pad': 'N',
      print0: '0',
      'special-files': 's',
    },
    longFlags: ['mime-encoding'],
  });
  if (operands.length === 0) throw new CommandError('Usage: file [-bi] [--mime-type] file ...');
  const isFollowing = lastOption(context.args, { among: 'Lh', long: { dereference: 'L', 'no-dereference': 'h' } }) === 'L';
  const width = flags.has('N') ? 0 : Math.max(...operands.map((path) => path.length)) + 1;
  for (const path of operands) {
    const status = context.files.find(path, isFollowing);
    const description = describe(path, status, context);
    const mime = flags.has('T')
      ? (description.mime.split(';')[0] ?? '')
      : flags.has('mime-encoding')
        ? (description.mime.split('charset=')[1] ?? 'binary')
        : description.mime;
    const text = flags.has('i') || flags.has('T') || flags.has('mime-encoding') ? mime : description.text;
    const name = `${path}:`.padEnd(width);
    const shown = flags.has('0') ? `${path}\0${name.slice(path.length)}` : name;
    await context.stdout.writeLine(flags.has('b') ? text : `${shown} ${text}`);
  }
  return 0;
};

function describe(path: string, status: FileStatus | null, { files, system }: CommandContext): Description {
  if (status === null)
    return { text: `cannot open \`${path}' (No such file or directory)`, mime: `cannot open \`${path}' (No such file or directory)` };
  if (status.kind === 'directory') return { text: 'directory', mime: 'inode/directory; charset=binary' };
  if (status.kind === 'symlink') {
    const target = system.sync('readlink', files.resolve(path));
    const isBroken = files.find(path) === null;
    return { text: `${isBroken ? 'broken symbolic link' : 'symbolic link'} to ${target}`, mime: 'inode/symlink; charset=binary' };
  }
  if (status.kind !== 'file') return { text: status.kind, mime: `inode/${status.kind}; charset=binary` };
  if (status.size === 0) return { text: 'empty', mime: 'inode/x-empty; charset=binary' };
  return describeBytes(system.sync('readFile', files.resolve(path)), path);
}

const magic: { bytes: number[]; offset?: number; description: Description }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], description: { text: 'PNG image data', mime: 'image/png; charset=binary' } },
  { bytes: [0xff, 0xd8, 0xff], description: { text: 'JPEG image data', mime: 'image/jpeg; charset=binary' } },
  { bytes: [0x47, 0x49, 0x46, 0x38], description: { text: 'GIF image data', mime: 'image/gif; charset=binary' } },
  { bytes: [0x25, 0x50, 0x44, 0x46], description: { text: 'PDF document', mime: 'application/pdf; charset=binary' } },
  { bytes: [0x1f, 0x8b], description: { text: 'gzip compressed data', mime: 'application/gzip; charset=binary' } },
  { bytes: [0x50, 0x4b, 0x03, 0x04], description: { text: 'Zip archive data', mime: 'application/zip; charset=binary' } },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], description: { text: 'ELF', mime: 'application/x-executable; charset=binary' } },
  {
    bytes: [0x00, 0x61, 0x73, 0x6d],
    description: { text: 'WebAssembly (wasm) binary module version 0x1 (MVP)', mime: 'application/wasm; charset=binary' },
  },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    description: { text: 'SQLite 3.x database', mime: 'application/vnd.sqlite3; charset=binary' },
  },
  {
    bytes: [0x57, 0x45, 0x42, 0x50],
    offset: 8,
    description: { text: 'RIFF (little-endian) data, Web/P image', mime: 'image/webp; charset=binary' },
  },
  { bytes: [0x77, 0x4f, 0x46, 0x32], description: { text: 'Web Open Font Format (Version 2)', mime: 'font/woff2; charset=binary' } },
  {
    bytes: [0x75, 0x73, 0x74, 0x61, 0x72],
    offset: 257,
    description: { text: 'POSIX tar archive (GNU)', mime: 'application/x-tar; charset=binary' },
  },
  { bytes: [0x00, 0x00, 0x01, 0x00], description: { text: 'MS Windows icon resource', mime: 'image/vnd.microsoft.icon; charset=binary' } },
];

function describeBytes(bytes: Uint8Array, path: string): Description {
  const found = magic.find(({ bytes: pattern, offset = 0 }) => pattern.every((byte, index) => bytes[offset + index] === byte));
  if (found !== undefined) return found.description.text === 'PNG image data' ? png(bytes) : found.description;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return {
      text: bytes.includes(0) ? 'data' : 'ISO-8859 text',
      mime: bytes.includes(0) ? 'application/octet-stream; charset=binary' : 'text/plain; charset=iso-8859-1',
    };
  }
  if (/[\0\x01-\x06\x0e-\x1a]/.test(text)) return { text: 'data', mime: 'application/octet-stream; charset=binary' };
  return describeText(text, path);
}

function png(bytes: Uint8Array): Description {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 26) return { text: 'PNG image data', mime: 'image/png; charset=binary' };
  const kinds = new Map([
    [0, 'grayscale'],
    [2, 'RGB'],
    [3, 'colormap'],
    [4, 'gray+alpha'],
    [6, 'RGBA'],
  ]);
  const kind = `${view.getUint8(24)}-bit/color ${kinds.get(view.getUint8(25)) ?? ''}`.replace('color grayscale', 'grayscale');
  return {
    text: `PNG image data, ${view.getUint32(16)} x ${view.getUint32(20)}, ${kind}, non-interlaced`,
    mime: 'image/png; charset=binary',
  };
}

function describeText(text: string, path: string): Description {
  const isAscii = !/[^\x00-\x7f]/.test(text);
  const encoding = isAscii ? 'ASCII' : 'Unicode text, UTF-8';
  const charset = isAscii ? 'us-ascii' : 'utf-8';
  const endings = [
    text.includes('\r\n') ? ', with CRLF line terminators' : '',
    text.includes('\n') ? '' : ', with no line terminators',
  ].join('');
  const plain = `${encoding} text${endings}`;
  const script = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(text);
  if (script !== null) {
    const name = script[1]?.endsWith('/env') === true ? script[2] : script[1]?.split('/').at(-1);
    if (name === 'sh' || name === 'dash')
      return { text: `POSIX shell script, ${encoding} text executable`, mime: `text/x-shellscript; charset=${charset}` };
    if (name === 'bash')
      return { text: `Bourne-Again shell script, ${encoding} text executable`, mime: `text/x-shellscript; charset=${charset}` };
    if (name === 'node') return { text: `Node.js script executable, ${encoding} text`, mime: `application/javascript; charset=${charset}` };
    return { text: `a ${script[0].slice(2).trim()} script, ${encoding} text executable`, mime: `text/plain; charset=${charset}` };
  }
  if (/^\s*(?:<!DOCTYPE html|<html)/i.test(text)) return { text: `HTML document, ${plain}`, mime: `text/html; charset=${charset}` };
  if (/^\s*<svg\b/.test(text)) return { text: 'SVG Scalable Vector Graphics image', mime: `image/svg+xml; charset=${charset}` };
  if (/^\s*<\?xml/.test(text)) return { text: `XML 1.0 document, ${plain}`, mime: `text/xml; charset=${charset}` };
  if (isJson(text)) return { text: 'JSON text data', mime: `application/json; charset=${charset}` };
  if (/\.(?:[cm]?js|jsx)$/.test(path)) return { text: `JavaScript source, ${plain}`, mime: `application/javascript; charset=${charset}` };
  return { text: plain, mime: `text/plain; charset=${charset}` };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
