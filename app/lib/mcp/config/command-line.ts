/** What a shell reads as one word without quotes. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A program and its arguments as one line for the shell, each word as it is. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
