/**
 * An id of a call that every provider takes. Mistral takes nothing but nine letters and digits; Anthropic letters, digits, `_` and `-`;
 * OpenAI 40 characters in Chat Completions and 64 in Responses.
 */
const EVERYWHERE = /^[A-Za-z0-9]{9}$/;
const LENGTH = 9;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Ids that a provider may have given: printable, without blanks. */
const PRINTABLE = /^[\x21-\x7e]{1,256}$/;
/** Ours, where a provider gave none, or one that was taken (41 characters, with `call_`). No provider minds another one in its place. */
const OURS = /^(?:call_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isTakenEverywhere(id: string): boolean {
  return EVERYWHERE.test(id);
}

/** `mayKeep`: it goes to the model that gave it. Some read the function's name out of it, as Moonshot's out of `functions.NAME:0`. */
export function sendableCallId(id: string, taken: ReadonlySet<string>, mayKeep: boolean): string {
  const keeps = EVERYWHERE.test(id) || (mayKeep && PRINTABLE.test(id) && !OURS.test(id));
  if (keeps && !taken.has(id)) return id;
  for (let count = 0; ; count++) {
    const made = hashed(count === 0 ? id : `${id}\n${count}`);
    if (!taken.has(made)) return made;
  }
}

/** The same text always gives the same id. Two texts that share one differ by what their caller knows to be taken. */
function hashed(text: string): string {
  let rest = (BigInt(fnv(text, 0x811c9dc5)) << 32n) | BigInt(fnv(text, 0x01234567));
  let id = '';
  for (let index = 0; index < LENGTH; index++) {
    id += DIGITS.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return id;
}

/** FNV-1a, 32 bits, over UTF-16 units, from that beginning on. */
function fnv(text: string, beginning: number): number {
  let hash = beginning;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // The last bits mix once more: texts that differ in their last character alone must differ in all of the id.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
