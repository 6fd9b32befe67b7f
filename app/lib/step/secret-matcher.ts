/** Replaces a secret. */
const MASK = '[key]';

/** Minimum length in characters. Shorter values are ignored: masking them would damage ordinary words. */
const SHORTEST = 8;

/** Placeholders that users enter if an endpoint needs no key. They are not masked, because answers may contain these words. */
const PLACEHOLDERS = new Set(['lm-studio', 'not-needed', 'no-key-required', 'sk-no-key-required', 'placeholder', 'anything', 'undefined']);

/** One position of a pattern: the spellings of that character that are searched for. */
type Unit = readonly string[];

/**
 * Finds the keys in use in a provider's text: plain, escaped as in JSON (`\u0073`) or in an address (`%73`), and inside base64. A
 * provider that wants to leak a key could always invent another encoding.
 */
export class SecretMatcher {
  readonly #patterns: readonly (readonly Unit[])[];
  readonly #expression: RegExp | null;
  readonly #longest: number;

  constructor(secrets: readonly string[]) {
    const worthy = secrets.filter((secret) => secret.length >= SHORTEST && !PLACEHOLDERS.has(secret.toLowerCase()));
    this.#patterns = worthy.flatMap((secret) => [
      [...secret].map(spellings),
      ...base64Cores(secret).map((core) => [...core].map((letter) => [letter])),
    ]);
    const sources = this.#patterns.map((units) => units.map((unit) => `(?:${unit.map(escapeExpression).join('|')})`).join(''));
    this.#expression = sources.length === 0 ? null : new RegExp(sources.join('|'), 'g');
    this.#longest = Math.max(
      0,
      ...this.#patterns.map((units) => units.reduce((sum, unit) => sum + Math.max(...unit.map((one) => one.length)), 0)),
    );
  }

  /** Whether there are no secrets to look for. */
  get isIdle(): boolean {
    return this.#expression === null;
  }

  redact(text: string): string {
    return this.#expression === null ? text : text.replace(this.#expression, MASK);
  }

  /** Returns the length, in characters, of the longest end of `text` that may be the beginning of a secret. */
  openEnd(text: string): number {
    const earliest = Math.max(0, text.length - this.#longest + 1);
    for (let start = earliest; start < text.length; start += 1) {
      if (this.#patterns.some((units) => beginsAt(text, start, units, 0))) return text.length - start;
    }
    return 0;
  }
}

/** Whether `text` from `place` to its end matches the pattern from `unit` on, without completing it. */
function beginsAt(text: string, place: number, units: readonly Unit[], unit: number): boolean {
  if (place === text.length) return true;
  return (units[unit] ?? []).some((spelling) =>
    text.length - place < spelling.length
      ? spelling.startsWith(text.slice(place))
      : text.startsWith(spelling, place) && unit + 1 < units.length && beginsAt(text, place + spelling.length, units, unit + 1),
  );
}

function spellings(letter: string): Unit {
  const code = letter.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const digits = new Set([hex, hex.toUpperCase()]);
  const escaped = [...digits].flatMap((one) => [`\\u${one.padStart(4, '0')}`, ...(code < 0x80 ? [`%${one}`] : [])]);
  return [letter, ...escaped, ...(/["\\/]/.test(letter) ? [`\\${letter}`] : [])];
}

/** The part of the secret's base64 that does not depend on the bytes around it, for each of the three alignments. */
function base64Cores(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const cores = [0, 1, 2].map((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((before * 8) / 6), end);
  });
  const urlSafe = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...cores, ...urlSafe])].filter((core) => core.length >= SHORTEST);
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
