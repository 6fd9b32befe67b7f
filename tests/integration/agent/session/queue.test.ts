import { expect, test } from 'vitest';
import { call, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import type { ChatMessage } from '../../../../app/lib/protocol/message.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const write = (path: string) => call({ toolName: 'devonz_write_file', input: { path, content: 'new' } });
const textsOf = (messages: readonly ChatMessage[]) =>
  messages.flatMap((message) => message.parts.flatMap((part) => (message.role === 'user' && part.type === 'text' ? [part.text] : [])));

/** A session that waits at a question during its first task. */
async function atWork(transport: ScriptedTransport) {
  const one = testSession({ transport, workspace: new MemoryWorkspace({ 'a.txt': 'old' }), tools });
  await one.say('first task');
  const continueRun = async () => {
    await one.session.approveAll();
    await one.session.settled();
  };
  return { ...one, continueRun };
}

test('a message for after this step goes in before the next one, one for after this task begins a run of its own', async () => {
  const transport = new ScriptedTransport(write('a.txt'), say('First done.'), say('Second done.'), say('Third done.'));
  const { session, continueRun, journal } = await atWork(transport);
  await session.send('second task', 'agent', 'after-task');
  await session.send('steer', 'agent');
  await session.send('third task', 'agent', 'after-task');
  expect(session.state().queued.map(({ when }) => when)).toEqual(['after-task', 'after-step', 'after-task']);
  await continueRun();
  await session.settled();
  expect(transport.requests.map(({ messages }) => textsOf(messages))).toEqual([
    ['first task'],
    ['first task', 'steer'],
    ['first task', 'steer', 'second task'],
    ['first task', 'steer', 'second task', 'third task'],
  ]);
  expect(journal.types().filter((type) => type === 'run-started')).toHaveLength(3);
  expect(session.state()).toMatchObject({ status: 'completed', queued: [] });
});

test('what waits when the user stops the agent stays, to be seen, and goes with the next message', async () => {
  const transport = new ScriptedTransport(write('a.txt'), say('Done.'));
  const { session, say: tell } = await atWork(transport);
  await session.send('steer', 'agent');
  await session.send('later', 'agent', 'after-task');
  await session.stop();
  expect(session.state()).toMatchObject({ status: 'idle', queued: [{ when: 'after-step' }, { when: 'after-task' }] });
  expect(transport.requests).toHaveLength(1);
  await tell('now this');
  expect(textsOf(transport.requests[1]?.messages ?? [])).toEqual([
    'first task',
    expect.stringContaining('The user stopped the work above.'),
    'steer',
    'later',
    'now this',
  ]);
  expect(session.state()).toMatchObject({ status: 'completed', queued: [] });
});

test("an answer to the agent's question is not the end of its task: what is for after that waits on", async () => {
  const question = call({ toolName: 'devonz_ask_user', input: { question: 'Which one?' } });
  const transport = new ScriptedTransport(write('a.txt'), question, say('Done.'), say('Second done.'));
  const { session, continueRun, say: tell } = await atWork(transport);
  await session.send('second task', 'agent', 'after-task');
  await continueRun();
  expect(session.state()).toMatchObject({ status: 'waiting_for_user', queued: [{ when: 'after-task' }] });
  await tell('the blue one');
  await session.settled();
  expect(transport.requests.map(({ messages }) => textsOf(messages).at(-1))).toEqual([
    'first task',
    'first task',
    'the blue one',
    'second task',
  ]);
});

test('a message can be taken back while it waits, and no longer when it has gone in', async () => {
  const transport = new ScriptedTransport(write('a.txt'), say('Done.'));
  const { session, continueRun, journal } = await atWork(transport);
  await session.send('on second thoughts', 'agent', 'after-task');
  const messageId = session.state().queued[0]?.message.id ?? '';
  expect(await session.withdraw(messageId)).toMatchObject({ text: 'on second thoughts' });
  expect(await session.withdraw(messageId)).toBeNull();
  expect(session.state().queued).toEqual([]);
  await continueRun();
  expect(transport.requests).toHaveLength(2);
  expect(journal.types()).toContain('message-withdrawn');
});

test('a waiting message brings its mode with it and not before: plan mode stays plan mode for the task at work', async () => {
  const transport = new ScriptedTransport({ parts: textParts('thinking'), ending: 'hang' }, write('b.txt'), say('Done.'));
  const one = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await one.session.send('look at it', 'plan');
  while (one.session.liveParts().length === 0) await new Promise((resolve) => setImmediate(resolve));
  await one.session.send('now do it', 'agent', 'after-task');
  expect(one.session.state().mode).toBe('plan');
  await one.session.stop();
  await one.say('go');
  expect(one.session.state().mode).toBe('agent');
});

test('two quick messages while a run ends: both are answered, and no two steps run at once', async () => {
  let open = 0;
  const counted = (text: string) => () => {
    expect(++open).toBe(1);
    queueMicrotask(() => open--);
    return say(text);
  };
  const transport = new ScriptedTransport(counted('a'), counted('b'), counted('c'));
  const one = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  let sent: Promise<boolean> | null = null;
  one.session.subscribe(() => {
    // At the moment when the run is over but its loop has not ended yet.
    if (one.session.state().status === 'completed') sent ??= one.session.send('too late for it', 'agent');
  });
  await one.say('go');
  await sent;
  await one.session.settled();
  expect(textsOf(one.session.state().messages)).toEqual(['go', 'too late for it']);
  expect(one.session.state().status).toBe('completed');
  expect(transport.requests).toHaveLength(2);
});

test('a message that is sent in the very moment of a stop is answered all the same', async () => {
  const transport = new ScriptedTransport({ parts: textParts('so'), ending: 'hang' }, say('Here.'));
  const one = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  await one.session.send('go', 'agent');
  while (one.session.liveParts().length === 0) await new Promise((resolve) => setImmediate(resolve));
  let sent: Promise<boolean> | null = null;
  one.session.subscribe(() => {
    if (one.session.state().notice?.type === 'stopped') sent ??= one.session.send('and now?', 'agent');
  });
  await one.session.stop();
  await sent;
  await one.session.settled();
  expect(one.session.state().status).toBe('completed');
});

test('after a reload what waited still waits, and nothing begins by itself', async () => {
  const { session, journal } = await atWork(new ScriptedTransport(write('a.txt')));
  await session.send('second task', 'agent', 'after-task');
  await session.stop();
  const copy = new TestJournal();
  copy.records.push(...structuredClone(journal.records));
  const after = testSession({ transport: new ScriptedTransport(), workspace: new MemoryWorkspace(), tools, journal: copy });
  await after.session.resume(copy.records);
  await after.session.settled();
  expect(after.session.state()).toMatchObject({ status: 'idle', queued: [{ when: 'after-task' }] });
});
