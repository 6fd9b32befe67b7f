/**
 * A call id that every provider accepts. Mistral requires nine letters and digits; Anthropic letters, digits, `_` and `-`; OpenAI allows 40
 * characters in Chat Completions and 64 in Responses.
 */
const EVERYWHERE = /^[A-Za-z0-9]{9}$/;
const LENGTH = 9;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Ids that a provider may have issued: printable, without whitespace. */
const PRINTABLE = /^[\x21-\x7e]{1,256}$/;
/**
 * Ids made by Devonz, where a provider gave none or one that was taken (41 characters with `call_`). No provider minds if they are
 * replaced.
 */
const OURS = /^(?:call_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isTakenEverywhere(id: string): boolean {
  return EVERYWHERE.test(id);
}

/**
 * Returns an id for the call. `mayKeep` means that it goes to the model that issued it: some models read the function name from the id,
 * such as Moonshot's from `functions.NAME:0`.
 */
export function sendableCallId(id: string, taken: ReadonlySet<string>, mayKeep: boolean): string {
  const keeps = EVERYWHERE.test(id) || (mayKeep && PRINTABLE.test(id) && !OURS.test(id));
  if (keeps && !taken.has(id)) return id;
  for (let count = 0; ; count++) {
    const made = hashed(count === 0 ? id : `${id}\n${count}`);
    if (!taken.has(made)) return made;
  }
}

/** Returns the same id for the same text. Collisions are resolved by the caller, which knows the taken ids. */
function hashed(text: string): string {
  let rest = (BigInt(fnv(text, 0x811c9dc5)) << 32n) | BigInt(fnv(text, 0x01234567));
  let id = '';
  for (let index = 0; index < LENGTH; index++) {
    id += DIGITS.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return id;
}

/** FNV-1a, 32 bits, over UTF-16 units, starting from `beginning`. */
function fnv(text: string, beginning: number): number {
  let hash = beginning;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // Final mixing: texts that differ only in the last character must differ in the whole id.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
