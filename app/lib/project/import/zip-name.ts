import { extraField } from './zip-extra-field.ts';

interface StoredName {
  bytes: Uint8Array;
  extra: Uint8Array;
  isUtf8: boolean;
  isUnix: boolean;
  /** The user's languages, preferred first. */
  languages: readonly string[];
}

/** A zip does not name its encoding. These are the code pages that Windows uses for each language, under their `TextDecoder` labels. */
const CODE_PAGES: readonly (readonly [languages: RegExp, codePage: string])[] = [
  [/^ja\b/i, 'shift_jis'],
  [/^zh-(?:hant|tw|hk|mo)\b/i, 'big5'],
  [/^zh\b/i, 'gbk'],
  [/^ko\b/i, 'euc-kr'],
  [/^(?:ru|uk|be|bg)\b/i, 'ibm866'],
];

/** The upper half of code page 437, the default for names without other information. */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
/** Info-ZIP's UTF-8 name: version, checksum, name. */
const UNICODE_PATH = 0x7075;

/**
 * Decodes the name of an entry: as UTF-8 if marked so or valid, else in the code page of the user's language, as the archive was
 * probably made where it is spoken, else in code page 437. Folders are separated by `/`.
 */
export function zipName({ bytes, extra, isUtf8, isUnix, languages }: StoredName): string {
  const unicode = extraField(extra, UNICODE_PATH);
  const name =
    (unicode !== null && unicode[0] === 1 ? decoded(unicode.subarray(5), 'utf-8') : null) ??
    decoded(bytes, 'utf-8') ??
    (isUtf8 ? new TextDecoder().decode(bytes) : inCodePage(bytes, languages));
  // Old Windows programs wrote backslashes as separators; on Unix a backslash is part of the name.
  return isUnix ? name : name.replaceAll('\\', '/');
}

function inCodePage(bytes: Uint8Array, languages: readonly string[]): string {
  const found = languages.flatMap((language) => CODE_PAGES.find(([spoken]) => spoken.test(language))?.[1] ?? [])[0];
  return (
    (found === undefined ? null : decoded(bytes, found)) ??
    [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : (UPPER_HALF[byte - 128] ?? '?'))).join('')
  );
}

/** Returns null if the bytes are not valid in that encoding. */
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
