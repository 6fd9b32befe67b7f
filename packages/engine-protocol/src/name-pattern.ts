/**
 * A pattern for the name of one file or folder, in lower case: `*` is any characters, `[!a-z]` one character that is no letter, everything else
 * is itself. So small, that the very same text makes a matcher (here) and an automaton (in the policy).
 */
export type NameItem = { kind: 'any' } | { kind: 'not-letter' } | { kind: 'literal'; character: string };

export function nameItems(pattern: string): NameItem[] {
  return [...pattern.matchAll(/\*|\[!a-z\]|[\s\S]/g)].map(([piece]): NameItem => {
    if (piece === '*') return { kind: 'any' };
    return piece === '[!a-z]' ? { kind: 'not-letter' } : { kind: 'literal', character: piece };
  });
}

/** Source of a regular expression for the pattern, within one segment of a path. To be used with the flags `iu`. */
export function nameSource(pattern: string): string {
  return nameItems(pattern)
    .map((item) => {
      if (item.kind === 'any') return '[^/]*';
      return item.kind === 'not-letter' ? '[^a-z/]' : item.character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
    })
    .join('');
}
