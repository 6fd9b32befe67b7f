import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';

const OF_THE_SYSTEM = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__MACOSX)$/;
/** What a browser writes into before it takes a file's place; left behind when it is ended. */
const SWAP = /\.crswap$/;

/** Never read and never written in a connected folder, whatever its rules: `.git`, installed packages, outputs, what the system puts there. */
export function isKeptOutside(path: string): boolean {
  return isIgnoredPath(path) || path.split('/').some((segment) => OF_THE_SYSTEM.test(segment) || SWAP.test(segment));
}

/** Whether it is the one way to write a path inside the project. */
export function isPlainPath(path: string): boolean {
  return path !== '' && toWorkspacePath(path) === path && !path.startsWith('/') && !path.includes('\\');
}
