import type { Clock } from '../../agent/contract/ports.ts';
import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import type { AgreementStore } from '../../persistence/folder-store.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ConnectedFolderState } from '../../stores/local-folder.ts';
import type { Decisions } from './decisions.ts';
import { createDeletionGuard, type DeletionGuard } from './deletion-guard.ts';
import { FolderProblem } from './folder-problem.ts';
import type { SyncConflict } from './plan-sync.ts';
import { type RoundOptions, type RoundResult, syncRound } from './sync-round.ts';
import type { SideName, SyncSide } from './sync-side.ts';

/** Synchronises a project and a folder in rounds. */
export interface FolderSync {
  start(): void;
  /** A side may have changed: starts a round soon. */
  request(): void;
  /** Sets which version to keep, and starts a round at once. */
  decide(shown: readonly SyncConflict[], keep: SideName): void;
  /** Duration of the last full scan. In milliseconds. */
  cost(): number;
  /** Starts nothing new; resolves when running work has ended. */
  stop(): Promise<void>;
}

export interface FolderSyncOptions {
  name: string;
  sides: Record<SideName, SyncSide>;
  agreements: AgreementStore;
  scopeOf: RoundOptions['scopeOf'];
  clock: Pick<Clock, 'now' | 'after'>;
  /** Runs one round at a time across all tabs. */
  inTurn(work: () => Promise<void>): Promise<void>;
  onState(state: ConnectedFolderState): void;
  /** A decision by the user is needed. */
  onAsk(message: string): void;
  /** The folder is unusable until the user acts. */
  onLost(problem: FolderProblem): void;
}

/** Wait after a change, because editors and programs write several files, or one file in several steps. In milliseconds. */
const SETTLING = 300;
/** Wait after a failed round. In milliseconds. */
const FIRST_RETRY = 3_000;
const LONGEST_RETRY = 60_000;

export function createFolderSync(options: FolderSyncOptions): FolderSync {
  return new Loop(options);
}

class Loop implements FolderSync {
  readonly #options: FolderSyncOptions;
  #state: ConnectedFolderState;
  readonly #decisions = new Map<string, { keep: SideName; shown: SyncConflict }>();
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isOver = false;
  #callOff: (() => void) | null = null;
  #dueAt = 0;
  #retry = FIRST_RETRY;
  /** Paths that the user has been asked about. */
  #asked = new Set<string>();
  #cost = 0;
  readonly #guard: DeletionGuard;

  constructor(options: FolderSyncOptions) {
    this.#options = options;
    this.#guard = createDeletionGuard(() => options.clock.now());
    this.#state = {
      status: 'connected',
      name: options.name,
      work: { type: 'comparing' },
      conflicts: [],
      left: [],
      deletions: [],
      trouble: null,
      comparedAt: null,
    };
  }

  start(): void {
    this.#show({});
    this.#runSoon(0);
  }

  request(): void {
    if (this.#running !== null) this.#isWanted = true;
    else this.#runSoon(SETTLING);
  }

  decide(shown: readonly SyncConflict[], keep: SideName): void {
    for (const each of shown) this.#decisions.set(each.path, { keep, shown: each });
    if (this.#running === null) this.#runSoon(0);
    else this.#isWanted = true;
  }

  cost(): number {
    return this.#cost;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#callOff?.();
    await this.#running;
  }

  #show(changes: Partial<ConnectedFolderState>): void {
    this.#state = { ...this.#state, ...changes };
    if (!this.#isOver) this.#options.onState(this.#state);
  }

  #runSoon(pause: number): void {
    if (this.#isOver || this.#running !== null) return;
    const { clock } = this.#options;
    // A program may write without end: new changes must not postpone a round that is due.
    if (this.#callOff !== null && this.#dueAt <= clock.now() + pause) return;
    this.#callOff?.();
    this.#dueAt = clock.now() + pause;
    this.#callOff = clock.after(pause, () => {
      this.#callOff = null;
      this.#running = this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isWanted = false;
    let pause: number | null = null;
    await this.#options.inTurn(async () => {
      pause = await this.#round();
    });
    this.#running = null;
    if (this.#isWanted) this.#runSoon(SETTLING);
    else if (pause !== null) this.#runSoon(pause);
  }

  /** Returns the time until the next try; null if the next round starts only after a change. */
  async #round(): Promise<number | null> {
    if (this.#isOver) return null;
    const { sides, agreements, scopeOf, clock } = this.#options;
    const decisions: Decisions = new Map(this.#decisions);
    const startedAt = clock.now();
    try {
      const result = await syncRound({
        sides,
        agreements,
        decisions,
        guard: this.#guard,
        scopeOf: async (project, disk) => {
          this.#cost = clock.now() - startedAt;
          return scopeOf(project, disk);
        },
        isOver: () => this.#isOver,
        onStep: (left) => this.#show({ work: { type: 'copying', left } }),
      });
      return this.#finished(result, decisions);
    } catch (error) {
      return this.#failed(error);
    }
  }

  #finished({ conflicts, left, deletions, hasChanged }: RoundResult, decisions: Decisions): number | null {
    // A decision applies only to the versions that were shown; the new result is shown now.
    for (const [path, decision] of decisions) if (this.#decisions.get(path) === decision) this.#decisions.delete(path);
    const comparedAt = hasChanged ? this.#state.comparedAt : this.#options.clock.now();
    this.#show({ work: { type: 'at-rest' }, conflicts, left, deletions, trouble: null, comparedAt });
    this.#ask(conflicts, deletions);
    // Files that another program is using are tried again.
    const pause = left.length > 0 ? this.#nextRetry() : null;
    if (left.length === 0) this.#retry = FIRST_RETRY;
    return hasChanged ? SETTLING : pause;
  }

  /** Asks only once per file. */
  #ask(conflicts: RoundResult['conflicts'], deletions: RoundResult['deletions']): void {
    const isNew = ({ path }: { path: string }) => !this.#asked.has(path);
    const changed = conflicts.filter(isNew).length;
    const deleted = deletions.flatMap(({ paths }) => paths).filter((path) => !this.#asked.has(path)).length;
    this.#asked = new Set([...conflicts.map(({ path }) => path), ...deletions.flatMap(({ paths }) => paths)]);
    if (this.#isOver) return;
    const { name, onAsk } = this.#options;
    if (changed > 0)
      onAsk(
        plural(
          changed,
          {
            one: '{count} file was changed both here and in the folder “{name}”. Nothing is overwritten until you choose.',
            other: '{count} files were changed both here and in the folder “{name}”. Nothing is overwritten until you choose.',
          },
          { name },
        ),
      );
    if (deleted > 0)
      onAsk(
        plural(
          deleted,
          {
            one: '{count} more file has disappeared on one side of the folder “{name}”, after others in the last minutes. It is kept on the other one until you say otherwise.',
            other:
              '{count} files have disappeared on one side of the folder “{name}”. They are kept on the other one until you say otherwise.',
          },
          { name },
        ),
      );
  }

  #failed(error: unknown): number | null {
    if (error instanceof FolderProblem && (error.trouble === 'permission' || error.trouble === 'gone')) {
      if (!this.#isOver) this.#options.onLost(error);
      this.#isOver = true;
      return null;
    }
    const trouble =
      error instanceof FolderProblem ? error.message : t('The files could not be compared: {error}.', { error: errorMessage(error) });
    this.#show({ work: { type: 'at-rest' }, trouble });
    return this.#nextRetry();
  }

  #nextRetry(): number {
    const pause = this.#retry;
    this.#retry = Math.min(LONGEST_RETRY, pause * 2);
    return pause;
  }
}
