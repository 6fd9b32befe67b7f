import { expect, test } from 'vitest';
import { createStorageReminder, type StorageFacts } from './storage-reminder.ts';

const DAY = 86_400_000;

/** A browser with this storage usage, and the resulting notices. */
function browser({ usage = 1, isPersisted = false, last = 0 as number | null, hasChats = true } = {}) {
  let exportedAt = last;
  let now = 8 * DAY;
  const said: string[] = [];
  const facts: StorageFacts = {
    estimate: async () => ({ usage, quota: 100 }),
    isPersisted: async () => isPersisted,
    persist: async () => isPersisted,
    lastExport: () => exportedAt,
    noteExport: (at) => {
      exportedAt = at;
    },
  };
  const notices = { info: (text: string) => said.push(text), error: (text: string) => said.push(text) };
  const reminder = createStorageReminder({ facts, notices, now: () => now, hasChats: () => hasChats });
  return { reminder, said, lastExport: () => exportedAt, pass: (days: number) => (now += days * DAY) };
}

test('who has not exported for a week is reminded, and then not for another one', async () => {
  const { reminder, said, pass } = browser();
  await reminder.check();
  expect(said).toEqual([expect.stringContaining('the last export was 8 days ago')]);
  await reminder.check();
  pass(3);
  await reminder.check();
  expect(said).toHaveLength(1);
  pass(5);
  await reminder.check();
  expect(said).toHaveLength(2);
});

test('an export counts, and so does the first time that there is something to export', async () => {
  const exported = browser();
  exported.reminder.exported();
  await exported.reminder.check();
  const first = browser({ last: null });
  await first.reminder.check();
  expect([...exported.said, ...first.said]).toEqual([]);
  expect(first.lastExport()).toBe(8 * DAY);
});

test('nothing is said where the browser keeps it, or where there is nothing to lose', async () => {
  const kept = browser({ isPersisted: true });
  const empty = browser({ usage: 99, hasChats: false });
  await kept.reminder.check();
  await empty.reminder.check();
  expect([...kept.said, ...empty.said]).toEqual([]);
});

test('a storage that is nearly full is said before it is too late, with what to do', async () => {
  const { reminder, said } = browser({ usage: 90, isPersisted: true });
  await reminder.check();
  expect(said).toEqual([expect.stringMatching(/90 % full.*delete chats that you no longer need/)]);
});
