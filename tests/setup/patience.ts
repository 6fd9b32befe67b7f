/**
 * Returns a limit that only ends what hangs, in milliseconds: the given one, or several times that in `npm test`, which must pass on slow and
 * busy machines (scripts/test.mjs sets `DEVONZ_PATIENCE`). A developer who runs one test by hand need not wait that long.
 */
export function patience(milliseconds: number): number {
  return milliseconds * Number(process.env['DEVONZ_PATIENCE'] ?? 1);
}
