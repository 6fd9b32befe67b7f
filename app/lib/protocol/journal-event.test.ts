import { expect, test } from 'vitest';
import { journalEventSchema, journalRecordSchema } from './journal-event.ts';

const removed = (by: string) => ({ type: 'file-removed', path: 'a.txt', by });
const command = (type: string) => ({
  type,
  messageId: 'm',
  done: { command: 'ls', status: 'completed', exitCode: 0, output: '' },
});
const compacted = (by: string) => ({
  type: 'history-compacted',
  compactionId: 'c',
  firstMessageId: 'a',
  lastMessageId: 'b',
  summary: 'short',
  by,
  before: 2,
  after: 1,
});
const nested = (event: object) => ({ type: 'delegate-event', toolCallId: 'call', event });

test.each([
  ['a removed file', removed('person'), removed('user')],
  ['a summary', compacted('person'), compacted('user')],
  ['a command', command('person-command'), command('user-command')],
  ['an event of a sub-agent', nested(removed('person')), nested(removed('user'))],
  ['a removal by a program', removed('runtime'), removed('runtime')],
])('the user of an older journal is the user: %s', (_name, old, now) => {
  expect(journalEventSchema.parse(old)).toEqual(now);
  expect(journalEventSchema.parse(now)).toEqual(now);
  expect(journalRecordSchema.parse({ version: 1, chatId: 'chat', sequence: 0, at: 1, event: old }).event).toEqual(now);
});

test.each([null, 'text', 1, [], {}, { type: 'file-removed', path: 'a', by: 'nobody' }])('%j is no event', (value) => {
  expect(journalEventSchema.safeParse(value).success).toBe(false);
});
