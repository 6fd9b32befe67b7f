/**
 * The cost of work without a clock on the wall: processor time of this process, in units of a reference that is measured right beside it. A
 * machine that is slow, or busy with others, makes both longer.
 */

/** About 25 ms on a quiet machine of 2026: long beside the grain of the kernel's accounts. */
function reference(): number {
  let value = 1;
  for (let count = 0; count < 12_000_000; count++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function unit(): number {
  const begun = processorTime();
  reference();
  return Math.max(1, processorTime() - begun);
}

/** In references. What others of this process do meanwhile counts as well: a limit needs room for it. */
export function costOf(work: () => unknown): number {
  const before = unit();
  const begun = processorTime();
  work();
  const spent = processorTime() - begun;
  return spent / Math.max(before, unit());
}

/** As `costOf`, of work that is waited for. */
export async function costOfAsync(work: () => Promise<unknown>): Promise<number> {
  const before = unit();
  const begun = processorTime();
  await work();
  const spent = processorTime() - begun;
  return spent / Math.max(before, unit());
}
