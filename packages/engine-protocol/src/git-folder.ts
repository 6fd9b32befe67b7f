import { foldedName } from './name-table.ts';

/** A Mac's disk passes over these characters in names (git: core.protectHFS). */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a folder of this name is git's own on any disk: those that ignore case, Windows, which takes dots and blanks at the end and a stream away and
 * knows a short name (git: core.protectNTFS), and a Mac's.
 */
export function isGitFolder(name: string): boolean {
  const plain = foldedName(
    name
      .replace(PASSED_OVER, '')
      .replace(/:.*$/, '')
      .replace(/[. ]+$/, ''),
  );
  return plain === '.git' || /^git~\d$/.test(plain);
}
