/**
 * Measures the cost of work without wall-clock time: this process's CPU time, in units of a reference measured at the same time. A slow or
 * busy machine lengthens both.
 */

/** About 25 ms on a quiet machine of 2026: long compared with the resolution of the kernel's accounting. */
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

/** Returns the cost in references. Concurrent work in this process counts too, so limits need room for it. */
export function costOf(work: () => unknown): number {
  const before = unit();
  const begun = processorTime();
  work();
  const spent = processorTime() - begun;
  return spent / Math.max(before, unit());
}

/** Like `costOf`, for asynchronous work. */
export async function costOfAsync(work: () => Promise<unknown>): Promise<number> {
  const before = unit();
  const begun = processorTime();
  await work();
  const spent = processorTime() - begun;
  return spent / Math.max(before, unit());
}
