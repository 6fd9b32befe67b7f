/**
 * How many times longer a busy machine may take than a quiet one. Test machines share their cores with others, which occupy them for
 * hundreds of milliseconds: a tight limit would measure those. The regressions guarded against took seconds.
 */
const BUSY_FACTOR = 5;

/**
 * Returns the limit of a measured duration, in milliseconds: the given one with `DEVONZ_QUIET_MACHINE=1` (set by `npm run bench --
 * responsiveness`, which prints the figures), otherwise with room for a busy machine.
 */
export function timeLimit(quietMilliseconds: number): number {
  return process.env['DEVONZ_QUIET_MACHINE'] === '1' ? quietMilliseconds : quietMilliseconds * BUSY_FACTOR;
}
