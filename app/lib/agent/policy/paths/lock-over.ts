/** Returns the lock that forbids changing `path`: on the path itself, a folder above it, or something in it. Null if there is none. */
export function lockOver(path: string, lockedPaths: readonly string[]): string | null {
  return lockedPaths.find((locked) => path === locked || path.startsWith(`${locked}/`) || locked.startsWith(`${path}/`)) ?? null;
}
