/** The lock that forbids to change `path`: on itself, on a folder above it, or on something in it. Null when there is none. */
export function lockOver(path: string, lockedPaths: readonly string[]): string | null {
  return lockedPaths.find((locked) => path === locked || path.startsWith(`${locked}/`) || locked.startsWith(`${path}/`)) ?? null;
}
