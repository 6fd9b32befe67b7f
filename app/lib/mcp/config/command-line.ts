/** Words that need no quotes in a shell. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A program and its arguments as one shell line, quoted so that each word stays unchanged. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
