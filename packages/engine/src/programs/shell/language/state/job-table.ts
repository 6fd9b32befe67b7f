import type { SystemCalls } from '../../../../abi/system-calls.ts';

export interface Job {
  id: number;
  /** The process's own pid when the job is one process; otherwise a number known only to this shell. */
  pid: number;
  command: string;
  status: 'running' | 'done';
  exitCode: number;
  /** Resolves with the exit code. */
  finished: Promise<number>;
  /** The processes that currently run for the job; each leads a group. */
  processes: Set<number>;
  interrupt: (exitCode: number) => void;
  /** The shell no longer lists it, waits for it, or ends it when the shell exits. */
  isDisowned: boolean;
}

/** Above every pid that a kernel assigns, so that the two cannot be confused. */
const FIRST_PSEUDO_PID = 1_000_000;

/** The background jobs of one shell. */
export class JobTable {
  readonly #jobs = new Map<number, Job>();
  #pseudoPid = FIRST_PSEUDO_PID;
  /** In a subshell: the parent shell's jobs, for `jobs | …`. */
  readonly #inherited: readonly Job[];

  constructor(inherited: readonly Job[] = []) {
    this.#inherited = inherited;
  }

  /** Commands started by `exec > >(command)`: the shell ends after them, because their output is its output. */
  readonly outputReaders: Promise<number>[] = [];

  nextPseudoPid(): number {
    this.#pseudoPid += 1;
    return this.#pseudoPid;
  }

  add(parts: Omit<Job, 'id'>): Job {
    let id = 1;
    for (const taken of this.#jobs.keys()) id = Math.max(id, taken + 1);
    const job: Job = { id, ...parts };
    this.#jobs.set(id, job);
    return job;
  }

  list(): Job[] {
    return [...this.#jobs.values()].filter((job) => !job.isDisowned);
  }

  /** Returns the jobs that `jobs` shows. */
  shown(): readonly Job[] {
    return this.#jobs.size === 0 ? this.#inherited : this.list();
  }

  remove(job: Job): void {
    this.#jobs.delete(job.id);
  }

  byPid(pid: number): Job | null {
    return [...this.#jobs.values()].find((job) => job.pid === pid) ?? null;
  }

  /** Finds a job by `%1`, `%%`, `%+`, `%-` or `%name`. */
  bySpecification(specification: string): Job | null {
    const jobs = this.list();
    const name = specification.slice(1);
    if (name === '' || name === '%' || name === '+') return jobs.at(-1) ?? null;
    if (name === '-') return jobs.at(-2) ?? jobs.at(-1) ?? null;
    if (/^\d+$/.test(name)) return this.#jobs.get(Number(name)) ?? null;
    return jobs.find((job) => job.command.startsWith(name)) ?? null;
  }

  /** Ends everything in the background when the shell exits. */
  async hangUp(system: SystemCalls): Promise<void> {
    for (const job of this.list()) {
      if (job.status !== 'running') continue;
      for (const pid of job.processes) await system.async('kill', -pid, 'SIGHUP').catch(() => undefined);
      job.interrupt(129);
    }
  }
}
