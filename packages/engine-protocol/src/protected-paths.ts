import { isGitFolder } from './git-folder.ts';
import { foldedName, NameTable } from './name-table.ts';
import { INSTRUCTIONS, PROTECTED_FILES, PROTECTED_FOLDERS } from './protected-names.ts';
import { isSecretPath } from './secret-path.ts';

const FOLDERS = new NameTable(PROTECTED_FOLDERS);
const FILES = new NameTable(PROTECTED_FILES);
const OBEYED = new NameTable(INSTRUCTIONS);

/** Returns why a change of this file asks for approval even if changes are auto-approved, or `null` if it does not. */
export function protectionOf(path: string): string | null {
  const folded = foldedName(path);
  const segments = folded.split('/');
  for (const segment of segments) {
    const row = FOLDERS.ofName(isGitFolder(segment) ? '.git' : segment);
    if (row !== null) return row.why;
  }
  const last = FILES.ofName(segments.at(-1) ?? '');
  if (last !== null) return last.why;
  const inside = segments.length === 1 ? null : (FOLDERS.ofPath(folded) ?? FILES.ofPath(folded));
  return inside?.why ?? (isSecretPath(path) ? 'the file may hold keys or passwords' : null);
}

/** Returns whether the file is protected only because agents follow it; it runs nothing. */
export function isInstructions(path: string): boolean {
  const segments = foldedName(path).split('/');
  if (OBEYED.ofName(segments.at(-1) ?? '') === null) return false;
  return segments.every((segment) => FOLDERS.ofName(segment) === null) && !isSecretPath(path);
}
