/** Replaces a value of a secret file in everything that goes to a model: it names the value and its file, and tells nothing of it. */
export function secretToken(name: string, source: string): string {
  return `[secret: ${plain(name, 80)} of ${plain(source, 200)}]`;
}

const TOKEN = /\[secret: [^\]\n]{1,80} of [^\]\n]{1,200}\]/;

/** The first such token in a text; null: there is none. Written into a file it would take the place of the value. */
export function secretTokenIn(text: string): string | null {
  return TOKEN.exec(text)?.[0] ?? null;
}

/** A name of others ends no token. */
function plain(text: string, longest: number): string {
  return text.replace(/[\]\p{C}]/gu, '?').slice(0, longest) || '?';
}
