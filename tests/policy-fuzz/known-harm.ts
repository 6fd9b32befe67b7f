import type { Found } from './run-fuzz.ts';

interface KnownHarm {
  name: string;
  /** Why the policy, which sees words and no files, lets it run all the same. */
  why: string;
  isMet(found: Found): boolean;
}

/**
 * What the static policy alone does not prevent, each with its reason: five at most. The engine's wall does, so there none of these counts.
 */
export const KNOWN_HARM: readonly KnownHarm[] = [
  {
    name: 'a search through a folder of sources that holds a file with keys, or a comparison or copy of it',
    why: 'To ask for each `grep -rn name src` would be wrong nearly always: nobody keeps keys among sources.',
    isMet: ({ host, effect, command }) =>
      host !== 'wall' && effect.kind === 'reads a secret' && IN_SOURCES.test(effect.what) && /\b(?:[ef]?grep|rg|diff|cp)\b/.test(command),
  },
];

const IN_SOURCES = /^project\/(?:src|docs|packages\/a)\/\.env/;

export function knownHarm(found: Found): KnownHarm | null {
  return KNOWN_HARM.find((known) => known.isMet(found)) ?? null;
}
