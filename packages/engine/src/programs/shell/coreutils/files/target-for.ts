import { baseName, joinPath } from '../../text/resolve-path.ts';

/** The path a source gets inside a folder, or the target itself. `a/.` is what is in `a`, and goes into the folder itself. */
export function targetFor(source: string, target: string, isFolder: boolean): string {
  if (!isFolder) return target;
  const name = baseName(source);
  return joinPath(target, name === '..' ? '.' : name);
}
