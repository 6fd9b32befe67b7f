import { expect, test } from 'vitest';
import { call, callParts, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { journalRecordSchema } from '../../../../app/lib/protocol/journal-event.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const content = Array.from({ length: 165 }, (_line, index) => `line ${index + 1}`).join('\n');
/** The first file has arrived completely, the second half-way. */
const writing = () => {
  const [start, first] = callParts({ toolName: 'devonz_write_file', toolCallId: 'two', input: { path: 'two.txt', content } });
  const whole = callParts({ toolName: 'devonz_write_file', toolCallId: 'one', input: { path: 'one.txt', content } });
  const parts = [start, first].flatMap((part) => (part === undefined ? [] : [part]));
  return { parts: [...textParts('I write two files.'), ...whole, ...parts], ending: 'hang' as const };
};

/** Runs a session whose page ends during the response, and returns the journal it leaves. */
async function cutOff(answer: ReturnType<typeof writing>, parts: number) {
  const one = testSession({ transport: new ScriptedTransport(answer), workspace: new MemoryWorkspace(), tools });
  await one.session.send('go', 'agent');
  await expect.poll(() => one.session.liveParts().length).toBe(parts);
  one.clock.pass(1_000);
  const journal = new TestJournal();
  journal.records.push(...structuredClone(one.journal.records));
  const partials = structuredClone([...one.journal.partials.values()]);
  await one.session.stop();
  return { journal, partials, shown: one.journal };
}

async function reopened(
  { journal, partials }: Pick<Awaited<ReturnType<typeof cutOff>>, 'journal' | 'partials'>,
  ...answers: ReturnType<typeof call>[]
) {
  const transport = new ScriptedTransport(...answers);
  const workspace = new MemoryWorkspace();
  const after = testSession({ transport, workspace, tools, journal });
  await after.session.resume(journal.records, partials);
  return { ...after, transport, workspace };
}

test('a page that ends in the middle of an answer keeps its words and its half-written files, and says until when', async () => {
  const { session, journal } = await reopened(await cutOff(writing(), 3));
  expect(session.state()).toMatchObject({ status: 'idle', notice: { type: 'interrupted', keptUntil: expect.any(Number) } });
  const [words, one, two] = session.state().messages.at(-1)?.parts ?? [];
  expect(words).toMatchObject({ type: 'text', text: 'I write two files.' });
  expect(one).toMatchObject({ state: 'output-error', input: { path: 'one.txt', content } });
  expect(two).toMatchObject({
    toolName: 'devonz_write_file',
    errorText: expect.stringMatching(/had? come is kept: \d+ lines, [\d,]+ characters/),
  });
  for (const record of journal.records) journalRecordSchema.parse(record);
});

test('continued from there, the model sees its words and how far its files were, and each call is answered', async () => {
  const { session, transport, workspace } = await reopened(
    await cutOff(writing(), 3),
    call({ toolName: 'devonz_write_file', toolCallId: 'one', input: { path: 'one.txt', content } }),
    say('Done.'),
  );
  await session.continueAnswer();
  await session.settled();
  await session.approveAll();
  await session.settled();
  const [, begun, remark] = transport.requests[0]?.messages ?? [];
  expect(begun?.parts[0]).toMatchObject({ text: 'I write two files.' });
  expect(JSON.stringify(begun)).toContain('line 165');
  expect(JSON.stringify(remark)).toContain('make it again, whole');
  const ids = transport.requests
    .at(-1)
    ?.messages.flatMap(({ parts }) => parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])));
  expect(new Set(ids).size).toBe(ids?.length);
  expect(workspace.text('one.txt')).toBe(content);
  expect(session.state()).toMatchObject({ status: 'completed', notice: null });
});

test('the user learns when nothing of an answer had been kept', async () => {
  const { journal } = await cutOff(writing(), 3);
  const { session } = await reopened({ journal, partials: [] });
  expect(session.state().notice).toEqual({
    type: 'interrupted',
    message: 'The page was closed while an answer was awaited. Nothing of it had been kept.',
  });
});

test('what comes is handed to the journal within half a second, and when a part is whole', async () => {
  const one = testSession({
    transport: new ScriptedTransport({ parts: textParts('Hello').slice(0, 2), ending: 'hang' }),
    workspace: new MemoryWorkspace(),
    tools,
  });
  await one.session.send('go', 'agent');
  await expect.poll(() => one.session.liveParts().length).toBe(1);
  one.clock.pass(500);
  expect([...one.journal.partials.values()].map(({ parts }) => parts)).toEqual([[{ type: 'text', id: 'text-1', text: 'Hello' }]]);
  await one.session.stop();
  expect(one.journal.partials.size).toBe(0);
});

test('what had come of a sub-agent’s answer is in its conversation', async () => {
  const delegate = call({ toolName: 'devonz_delegate', input: { task: 'Look around', name: 'scout' } });
  const transport = new ScriptedTransport(delegate, { parts: textParts('I look'), ending: 'hang' });
  const one = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await one.session.send('go', 'agent');
  await expect.poll(() => one.journal.partials.size).toBe(1);
  one.clock.pass(1_000);
  const journal = new TestJournal();
  journal.records.push(...structuredClone(one.journal.records));
  const partials = structuredClone([...one.journal.partials.values()]);
  await one.session.stop();
  const { session } = await reopened({ journal, partials });
  const [state] = [...session.state().delegates.values()];
  expect(JSON.stringify(state?.messages)).toContain('I look');
});
