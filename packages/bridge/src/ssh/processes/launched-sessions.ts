import type { ProcessRow } from '../../machine/own-processes.ts';

/** The launched programs that were known at one instant, by process id: whether each has ended. */
export type LaunchedAt = ReadonlyMap<number, boolean>;

/**
 * The sessions of the programs launched on a server, including those whose program has ended, because its background
 * processes still run in them.
 */
export class LaunchedSessions {
  private readonly hasEnded = new Map<number, boolean>();

  add(pid: number, end: Promise<unknown>): void {
    this.hasEnded.set(pid, false);
    void end.then(() => this.hasEnded.set(pid, true));
  }

  get isEmpty(): boolean {
    return this.hasEnded.size === 0;
  }

  now(): LaunchedAt {
    return new Map(this.hasEnded);
  }

  /**
   * Returns the sessions that are still there by a table that was read after `at`, and forgets the others. Where a program has ended and
   * its id is another process's by now, nothing is left of its session, since no system gives an id twice.
   */
  keep(at: LaunchedAt, rows: readonly ProcessRow[]): Set<number> {
    const ids = new Set(rows.map(({ pid }) => pid));
    const sessions = new Set(rows.map(({ session }) => session));
    const kept = new Set<number>();
    for (const [pid, hasEnded] of at) {
      if (!hasEnded || (sessions.has(pid) && !ids.has(pid))) kept.add(pid);
      else this.hasEnded.delete(pid);
    }
    return kept;
  }
}
