import { foldedName } from './name-table.ts';

/** A Mac's file system ignores these characters in names (git: core.protectHFS). */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns whether a folder of this name is git's own on any file system: those that ignore case, Windows, which strips trailing dots and
 * spaces and a stream name and has short names (git: core.protectNTFS), and a Mac's.
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
