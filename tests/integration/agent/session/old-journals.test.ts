import { readFileSync } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TEST_CHAT, TestJournal, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { openDatabase } from '../../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../../app/lib/persistence/journal-store.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { expectAccepted } from '../../support/expect-accepted.ts';

/**
 * A journal of a hostile conversation as written by the version of 2026-11-22, one record per line: tool names of 500 characters and with
 * control characters; IDs that are empty, repeated or 10,000 characters long; arguments that are text, a list, null or 900 levels deep,
 * with a key `__proto__` and the number 1e999. Values that JSON cannot represent are written as `$…`.
 */
const records = readFileSync('tests/fixtures/journals/hostile-names.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => decoded(JSON.parse(line)));

test('a journal of an older version that holds hostile calls opens whole, and the conversation continues', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const database = await openDatabase('test', { onClosed: () => undefined });
  for (const [sequence, record] of records.entries()) await database.put('records', record, [TEST_CHAT, sequence]);
  const loaded = await createJournalStore(database, () => 1).load(TEST_CHAT);
  database.close();
  expect(loaded.damaged).toEqual([]);
  expect(loaded.records).toHaveLength(records.length);

  const journal = new TestJournal();
  for (const { event } of loaded.records) await journal.append(event);
  const transport = new ScriptedTransport(say('I am here.'));
  const { session, say: tell } = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, journal });
  await session.resume(loaded.records);
  expect(session.state()).toMatchObject({ status: 'completed', notice: null });
  await tell('are you there?');
  expect(session.state().status).toBe('completed');
  expect(session.state().messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'I am here.' }]);
  expect(transport.requests[0]?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'dynamic-tool'))).toHaveLength(12);
  for (const request of transport.requests) await expectAccepted(request);
});

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  const [[tag, given]] = Object.entries(value) as [[string, unknown]];
  switch (tag) {
    case '$object':
      return (given as [string, unknown][]).reduce<Record<string, unknown>>((object, [key, child]) => {
        Object.defineProperty(object, key, { value: decoded(child), enumerable: true, configurable: true, writable: true });
        return object;
      }, {});
    case '$number':
      return Number(given);
    case '$repeat': {
      const [text, count] = given as [string, number];
      return text.repeat(count);
    }
    case '$nested': {
      let nested: unknown = 1;
      for (let level = 0; level < Number(given); level++) nested = [nested];
      return nested;
    }
    default:
      throw new Error(`hostile-names.jsonl: unknown tag ${tag}`);
  }
}
