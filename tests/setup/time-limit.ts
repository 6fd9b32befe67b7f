/**
 * What a busy machine may take for what a quiet one does in `1`. The machines that run the tests share their cores with others, which
 * take them for hundreds of milliseconds: a limit near the figure would judge the neighbours. What is guarded against took seconds.
 */
const BUSY_FACTOR = 5;

/**
 * The limit of a duration that a test measures, both in milliseconds: the stated one with `DEVONZ_QUIET_MACHINE=1`
 * (`npm run bench -- responsiveness` sets it and prints the figures), with room for others otherwise.
 */
export function timeLimit(quietMilliseconds: number): number {
  return process.env['DEVONZ_QUIET_MACHINE'] === '1' ? quietMilliseconds : quietMilliseconds * BUSY_FACTOR;
}
