import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../app/lib/persistence/journal-store.ts';
import type { DevonzDatabase } from '../../../app/lib/persistence/migrations/database-schema.ts';
import { createProjectFileStore } from '../../../app/lib/persistence/project-file-store.ts';
import { createWorkspaceStore } from '../../../app/lib/persistence/workspace-store.ts';
import { chatIdSchema } from '../../../app/lib/protocol/ids.ts';
import type { FaultKind } from './support/injected-faults.ts';
import { stressedApp, told } from './support/stressed-session.ts';

vi.setConfig({ testTimeout: 300_000 });

let app: Awaited<ReturnType<typeof stressedApp>>;
let database: DevonzDatabase;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  app = await stressedApp();
  database = await openDatabase('devonz', { onClosed: () => undefined });
});
afterAll(() => {
  process.off('unhandledRejection', note);
  app.faults.restore();
});

/** Returns what is stored of the chats: their events, their files with contents, the window state. */
async function kept(chats: readonly (string | null)[]) {
  const journal = createJournalStore(database, () => 0);
  const files = createProjectFileStore(database);
  return Promise.all(
    chats.map(async (given) => {
      const chatId = chatIdSchema.parse(given);
      const { records, damaged } = await journal.load(chatId);
      const projectId = (await journal.projectOf(chatId)) ?? expect.unreachable();
      const contents = await Promise.all(
        (await files.list(projectId)).map(async ({ path, hash }) => [
          path,
          new TextDecoder().decode((await files.read(hash)) ?? undefined),
        ]),
      );
      const window = await createWorkspaceStore(database).load(projectId);
      return {
        damaged,
        events: told(records.map(({ event }) => event)),
        contents,
        unsaved: window?.unsaved.map(({ text }) => text),
        tabs: window?.files,
      };
    }),
  );
}

async function liveWith(kind: FaultKind, index: number) {
  const { seen, chats, life } = await app.run(
    () => app.faults.inject(kind, index),
    async (given) => (await kept(given)).every(({ tabs }) => tabs !== undefined),
  );
  const text = JSON.stringify(await kept(chats)).replaceAll(life, 'LIFE');
  return { seen, kept: JSON.parse(text) as unknown, agent: app.savedSettings().agent.maxIterations };
}

const undisturbed = () => liveWith('full', Number.POSITIVE_INFINITY);

/** One in this many writes is tested, starting with a random one. */
const ONE_OF: Readonly<Record<FaultKind, number>> = { full: 5, aborted: 8, closed: 12 };

test.each(['full', 'aborted', 'closed'] as const)(
  'whichever write is %s, no word is lost, and what is kept in the end is what an undisturbed run keeps',
  async (kind) => {
    const expected = await undisturbed();
    expect(expected.seen).toEqual({ full: 0, errors: [], returned: [] });
    const isFullSaid: boolean[] = [];
    const [first = 0] = fc.sample(fc.nat(ONE_OF[kind] - 1), 1);
    for (let index = first; ; index += ONE_OF[kind]) {
      const lived = await liveWith(kind, index);
      if (!app.faults.hasStruck) break;
      isFullSaid.push(lived.seen.full > 0);
      const where = `write ${index}, ${JSON.stringify(lived.seen)}`;
      expect(lived.kept, where).toEqual(expected.kept);
      expect(lived.agent, where).toBe(7);
      expect(unhandled, where).toEqual([]);
    }
    expect(isFullSaid.length * ONE_OF[kind]).toBeGreaterThan(90);
    expect(new Set(isFullSaid)).toEqual(new Set([kind === 'full']));
  },
);
