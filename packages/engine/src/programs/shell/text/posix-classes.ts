/** The equivalents of `[:alpha:]` and the other POSIX classes, for use within a class of a regular expression with the flag `u`. */
export const POSIX_CLASSES: ReadonlyMap<string, string> = new Map([
  ['alpha', '\\p{L}'],
  ['digit', '0-9'],
  ['alnum', '\\p{L}0-9'],
  ['upper', '\\p{Lu}'],
  ['lower', '\\p{Ll}'],
  ['space', '\\s'],
  ['blank', ' \\t'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['print', '\\x20-\\x7e\\u00a0-\\u{10ffff}'],
  ['graph', '\\x21-\\x7e\\u00a1-\\u{10ffff}'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', '\\p{L}0-9_'],
]);
