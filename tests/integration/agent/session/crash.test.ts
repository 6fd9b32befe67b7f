import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import { call, type ScriptedAnswer, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { journalRecordSchema } from '../../../../app/lib/protocol/journal-event.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const read = (path = 'a.txt') => ({ toolName: 'devonz_read_file', input: { path } });
const write = (path: string, content = 'new') => ({ toolName: 'devonz_write_file', input: { path, content } });
const run = (command: string) => ({ toolName: 'devonz_run_command', input: { command } });
const workspaceOf = () => new MemoryWorkspace({ 'a.txt': 'one\ntwo\nthree\nfour\nfive\n' }).script('npm test', { output: 'ok' });

interface Life {
  answers: readonly ScriptedAnswer[];
  live(one: TestSession): Promise<void>;
}

async function approve({ session }: TestSession): Promise<void> {
  await session.approveAll();
  await session.settled();
}

/** Journals that together contain every kind of event that a session writes. */
const LIVES: Readonly<Record<string, Life>> = {
  'adjacent reads, writes and a command': {
    answers: [call(read(), read('b.txt'), write('b.txt'), write('a.txt'), run('npm test')), say('Done.')],
    live: approve,
  },
  'a denial, an edit and hunks': {
    answers: [call(write('a.txt', 'no'), run('npm tset'), write('a.txt', 'ONE\ntwo\nthree\nfour\nFIVE\n')), say('Done.')],
    async live(one) {
      const [first, second, third] = one.waiting();
      await one.session.answerApproval(first?.approvalId ?? expect.unreachable(), { decision: 'deny', reason: 'no' });
      await one.session.answerApproval(second?.approvalId ?? expect.unreachable(), { decision: 'edit', input: { command: 'npm test' } });
      await one.session.answerApproval(third?.approvalId ?? expect.unreachable(), { decision: 'hunks', accepted: [1] });
      await one.session.settled();
    },
  },
  'messages that wait, one taken back, and a stop': {
    answers: [call(write('a.txt')), say('Done.'), { parts: textParts('second'), ending: 'hang' }],
    async live(one) {
      await one.session.send('steer', 'agent');
      await one.session.send('second task', 'agent', 'after-task');
      await one.session.send('not this', 'agent', 'after-task');
      await one.session.withdraw(one.session.state().queued.at(-1)?.message.id ?? '');
      await one.session.approveAll();
      while (one.session.liveParts().length === 0) await new Promise((resolve) => setImmediate(resolve));
      await one.session.stop();
    },
  },
  'a loop, a failing model and a broken answer': {
    answers: [
      ...[1, 2, 3, 4].map(() => call(read())),
      ...[1, 2, 3, 4].map(() => new StepTransportError('busy', { status: 429 })),
      { parts: textParts('half'), ending: 'break' },
      call(read()),
      say('Done.'),
    ],
    async live(one) {
      await one.session.switchBack();
      await one.session.send('continue', 'agent');
      await one.session.settled();
    },
  },
};

async function whole({ answers, live }: Life): Promise<TestJournal> {
  const one = testSession({ transport: new ScriptedTransport(...answers), workspace: workspaceOf(), tools });
  one.settings.value = { ...one.settings.value, fallbackModelId: 'other:model' };
  await one.say('go');
  await live(one);
  return one.journal;
}

/** Resumes a journal that ends after `length` records, and continues as a user would. */
async function secondLife(records: TestJournal['records'], length: number): Promise<TestSession> {
  const journal = new TestJournal();
  journal.records.push(...structuredClone(records.slice(0, length)));
  const words = Array.from({ length: 6 }, () => say('On.'));
  const one = testSession({ transport: new ScriptedTransport(...words), workspace: workspaceOf(), tools, journal });
  await one.session.resume(structuredClone(journal.records));
  await one.session.settled();
  for (let guard = 0; one.waiting().length > 0 && guard < 10; guard++) await approve(one);
  await one.session.send('continue', 'agent');
  await one.session.settled();
  return one;
}

function check(one: TestSession, records: TestJournal['records'], length: number, name: string): void {
  const where = `${name}, cut after ${length} of ${records.length}`;
  expect(one.session.state(), where).toMatchObject({ status: 'completed', queued: [], notice: null });
  expect(
    one.calls().filter(({ status }) => !['success', 'error', 'cancelled'].includes(status)),
    where,
  ).toEqual([]);
  const open = one.session
    .state()
    .messages.flatMap(({ parts }) => parts.filter((part) => 'state' in part && part.state === 'input-available'));
  expect(open, where).toEqual([]);
  const startsOf = (some: TestJournal['records']) =>
    some.flatMap(({ event }) => (event.type === 'tool-call-started' ? [event.toolCallId] : []));
  const all = startsOf(one.journal.records);
  expect(new Set(all).size, `${where}: nothing runs twice`).toBe(all.length);
  for (const record of one.journal.records) journalRecordSchema.parse(record);
}

test.each(Object.entries(LIVES))(
  '%s: a crash after any record leaves a session that continues, every call answered once',
  async (name, life) => {
    const { records } = await whole(life);
    for (let length = 1; length <= records.length; length++) check(await secondLife(records, length), records, length, name);
  },
);

test('a crash during the recovery from a crash is one more crash', async () => {
  const journals = await Promise.all(Object.entries(LIVES).map(async ([name, life]) => ({ name, records: (await whole(life)).records })));
  await fc.assert(
    fc.asyncProperty(fc.nat(journals.length - 1), fc.nat(), fc.nat(), async (which, first, second) => {
      const { name, records } = journals[which] ?? expect.unreachable();
      const length = 1 + (first % records.length);
      const once = await secondLife(records, length);
      const again = length + (second % (once.journal.records.length - length + 1));
      check(await secondLife(once.journal.records, again), once.journal.records, again, `${name} (twice)`);
    }),
    { numRuns: 40 },
  );
});
