import { convertToModelMessages } from 'ai';
import { expect, test } from 'vitest';
import { printedResults } from '../../../../app/lib/agent/results/printed-results.ts';
import { TurnReader } from '../../../../app/lib/agent/stream/turn-reader.ts';
import { call, callParts, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { TestJournal, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { chatRequestSchema } from '../../../../app/lib/protocol/chat-request.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const read = (path: string) => ({ toolName: 'devonz_read_file', input: { path } });
const session = (transport: ScriptedTransport, journal = new TestJournal()) =>
  testSession({ transport, workspace: new MemoryWorkspace({ a: '1', b: '2' }), tools, journal });

test('every step sends the whole conversation so far, and its beginning stays the same', async () => {
  const transport = new ScriptedTransport(call(read('a')), call(read('b')), say('Both read.'), say('Hello again.'));
  const one = session(transport);
  await one.say('read both');
  await one.say('and now?');
  const sent = transport.requests.map((request) => JSON.stringify(request.messages));
  expect(transport.requests.map(({ messages }) => messages.map(({ role }) => role).join(' '))).toEqual([
    'user',
    'user assistant',
    'user assistant assistant',
    'user assistant assistant assistant user',
  ]);
  for (const needle of ['read both', '"path":"a"', '"path":"b"', 'Both read.']) expect(sent[3]).toContain(needle);
  // A longer history begins with the shorter one, except for its closing brackets, so caches match.
  expect(sent[2]?.startsWith(sent[1]?.replace(/[\]}]*$/, '') ?? '?')).toBe(true);
  expect(new Set(transport.requests.map(({ system }) => system)).size).toBe(1);
});

test('a new chat sends the system prompt and the task, nothing else; the task alone is a message', async () => {
  const transport = new ScriptedTransport(say('Hi.'));
  await session(transport).say('Build it');
  const [request] = transport.requests;
  expect(request?.messages).toEqual([{ id: expect.any(String), role: 'user', parts: [{ type: 'text', text: 'Build it' }] }]);
  expect(request?.system).toMatch(/^You are Devonz/);
});

test('user text, call with its arguments, result and answer follow each other, and are the same after they were stored', async () => {
  const before = session(new ScriptedTransport(call(read('a')), say('It says 1.')));
  await before.say('read a');
  const [user, ...steps] = before.session.state().messages;
  expect(user).toMatchObject({ role: 'user', parts: [{ type: 'text', text: 'read a' }] });
  expect(steps.flatMap(({ parts }) => parts)).toMatchObject([
    { type: 'dynamic-tool', toolName: 'devonz_read_file', input: { path: 'a' }, state: 'output-available', output: { content: '1' } },
    { type: 'text', text: 'It says 1.' },
  ]);
  for (const record of before.journal.records) expect(record.at).toEqual(expect.any(Number));

  const stored = JSON.parse(JSON.stringify(before.journal.records)) as typeof before.journal.records;
  const transport = new ScriptedTransport(say('Yes.'));
  const after = session(transport);
  await after.session.resume(stored);
  expect(after.session.state().messages).toEqual(before.session.state().messages);
  await after.say('sure?');
  expect(transport.requests[0]?.messages.slice(0, 3)).toEqual(printedResults(before.session.state().messages, tools));
});

test('all results of a step go back together, each next to its call', async () => {
  const transport = new ScriptedTransport(call(read('a'), read('none'), read('b')), say('Read.'));
  await session(transport).say('read');
  // The two types differ in how they represent a missing field; as JSON they are equal.
  const sent = transport.requests[1]?.messages as unknown as Parameters<typeof convertToModelMessages>[0];
  const messages = await convertToModelMessages(sent);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  const results = messages[2]?.role === 'tool' ? messages[2].content : [];
  expect(results.map((result) => (result.type === 'tool-result' ? [result.toolCallId, result.output.type] : []))).toEqual([
    ['call-1', 'text'],
    ['call-2', 'error-text'],
    ['call-3', 'text'],
  ]);
});

test('a reply without a call ends the loop, with one more call it continues', async () => {
  const transport = new ScriptedTransport(call(read('a')), say('Done.'), say('never'));
  const one = session(transport);
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(transport.requests).toHaveLength(2);
});

test('the conversation and the states of its calls are kept apart, and steps are counted', async () => {
  const one = session(new ScriptedTransport(call(read('a'), read('none')), say('Done.')));
  await one.say('go');
  const { messages, toolCalls, iteration, status } = one.session.state();
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
  expect([...toolCalls.values()].map((call) => call.status)).toEqual(['success', 'error']);
  expect([iteration, status]).toEqual([2, 'completed']);
});

test('a text starts the loop, commands run with their reasons, and stop ends it before the next step', async () => {
  const workspace = new MemoryWorkspace().script('npm test', {});
  const run = { toolName: 'devonz_run_command', input: { command: 'npm test', reasoning: 'The tests show whether it works.' } };
  const transport = new ScriptedTransport(call(run), call(read('a')), say('never'));
  const { session: agent, say: tell, onlyWaiting } = testSession({ transport, workspace, tools });
  await tell('test it');
  expect(onlyWaiting()).toMatchObject({ reasoning: 'The tests show whether it works.', subject: { command: 'npm test' } });
  let stopped = Promise.resolve();
  agent.subscribe(() => {
    if (workspace.commands.length === 1) stopped = agent.stop();
  });
  await agent.approveAll();
  await agent.settled();
  await stopped;
  expect(agent.state().status).toBe('idle');
  expect(workspace.commands).toEqual(['npm test']);
  expect(transport.requests).toHaveLength(1);
});

test('a step gives text, thought, calls and how it ended, and runs nothing', async () => {
  const bytes = (parts: object[]) => new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''));
  const turn = new TurnReader();
  turn.push(
    bytes([
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Which file?' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'I read it.' },
      ...callParts(read('a')),
      { type: 'finish', finishReason: 'tool-calls' },
    ]),
  );
  const { parts, finishReason } = turn.end();
  expect(parts.map((part) => part.type)).toEqual(['reasoning', 'text', 'dynamic-tool']);
  expect(parts[2]).toMatchObject({ toolName: 'devonz_read_file', state: 'input-available', input: { path: 'a' } });
  expect(finishReason).toBe('tool-calls');
  const failing = new TurnReader();
  expect(() => failing.push(bytes([{ type: 'error', errorText: 'Overloaded' }]))).toThrow('Overloaded');
});

test('a request keeps every part of every message on its way to the server, and one that does not fit is refused', async () => {
  const transport = new ScriptedTransport(call(read('a')), say('Done.'));
  await session(transport).say('go');
  const body = { chatId: 'chat-1', ...transport.requests[1] };
  expect(chatRequestSchema.parse(JSON.parse(JSON.stringify(body)))).toEqual(body);
  for (const bad of [
    { ...body, messages: [] },
    { ...body, messages: [{ role: 'user', content: 'old shape' }] },
    { ...body, mode: 'root' },
  ]) {
    expect(chatRequestSchema.safeParse(bad).success).toBe(false);
  }
});

test('the agent works at 0.3 and chats at 0.7, as set', async () => {
  const transport = new ScriptedTransport(say('One.'), say('Two.'), say('Three.'));
  const one = session(transport);
  for (const mode of ['agent', 'plan', 'chat'] as const) {
    await one.session.send('go', mode);
    await one.session.settled();
  }
  expect(transport.requests.map(({ temperature }) => temperature)).toEqual([0.3, 0.3, 0.7]);
});

test('the prompt of the agent: its role, small steps, looking at results, care, an end; tools in place of text', async () => {
  const transport = new ScriptedTransport(say('Hi.'), say('Hi.'));
  const one = session(transport);
  await one.say('go');
  await one.session.send('and', 'chat');
  await one.session.settled();
  const [agent = '', chat = ''] = transport.requests.map(({ system }) => system);
  for (const words of [
    /coding agent/,
    /small steps/,
    /devonz_get_errors/,
    /Nothing? destructive|nothing destructive/i,
    /devonz_task_complete/,
    /no native binaries, no git/,
    /Never put a file's content into plain text/,
    /about to do/,
    /find out why, correct it/,
  ])
    expect(agent).toMatch(words);
  for (const tool of ['devonz_run_command', 'devonz_read_file', 'devonz_write_file', 'devonz_search_code', 'devonz_update_plan']) {
    expect(agent).toContain(tool);
    expect(chat).not.toContain(`- ${tool}:`);
  }
});
