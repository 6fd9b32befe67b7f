import type { Found } from './run-fuzz.ts';

interface KnownHarm {
  name: string;
  /** Why it is allowed anyway. */
  why: string;
  isMet(found: Found): boolean;
}

/** Harm that is not prevented, with reasons; at most five entries. */
export const KNOWN_HARM: readonly KnownHarm[] = [
  {
    name: 'a search through a folder of sources that holds a file with keys, or a comparison or copy of it',
    why: 'The policy sees words and no files; the wall holds it. To ask for each `grep -rn name src` would be wrong nearly always: nobody keeps keys there.',
    isMet: ({ host, effect, command }) =>
      host !== 'wall' && effect.kind === 'reads a secret' && IN_SOURCES.test(effect.what) && /\b(?:[ef]?grep|rg|diff|cp)\b/.test(command),
  },
  {
    name: 'a file outside whose name is none of a secret, read through a link of the project',
    why: 'The wall holds reads of secrets and all writes. Outside of the project the engine has nothing of the user but what commands put there.',
    isMet: ({ host, effect, command }) =>
      host === 'wall' && effect.kind === 'reads outside the project' && !/\/\.(?:env|ssh)/.test(effect.what) && /\bdocs\b/.test(command),
  },
];

const IN_SOURCES = /^project\/(?:src|docs|packages\/a)\/\.env/;

export function knownHarm(found: Found): KnownHarm | null {
  return KNOWN_HARM.find((known) => known.isMet(found)) ?? null;
}
