import { type Isolation, Sandbox } from './sandbox/sandbox.ts';
import type { Job, Outcome } from './sandbox/sandbox-protocol.ts';

/**
 * Where a command runs: `bash` with the system's own programs; the product's `engine`, with its own programs; and the engine with its
 * `wall` around files, for which the policy allows more without asking.
 */
export type Host = 'bash' | 'engine' | 'wall';

/** A sandbox is discarded after this many commands, along with their leftover processes. */
const MOST_COMMANDS = 3_000;

/** The hosts of one worker, started on first use and restarted after a crash. */
export class FuzzHosts {
  readonly #isolation: Isolation | null;
  readonly #sandboxes = new Map<Host, { sandbox: Sandbox; runs: number }>();

  constructor(isolation: Isolation | null) {
    this.#isolation = isolation;
  }

  async isolationOf(host: Host): Promise<Isolation> {
    return (await this.#sandbox(host)).sandbox.isolation;
  }

  /** Returns null if the command killed its sandbox or would not end, twice: the first time, an earlier command may have been the cause. */
  async run(host: Host, job: Job): Promise<Outcome | null> {
    return (await this.#runOnce(host, job)) ?? (await this.#runOnce(host, job));
  }

  async #runOnce(host: Host, job: Job): Promise<Outcome | null> {
    const entry = await this.#sandbox(host);
    entry.runs++;
    try {
      return await entry.sandbox.run(job);
    } catch {
      this.#drop(host);
      return null;
    }
  }

  close(): void {
    for (const host of [...this.#sandboxes.keys()]) this.#drop(host);
  }

  async #sandbox(host: Host): Promise<{ sandbox: Sandbox; runs: number }> {
    const known = this.#sandboxes.get(host);
    if (known !== undefined && known.runs < MOST_COMMANDS) return known;
    this.#drop(host);
    const wanted = host === 'bash' ? this.#isolation : host === 'wall' ? 'engine-wall' : 'engine';
    const entry = { sandbox: await Sandbox.start(wanted), runs: 0 };
    this.#sandboxes.set(host, entry);
    return entry;
  }

  #drop(host: Host): void {
    this.#sandboxes.get(host)?.sandbox.close();
    this.#sandboxes.delete(host);
  }
}
