/**
 * A pattern for the lower-case name of one file or folder: `*` matches any characters, `[!a-z]` one character that is not a letter, and
 * everything else itself. Simple enough that the same text can be compiled to a matcher (here) and to an automaton (in the policy).
 */
export type NameItem = { kind: 'any' } | { kind: 'not-letter' } | { kind: 'literal'; character: string };

export function nameItems(pattern: string): NameItem[] {
  return [...pattern.matchAll(/\*|\[!a-z\]|[\s\S]/g)].map(([piece]): NameItem => {
    if (piece === '*') return { kind: 'any' };
    return piece === '[!a-z]' ? { kind: 'not-letter' } : { kind: 'literal', character: piece };
  });
}

/** Returns the source of a regular expression for the pattern, within one path segment. Use it with the flags `iu`. */
export function nameSource(pattern: string): string {
  return nameItems(pattern)
    .map((item) => {
      if (item.kind === 'any') return '[^/]*';
      return item.kind === 'not-letter' ? '[^a-z/]' : item.character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
    })
    .join('');
}
