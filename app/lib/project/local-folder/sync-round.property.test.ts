import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decisions } from './decisions.ts';
import { createDeletionGuard } from './deletion-guard.ts';
import type { SyncConflict } from './plan-sync.ts';
import { type RoundResult, syncRound } from './sync-round.ts';
import type { SideName } from './sync-side.ts';
import { hashOf, MemoryAgreements, MemorySide } from './testing/memory-side.ts';

const PATHS = ['a', 'b', 'c/d', 'c/e', '.git/config'];

/** A change by the user or the agent on one side. */
const edit = fc.record({
  type: fc.constant('edit' as const),
  side: fc.constantFrom<SideName>('project', 'disk'),
  path: fc.constantFrom(...PATHS),
  isDeletion: fc.boolean(),
});
/** A round, in which an event happens after a given number of operations. */
const round = fc.record({
  type: fc.constant('round' as const),
  at: fc.nat(30),
  what: fc.oneof(fc.constant('fails' as const), fc.constant('crashes' as const), fc.constant('nothing' as const), edit),
});
const history = fc.array(fc.oneof(edit, round), { maxLength: 24 });

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** Both sides, with a record of all writes, so that the test knows which contents must not be lost. */
class World {
  readonly project = new MemorySide((operation) => this.#happen(operation));
  readonly disk = new MemorySide((operation) => this.#happen(operation));
  readonly agreements = new MemoryAgreements((operation) => this.#happen(operation));
  /** Contents that nobody has knowingly replaced or deleted, by path. All contents are distinct. */
  readonly wanted = new Map<string, Set<string>>(PATHS.map((path) => [path, new Set()]));
  readonly #guard = createDeletionGuard(() => 0);
  #serial = 0;
  #countdown = Number.POSITIVE_INFINITY;
  #what: Round['what'] = 'nothing';
  #isCrashed = false;

  edit({ side, path, isDeletion }: Edit) {
    const { files } = this[side];
    const before = files.get(path);
    // An edit replaces the current content knowingly.
    if (before !== undefined) this.wanted.get(path)?.delete(before);
    if (isDeletion) return void files.delete(path);
    const text = `content ${++this.#serial}`;
    files.set(path, text);
    this.wanted.get(path)?.add(text);
  }

  async round(happening: Pick<Round, 'at' | 'what'>, decisions: Decisions = new Map()): Promise<RoundResult | null> {
    this.#countdown = happening.at;
    this.#what = happening.what;
    this.#isCrashed = false;
    try {
      return await syncRound({
        sides: { project: this.project, disk: this.disk },
        agreements: this.agreements,
        scopeOf: async () => (path) => !path.startsWith('.git/'),
        decisions,
        guard: this.#guard,
        isOver: () => false,
        onStep: () => undefined,
      });
    } catch (error) {
      if (!(error instanceof Happening)) throw error;
      return null;
    } finally {
      this.#countdown = Number.POSITIVE_INFINITY;
    }
  }

  async #happen(_operation: string): Promise<void> {
    if (this.#isCrashed) throw new Happening('the page is gone');
    if (this.#countdown-- !== 0) return;
    if (this.#what === 'crashes') this.#isCrashed = true;
    if (this.#what === 'crashes' || this.#what === 'fails') throw new Happening(this.#what);
    if (this.#what !== 'nothing') this.edit(this.#what);
  }
}

class Happening extends Error {}

function expectNothingLost({ project, disk, wanted }: World) {
  for (const [path, contents] of wanted) {
    for (const text of contents) expect([project.files.get(path), disk.files.get(path)], path).toContain(text);
  }
}

/** Runs rounds without other events until nothing is left to do. `keep` is the side that the user chooses in every conflict. */
async function settle(world: World, keep: SideName | null): Promise<readonly SyncConflict[]> {
  const decisions = new Map<string, { keep: SideName; shown: SyncConflict }>();
  for (let count = 0; count < 6; count++) {
    const result = await world.round({ at: 0, what: 'nothing' }, decisions);
    if (result === null) throw new Error('a round in peace does not fail');
    expect(result.hasChanged).toBe(false);
    const open = [...result.conflicts];
    for (const { from, paths } of result.deletions) {
      // Confirms the deletions: the side on which the files are missing is right.
      for (const path of paths) decisions.set(path, { keep: from === 'disk' ? 'project' : 'disk', shown: shownOf(world, path) });
    }
    if (keep !== null) for (const shown of open) decisions.set(shown.path, { keep, shown });
    if (result.done.disk + result.done.project === 0 && result.deletions.length === 0 && (keep === null || open.length === 0)) return open;
  }
  throw new Error('it does not come to rest');
}

function shownOf({ project, disk }: World, path: string): SyncConflict {
  const [mine, theirs] = [project.files.get(path), disk.files.get(path)];
  return { path, project: mine === undefined ? null : hashOf(mine), disk: theirs === undefined ? null : hashOf(theirs) };
}

async function live(world: World, events: readonly (Edit | Round)[]) {
  for (const event of events) {
    if (event.type === 'edit') world.edit(event);
    else await world.round(event);
    expectNothingLost(world);
  }
}

const RUNS = { numRuns: 1_000 };

test('whatever is edited on both sides, fails or crashes between any two operations, nothing that was written is lost, and what is not in conflict becomes equal', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const world = new World();
      await live(world, events);
      const git = [world.project.files.get('.git/config'), world.disk.files.get('.git/config')];
      const conflicts = new Set((await settle(world, null)).map(({ path }) => path));
      expectNothingLost(world);
      for (const path of PATHS.filter((each) => !each.startsWith('.git/'))) {
        if (!conflicts.has(path)) expect(world.project.files.get(path), path).toBe(world.disk.files.get(path));
        // If the user has not chosen between two contents, neither replaces the other: the path is in conflict.
        if ((world.wanted.get(path)?.size ?? 0) > 1) expect(conflicts, path).toContain(path);
      }
      expect([world.project.files.get('.git/config'), world.disk.files.get('.git/config')]).toEqual(git);
    }),
    RUNS,
  );
});

test('once each conflict is decided both sides are equal, and have what was chosen', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom<SideName>('project', 'disk'), async (events, keep) => {
      const world = new World();
      await live(world, events);
      const conflicts = await settle(world, null);
      const chosen = new Map(conflicts.map(({ path }) => [path, world[keep].files.get(path)]));
      expect(await settle(world, keep)).toEqual([]);
      for (const [path, text] of chosen) expect(world[keep].files.get(path)).toBe(text);
      const synced = (side: SideName) => [...world[side].files].filter(([path]) => !path.startsWith('.git/')).sort();
      expect(synced('project')).toEqual(synced('disk'));
    }),
    RUNS,
  );
});

test('without a crash a deletion stays one: no file comes back that was deleted on one side and untouched on the other', async () => {
  const peaceful = fc.array(
    fc.oneof(edit, fc.record({ type: fc.constant('round' as const), at: fc.constant(0), what: fc.constant('nothing' as const) })),
    {
      maxLength: 24,
    },
  );
  await fc.assert(
    fc.asyncProperty(peaceful, fc.constantFrom(...PATHS.slice(0, 4)), async (events, path) => {
      const world = new World();
      await live(world, events);
      await settle(world, 'project');
      world.edit({ type: 'edit', side: 'disk', path, isDeletion: true });
      await settle(world, null);
      expect(world.project.files.has(path)).toBe(false);
    }),
    RUNS,
  );
});
