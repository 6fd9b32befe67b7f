import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LivePart } from '../agent/contract/conversation-state.ts';
import type { ChatId, StepId } from '../protocol/ids.ts';
import { openDatabase } from './database.ts';
import { createJournalStore, type JournalStore } from './journal-store.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';
import { createPartialStore } from './partial-store.ts';

const chat = 'chat-1' as ChatId;
const step = 'step-1' as StepId;
const text = (words: string): LivePart => ({ type: 'text', id: 't', text: words });
const write = (fields: Record<string, string>, isComplete = false): LivePart => {
  return { type: 'tool-input', toolCallId: 'call', toolName: 'devonz_write_file', fields, isComplete };
};

const QUICK = { interval: 1, timeout: 1_000 };

let database: DevonzDatabase;
let time = 0;
let journal: JournalStore;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  time = 1_000;
  database = await openDatabase('test', { onClosed: () => expect.unreachable('the database was closed') });
  journal = createJournalStore(database, () => time++);
});

const parts = async () => (await journal.partials(chat)).map((partial) => partial.parts);
const keepAll = async (...states: LivePart[][]) => {
  for (const state of states) {
    journal.keepPartial(chat, step, state);
    await vi.waitFor(async () => expect(await parts()).toEqual([state]), QUICK);
  }
};

test('what has come of an answer is there for a page that opens later, with its time', async () => {
  await keepAll([text('Hel')], [text('Hello')], [text('Hello'), write({ path: 'a.txt', content: 'one\nt' })]);
  const [partial] = await createJournalStore(database, () => 0).partials(chat);
  expect(partial).toEqual({ stepId: step, at: 1_002, parts: [text('Hello'), write({ path: 'a.txt', content: 'one\nt' })] });
});

test('however an answer grows or is read differently, what is kept is what was handed over last', async () => {
  const words = fc.string({ maxLength: 6 });
  const part = fc.oneof(
    words.map(text),
    words.map((reason): LivePart => ({ type: 'reasoning', id: 'r', text: reason })),
    words.map((reason): LivePart => ({ type: 'reasoning', id: 'r', text: reason, thoughtMs: reason.length })),
    fc
      .tuple(fc.dictionary(fc.constantFrom('path', 'content', '__proto__x'), words), fc.boolean())
      .map(([fields, done]) => write(fields, done)),
    fc.dictionary(fc.constantFrom('edits', 'path'), words, { minKeys: 1 }).map((values) => ({ ...write({ path: 'a.ts' }), values })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }), async (states) => {
      let length = 0;
      // An answer never has fewer parts than before.
      const growing = states.map((state) => {
        length = Math.max(length, state.length);
        return [...state, ...Array.from({ length: length - state.length }, () => text(''))];
      });
      const own = `chat-${time++}` as ChatId;
      for (const state of growing) journal.keepPartial(own, step, state);
      await vi.waitFor(async () => {
        const [found] = await journal.partials(own);
        expect(found?.parts).toEqual(growing.at(-1));
      }, QUICK);
    }),
    { numRuns: 60 },
  );
});

test('a long answer that grows is not written again from its beginning', async () => {
  const long = 'x'.repeat(100_000);
  await keepAll([text(long)], [text(`${long}y`)], [text(`${long}yz`)]);
  const rows = await database.getAll('partials');
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows.slice(1)).length).toBeLessThan(500);
});

test('many states in a row are few writes', async () => {
  for (let count = 1; count <= 200; count++) journal.keepPartial(chat, step, [text('word '.repeat(count))]);
  await vi.waitFor(async () => expect(await parts()).toEqual([[text('word '.repeat(200))]]));
  expect(await database.count('partials')).toBe(2);
});

test('the event that ends a step takes it away, and nothing of it comes back', async () => {
  const other = 'step-2' as StepId;
  journal.keepPartial(chat, step, [text('one')]);
  journal.keepPartial(chat, other, [text('other')]);
  journal.keepPartial(chat, step, [text('one two')]);
  await journal.append(chat, { type: 'step-finished', stepId: step, parts: [], finishReason: 'stop', usage: {} });
  expect((await journal.partials(chat)).map(({ stepId }) => stepId)).toEqual([other]);
  const toolCallId = 'call' as never;
  await journal.append(chat, { type: 'delegate-event', toolCallId, event: { type: 'step-failed', stepId: other, message: '', parts: [] } });
  expect(await database.count('partials')).toBe(0);
});

test('from a damaged row on nothing is believed; what came before it is', async () => {
  await keepAll([text('one')], [text('one two')], [text('one two three')]);
  await database.put('partials', { version: 1, at: 'x', parts: [] }, [chat, step, 1]);
  expect(await parts()).toEqual([[text('one')]]);
  await database.put('partials', 'nonsense', [chat, step, 0]);
  expect(await parts()).toEqual([]);
});

test('a disk that takes nothing more disturbs nobody, and what comes next is written whole when it does again', async () => {
  let refusals = 1;
  const full: Pick<DevonzDatabase, 'put' | 'transaction'> = {
    put: (...values) => (refusals-- > 0 ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : database.put(...values)),
    transaction: database.transaction.bind(database),
  };
  const store = createPartialStore(full, () => 1);
  store.keep(chat, step, [text('one')]);
  store.keep(chat, step, [text('one two')]);
  await vi.waitFor(async () => expect(await parts()).toEqual([[text('one two')]]), QUICK);
});
