import { baseName, joinPath } from '../../text/resolve-path.ts';

/**
 * Returns the path a source gets inside a folder, or the target itself. `a/.` means the content of `a`, which goes into the folder itself.
 */
export function targetFor(source: string, target: string, isFolder: boolean): string {
  if (!isFolder) return target;
  const name = baseName(source);
  return joinPath(target, name === '..' ? '.' : name);
}
