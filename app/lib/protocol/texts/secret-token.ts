/** Replaces a value from a secret file in everything that is sent to a model: it gives the value's name and file, but nothing of the value. */
export function secretToken(name: string, source: string): string {
  return `[secret: ${plain(name, 80)} of ${plain(source, 200)}]`;
}

const TOKEN = /\[secret: [^\]\n]{1,80} of [^\]\n]{1,200}\]/;

/** Returns the first such token in a text, or null. If the token were written to a file, it would overwrite the real value. */
export function secretTokenIn(text: string): string | null {
  return TOKEN.exec(text)?.[0] ?? null;
}

/** The name comes from outside, so it must not contain the token's closing bracket. */
function plain(text: string, longest: number): string {
  return text.replace(/[\]\p{C}]/gu, '?').slice(0, longest) || '?';
}
