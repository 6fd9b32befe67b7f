/**
 * A queue without barriers: every job that fits into the free lanes begins at once, the longest ready one first. A job that needs the
 * machine for itself (`isAlone`) begins when all others have ended.
 *
 * @typedef {{ name: string, seconds: number, lanes?: number, needs?: readonly string[], isAlone?: boolean }} QueuedJob
 */

/**
 * Runs all jobs, even after a failure. A name in `needs` that is not a job's counts as done.
 *
 * @template {QueuedJob} Job
 * @param {readonly Job[]} jobs
 * @param {number} lanes
 * @param {(job: Job, lane: number) => Promise<void>} run `lane`: the first lane that it has, from 0.
 */
export async function runQueue(jobs, lanes, run) {
  const waiting = new Set(jobs.toSorted((a, b) => Number(a.isAlone ?? false) - Number(b.isAlone ?? false) || b.seconds - a.seconds));
  const free = Array.from({ length: lanes }, (_, lane) => lane);
  /** @type {Map<Job, Promise<void>>} */
  const running = new Map();
  const isPending = (/** @type {string} */ name) => [...waiting, ...running.keys()].some((job) => job.name === name);
  const widthOf = (/** @type {Job} */ job) => Math.min(job.isAlone ? lanes : (job.lanes ?? 1), lanes);
  // Jobs that must be alone are last in `waiting`, so nothing else could start when one of them is reached with nothing running.
  const mayStart = (/** @type {Job} */ job) =>
    !(job.needs ?? []).some(isPending) && widthOf(job) <= free.length && (!job.isAlone || running.size === 0);
  while (waiting.size > 0) {
    const next = [...waiting].find(mayStart);
    if (next === undefined) {
      if (running.size === 0) throw new Error(`Jobs wait for each other: ${[...waiting].map(({ name }) => name).join(', ')}`);
      await Promise.race(running.values());
      continue;
    }
    waiting.delete(next);
    const taken = free.splice(0, widthOf(next));
    const done = run(next, taken[0] ?? 0).finally(() => {
      running.delete(next);
      free.push(...taken);
      free.sort((a, b) => a - b);
    });
    running.set(next, done);
  }
  await Promise.all(running.values());
}

/**
 * Divides files into groups of about the same duration, each starting with its longest file: a group is a process, whose start costs some
 * seconds.
 *
 * @param {readonly { file: string, seconds: number }[]} files
 * @param {number} count
 * @returns {{ files: string[], seconds: number }[]}
 */
export function groupsOf(files, count) {
  const groups = Array.from({ length: Math.max(1, Math.min(count, files.length)) }, () => ({
    files: /** @type {string[]} */ ([]),
    seconds: 0,
  }));
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file))) {
    const shortest = groups.reduce((least, group) => (group.seconds < least.seconds ? group : least));
    shortest.files.push(file);
    shortest.seconds += seconds;
  }
  return groups.filter(({ files: { length } }) => length > 0);
}
