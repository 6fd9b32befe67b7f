import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { ShellWord } from '../parse/shell-word.ts';

/** On the engine, such an address only ever leads to a port of the project's own programs, provided that it is not encrypted. */
const OWN_ADDRESS = /^(?:http:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d{1,5})?(\/[\w\-.~/?&=%+:,;@!$'()*]*)?$/i;
const PLAIN_LETTER = /[sSiIfvN]/;
const PLAIN_NAME =
  /^--(?:silent|show-error|include|head|fail|fail-with-body|verbose|no-buffer|no-progress-meter|compressed|retry-connrefused|retry-all-errors)$/;
/** Flags with a value, by letter or name, with the values that neither read nor write a file and send nothing but the request. */
const VALUES: ReadonlyMap<string, RegExp> = new Map([
  ...['m', 'max-time', 'connect-timeout', 'retry', 'retry-delay', 'retry-max-time'].map((name) => [name, /^\d+(?:\.\d+)?$/] as const),
  ...['X', 'request'].map((name) => [name, /^(?:GET|HEAD)$/] as const),
  ...['o', 'output'].map((name) => [name, /^\/dev\/null$/] as const),
  ...['H', 'header', 'A', 'user-agent'].map((name) => [name, /^[^@]/] as const),
  ...['w', 'write-out'].map((name) => [name, /^(?!@)(?![\s\S]*%output)/] as const),
]);

/** Returns true if curl only requests pages from the project's own server and only prints the response. */
export function looksAtOwnServer(operands: readonly ShellWord[]): boolean {
  let addresses = 0;
  for (let at = 0; at < operands.length; at++) {
    const word = operands[at];
    if (word === undefined || word.kind === 'unknown') return false;
    if (!word.value.startsWith('-')) {
      if (!isOwnAddress(word)) return false;
      addresses++;
      continue;
    }
    if (word.kind !== 'literal') return false;
    const flag = valueFlag(word.value);
    if (flag === 'plain') continue;
    const next = operands[at + 1];
    const given = flag?.value ?? (next?.kind === 'literal' ? next.value : undefined);
    if (flag === null || given === undefined || VALUES.get(flag.name)?.test(given) !== true) return false;
    if (flag.value === undefined) at++;
  }
  return addresses > 0;
}

/** Returns the flag of a word and whether its value is in the same word; null if the flag is unknown. */
function valueFlag(word: string): 'plain' | { name: string; value?: string } | null {
  if (word.startsWith('--')) return PLAIN_NAME.test(word) ? 'plain' : { name: word.slice(2) };
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? '';
    if (PLAIN_LETTER.test(letter)) continue;
    const value = word.slice(at + 1);
    return VALUES.has(letter) ? { name: letter, ...(value === '' ? {} : { value }) } : null;
  }
  return word.length > 1 ? 'plain' : null;
}

/** The pattern captures the address after its port, including the query. */
function isOwnAddress(word: Exclude<ShellWord, { kind: 'unknown' }>): boolean {
  const match = OWN_ADDRESS.exec(word.value);
  if (match === null) return false;
  try {
    const written = match[1] ?? '';
    // A server may decode a path that it gets from another one again.
    const once = decodeURIComponent(written);
    const twice = once.includes('%') ? decodeURIComponent(once) : once;
    return !twice.includes('%') && ![once, twice].some((path) => path.split(/[?&=]/).some((piece) => isSecretPath(piece)));
  } catch {
    return false;
  }
}
