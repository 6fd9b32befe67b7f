import { extraField } from './zip-extra-field.ts';

interface StoredName {
  bytes: Uint8Array;
  extra: Uint8Array;
  isUtf8: boolean;
  isUnix: boolean;
}

/** Of code page 437, in which names are that say nothing else: its upper half. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
/** Info-ZIP's name in UTF-8: a version, a checksum, the name. */
const UNICODE_PATH = 0x7075;

/** The name of an entry: UTF-8 where it says so or is so, else code page 437; folders divided by `/`. */
export function zipName({ bytes, extra, isUtf8, isUnix }: StoredName): string {
  const unicode = extraField(extra, UNICODE_PATH);
  const name =
    (unicode !== null && unicode[0] === 1 ? inUtf8(unicode.subarray(5)) : null) ??
    inUtf8(bytes) ??
    (isUtf8
      ? new TextDecoder().decode(bytes)
      : [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : (UPPER_HALF[byte - 128] ?? '?'))).join(''));
  // Old programs of Windows wrote its own sign; on Unix it is a character of a name.
  return isUnix ? name : name.replaceAll('\\', '/');
}

function inUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
