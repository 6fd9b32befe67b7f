import { extraField } from './zip-extra-field.ts';

interface StoredName {
  bytes: Uint8Array;
  extra: Uint8Array;
  isUtf8: boolean;
  isUnix: boolean;
  /** Of the user, the preferred first. */
  languages: readonly string[];
}

/** The code pages in which Windows packs where these languages are spoken, as `TextDecoder` calls them: a zip does not name its own. */
const CODE_PAGES: readonly (readonly [languages: RegExp, codePage: string])[] = [
  [/^ja\b/i, 'shift_jis'],
  [/^zh-(?:hant|tw|hk|mo)\b/i, 'big5'],
  [/^zh\b/i, 'gbk'],
  [/^ko\b/i, 'euc-kr'],
  [/^(?:ru|uk|be|bg)\b/i, 'ibm866'],
];

/** Of code page 437, in which all other names are that say nothing else: its upper half. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
/** Info-ZIP's name in UTF-8: a version, a checksum, the name. */
const UNICODE_PATH = 0x7075;

/**
 * The name of an entry: UTF-8 where it says so or is so, else in the code page of the user's language, as it was most likely packed where it is
 * spoken, else code page 437; folders divided by `/`.
 */
export function zipName({ bytes, extra, isUtf8, isUnix, languages }: StoredName): string {
  const unicode = extraField(extra, UNICODE_PATH);
  const name =
    (unicode !== null && unicode[0] === 1 ? decoded(unicode.subarray(5), 'utf-8') : null) ??
    decoded(bytes, 'utf-8') ??
    (isUtf8 ? new TextDecoder().decode(bytes) : inCodePage(bytes, languages));
  // Old programs of Windows wrote its own sign; on Unix it is a character of a name.
  return isUnix ? name : name.replaceAll('\\', '/');
}

function inCodePage(bytes: Uint8Array, languages: readonly string[]): string {
  const found = languages.flatMap((language) => CODE_PAGES.find(([spoken]) => spoken.test(language))?.[1] ?? [])[0];
  return (
    (found === undefined ? null : decoded(bytes, found)) ??
    [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : (UPPER_HALF[byte - 128] ?? '?'))).join('')
  );
}

/** null: the bytes are no text of that code. */
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
