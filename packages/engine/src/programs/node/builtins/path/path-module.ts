import type { BuiltinExports } from '../../node-host.ts';
import { createPosixPath } from './posix-path.ts';
import { createWindowsPath } from './windows-path.ts';

/** The `path` module: POSIX rules, with the Windows rules as `win32`. */
export function createPathModule(cwd: () => string): BuiltinExports {
  const posix = createPosixPath(cwd);
  const win32 = createWindowsPath(cwd);
  for (const flavour of [posix, win32]) Object.assign(flavour, { win32, posix, _makeLong: flavour.toNamespacedPath });
  return posix;
}
