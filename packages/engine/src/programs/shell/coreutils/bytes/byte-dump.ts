import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { errorText } from '../../text/error-text.ts';
import { quotedName } from '../../text/quoted-name.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';

/** Returns the concatenated bytes of all inputs, without the first `skip`, and at most `limit`. */
export async function bytesOf(paths: readonly string[], context: CommandContext, skip: number, limit: number | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    try {
      chunks.push(await context.files.readBytes(path));
    } catch (error) {
      throw new CommandError(`${quotedName(path)}: ${errorText(error)}`);
    }
  }
  return joinBytes(chunks).subarray(skip, limit === null ? undefined : skip + limit);
}

const escapes = new Map([
  [0, '\\0'],
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
]);

/** Returns a byte as `od -c` and `hexdump -c` show it. */
export function printable(byte: number): string {
  const special = escapes.get(byte);
  if (special !== undefined) return special;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0');
}

/** Returns the text column of a dump, with a dot for unprintable bytes. */
export function dotted(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
}

export function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
