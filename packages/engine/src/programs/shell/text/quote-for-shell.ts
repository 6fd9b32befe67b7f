/** Quotes a text so that a shell reads it back: plain if harmless, single-quoted, or `$'…'` if it has control characters. */
export function quoteForShell(text: string, isAlways = false): string {
  if (!isAlways && /^[\w@%+=:,./-]+$/.test(text)) return text;
  if (/[\x00-\x1f\x7f]/.test(text)) return ansiQuoted(text);
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const escapes = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\v', '\\v'],
  ['\x1b', '\\E'],
  ["'", "\\'"],
  ['\\', '\\\\'],
]);

function ansiQuoted(text: string): string {
  const body = [...text].map((character) => escapes.get(character) ?? plainOrOctal(character)).join('');
  return `$'${body}'`;
}

function plainOrOctal(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 32 || code === 127 ? `\\${code.toString(8).padStart(3, '0')}` : character;
}

/** Quotes a value as `declare -p` prints it. */
export function doubleQuoted(text: string): string {
  if (/[\x00-\x1f\x7f]/.test(text)) return ansiQuoted(text);
  return `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}
