import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ChatId, ContentHash, ProjectId } from '../../protocol/ids.ts';
import type { FileRecordEvent, JournalEvent } from '../../protocol/journal-event.ts';
import { openDatabase } from '../database.ts';
import { createJournalStore } from '../journal-store.ts';
import { createProjectBatches } from '../project-batches.ts';
import { createProjectFileStore, type StoredFile } from '../project-file-store.ts';
import { filesInRows } from './project-files.ts';

const chatId = 'chat-1' as ChatId;
const projectId = 'project-1' as ProjectId;
const hashOf = (digit: number) => String(digit).repeat(64) as ContentHash;
const created: JournalEvent = { type: 'chat-created', title: 'Brought in', projectId };

const pathArbitrary = fc.integer({ min: 0, max: 79 }).map((index) => `folder/${index}.txt`);
const eventArbitrary = fc.oneof(
  fc.record({ path: pathArbitrary, digit: fc.integer({ min: 1, max: 9 }), isExecutable: fc.boolean() }).map(
    ({ path, digit, isExecutable }): FileRecordEvent => ({
      type: 'file-changed',
      path,
      hash: hashOf(digit),
      size: digit,
      by: 'user',
      ...(isExecutable ? { isExecutable } : {}),
    }),
  ),
  pathArbitrary.map((path): FileRecordEvent => ({ type: 'file-removed', path, by: 'user' })),
);
/** Written together or one after the other. */
const stepArbitrary = fc.oneof(
  { weight: 1, arbitrary: fc.array(eventArbitrary, { minLength: 40, maxLength: 120 }) },
  { weight: 3, arbitrary: fc.array(eventArbitrary, { minLength: 1, maxLength: 3 }) },
);

function afterwards(events: readonly FileRecordEvent[]): StoredFile[] {
  const files = new Map<string, StoredFile>();
  for (const event of events) {
    if (event.type === 'file-removed') files.delete(event.path);
    else {
      const { path, hash, size, isExecutable } = event;
      files.set(path, { path, hash, size, ...(isExecutable === true ? { isExecutable } : {}) });
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

test('however files were brought in, changed and removed, the list of a project is what its journal says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 5 }), async (steps) => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      const database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
      const batches = createProjectBatches(database, () => 1);
      const journal = createJournalStore(database, () => 1);
      const files = createProjectFileStore(database);
      await batches.keepContents(new Map([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [hashOf(digit), new Uint8Array([digit])])));
      await journal.append(chatId, created);
      for (const step of steps) {
        if (step.length > 3) await batches.appendAll(chatId, step);
        else for (const event of step) await journal.append(chatId, event);
      }
      expect(await files.list(projectId)).toEqual(afterwards(steps.flat()));
      const { records, damaged } = await journal.load(chatId);
      expect(damaged).toEqual([]);
      expect(records.map(({ event }) => event)).toEqual([created, ...steps.flat()]);
      database.close();
    }),
    { numRuns: 40 },
  );
});

test('where the list of what was brought in is damaged the rows that came over it still speak', () => {
  const row = { hash: hashOf(1), size: 1 };
  for (const base of [null, {}, { base: 7 }, { base: '[["a",{"hash":"no","size":1}]]' }, { base: '[["",{}]]' }, { base: '[[' }]) {
    const read = filesInRows([
      ['', base],
      ['b', row],
      ['c', { isGone: true }],
      ['d', { hash: 1 }],
    ]);
    expect([[...read.files], read.damaged, read.isBaseDamaged]).toEqual([[['b', row]], ['d'], true]);
  }
});
