import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';

const OF_THE_SYSTEM = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__MACOSX)$/;
/** The browser's temporary file for a write; it remains if the browser is closed during the write. */
const SWAP = /\.crswap$/;

/** Paths that are never synchronised, whatever the rules: `.git`, installed packages, outputs, and the system's own files. */
export function isKeptOutside(path: string): boolean {
  return isIgnoredPath(path) || path.split('/').some((segment) => OF_THE_SYSTEM.test(segment) || SWAP.test(segment));
}

/** Whether the path is inside the project and in its normalised form. */
export function isPlainPath(path: string): boolean {
  return path !== '' && toWorkspacePath(path) === path && !path.startsWith('/') && !path.includes('\\');
}
