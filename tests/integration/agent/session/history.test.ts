import { expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import type { StepRequest } from '../../../../app/lib/agent/contract/ports.ts';
import type { ToolRegistry } from '../../../../app/lib/agent/contract/tool-definition.ts';
import { call, type ScriptedAnswer, ScriptedTransport, say } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { type TestSession, testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { updatePlanTool } from '../../../../app/lib/tools/control/update-plan.ts';
import { editFileTool } from '../../../../app/lib/tools/edit-file.ts';
import { getToolDefinition, SEED_TOOLS } from '../../../../app/lib/tools/index.ts';
import { processTool } from '../../../../app/lib/tools/process.ts';

/** The prompt contains every tool; the windows here are sized for these, so that a new tool does not change what fits. */
const tools: ToolRegistry = { tools: [...SEED_TOOLS, editFileTool, processTool, updatePlanTool], get: getToolDefinition };

/** About 5 000 tokens. */
const LONG = 'const value = "abcdefg";\n'.repeat(800);
const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`src/file${index}.ts`, LONG]));
const NO_USAGE = { usage: { inputTokens: 0, outputTokens: 0 } };

function readStep(index: number): ScriptedAnswer {
  return { ...call({ toolName: 'devonz_read_file', input: { path: `src/file${index}.ts` }, toolCallId: `read-${index}` }), ...NO_USAGE };
}

const isSummary = (request: StepRequest) => request.toolNames.length === 0;

function longSession(
  reads: number,
  contextWindow: number,
  last: ScriptedAnswer[] = [say('Done.')],
): TestSession & { transport: ScriptedTransport } {
  const transport = new ScriptedTransport(...Array.from({ length: reads }, (_, index) => readStep(index)), ...last);
  return { transport, ...testSession({ transport, workspace: new MemoryWorkspace(files), tools, contextWindow }) };
}

/** Estimates tokens by the rule of thumb. */
const roughTokens = (request: StepRequest | undefined) => JSON.stringify(request?.messages).length / 4;

test('when the window gets short the oldest results become stubs, journalled before the step, and the newest stay whole', async () => {
  const { transport, journal, session, say: tell } = longSession(8, 40_000);
  await tell('Read them all');
  expect(session.state().status).toBe('completed');
  expect(transport.requests.some(isSummary)).toBe(false);
  const types = journal.types();
  const stub = types.indexOf('outputs-stubbed');
  expect(types[stub + 1]).toBe('step-started');
  const last = transport.requests.at(-1);
  const results = last?.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'dynamic-tool' ? [JSON.stringify(part)] : [])),
  );
  expect(results?.[0]).toContain('The content of src/file0.ts, lines 1-600 of 800 is not shown: ');
  expect(results?.[0]).toContain('Call devonz_read_file with path \\"src/file0.ts\\"');
  for (const result of results?.slice(-3) ?? []) expect(result).not.toContain('left out to save room');
  for (const request of transport.requests) expect(roughTokens(request)).toBeLessThan(40_000 - 8_192);
});

test('what was sent stays the beginning of the next request until stubs are made', async () => {
  const { transport, say: tell } = longSession(5, 200_000);
  await tell('Read them');
  const sent = transport.requests.map(({ system, messages }) => JSON.stringify([system, messages]).slice(0, -2));
  expect(sent.every((text, index) => text.startsWith(sent[index - 1] ?? ''))).toBe(true);
});

/** A step with a long text (which no stub can shorten) that lists a folder. */
function speakStep(index: number, words = 1_500): ScriptedAnswer {
  const list = call({ toolName: 'devonz_list_directory', input: { path: '/', maxDepth: index + 1 }, toolCallId: `list-${index}` });
  return { ...list, parts: [...say(`Thought ${index}: ${'words '.repeat(words)}`).parts, ...list.parts], ...NO_USAGE };
}

const SPEAKING_STEPS = Array.from({ length: 8 }, (_, index) => speakStep(index));

test('where stubs are not enough the model summarises the middle: the task, the newest steps and open errors stay word for word', async () => {
  const answers: StepRequest[] = [];
  const summary: ScriptedAnswer = (request) => {
    answers.push(request);
    return say('Looked at the folder nine times.', { usage: { inputTokens: 700, outputTokens: 70 } });
  };
  const problems = [{ source: 'build' as const, message: 'TS2304: Cannot find name x', file: 'src/a.ts', line: 3, count: 2 }];
  const transport = new ScriptedTransport(...SPEAKING_STEPS.slice(0, 7), summary, say('Done.', NO_USAGE));
  const made = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, contextWindow: 22_500, problems });
  await made.say('Build the shop. It must have a cart.');
  const { messages } = transport.requests.at(-1) ?? {};
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({ toolNames: [], mode: 'chat' });
  expect(JSON.stringify(answers[0]?.messages)).toContain('Thought 0');
  expect(messages?.[0]?.parts).toEqual([{ type: 'text', text: 'Build the shop. It must have a cart.' }]);
  const text = JSON.stringify(messages?.[1]);
  expect(text).toContain('Looked at the folder nine times.');
  expect(text).toContain('TS2304: Cannot find name x');
  expect(JSON.stringify(messages?.at(-1))).toContain('Thought 6');
  const [compaction] = made.session.state().compactions;
  expect(compaction?.after).toBeLessThanOrEqual((compaction?.before ?? 0) * 0.8);
  expect(made.session.state().tokens).toEqual({ input: 700, output: 70 });
  expect(made.session.state().messages.length).toBeGreaterThan(messages?.length ?? 0);
  expect(made.telemetry).toContainEqual(expect.objectContaining({ type: 'model-request', mode: 'summary', outcome: 'finished' }));
});

test('another model sums up where one is named for that, and what it used is its own', async () => {
  const summary = say('Looked at the folder nine times.', { usage: { inputTokens: 700, outputTokens: 70 } });
  const transport = new ScriptedTransport(...SPEAKING_STEPS.slice(0, 7), summary, say('Done.', NO_USAGE));
  const made = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, contextWindow: 22_500 });
  made.settings.value = { ...made.settings.value, models: { ...made.settings.value.models, compaction: 'small:one' } };
  await made.say('Build the shop. It must have a cart.');
  expect(transport.requests.map(({ modelId }) => modelId).slice(-2)).toEqual(['small:one', 'demo:scripted']);
  expect(made.session.state().runUsage).toContainEqual({ modelId: 'small:one', usage: { inputTokens: 700, outputTokens: 70 } });
  expect(made.telemetry).toContainEqual(expect.objectContaining({ type: 'model-request', mode: 'summary', modelId: 'small:one' }));
});

test('a summary that would free too little is not taken, and the run stops and says so, without a loop', async () => {
  const huge = { ...call({ toolName: 'devonz_read_file', input: { path: 'src/file0.ts' } }), ...NO_USAGE };
  const { transport, session, say: tell } = longSession(0, 8_000, [huge]);
  await tell('Read it');
  expect(session.state()).toMatchObject({
    status: 'idle',
    notice: { type: 'window', window: 8_000, why: expect.stringContaining('Nothing is left'), helps: [] },
  });
  expect(transport.requests).toHaveLength(1);
  await session.retry();
  await session.settled();
  expect(transport.requests).toHaveLength(1);
});

test('a summary that fails leaves the conversation as it was and says why', async () => {
  const transport = new ScriptedTransport(...SPEAKING_STEPS.slice(0, 7), new Error('the model is gone'));
  const made = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, contextWindow: 22_500 });
  await made.say('Build');
  expect(made.session.state().notice).toMatchObject({ type: 'window', why: expect.stringContaining('the model is gone') });
  expect(made.journal.types().at(-1)).toBe('run-ended');
  expect(made.session.state().compactions).toEqual([]);
  expect(made.telemetry).toContainEqual(expect.objectContaining({ mode: 'summary', outcome: 'failed' }));
});

test('a long summary frees too little and is not taken', async () => {
  const transport = new ScriptedTransport(...SPEAKING_STEPS.slice(0, 7), say('長話'.repeat(12_000)));
  const made = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, contextWindow: 22_500 });
  await made.say('Build');
  expect(made.session.state()).toMatchObject({
    compactions: [],
    notice: { type: 'window', why: 'The summary would have freed less than a fifth.', helps: expect.arrayContaining(['summary']) },
  });
});

test('Stop ends a summary at once, and the next message works', async () => {
  const transport = new ScriptedTransport(...SPEAKING_STEPS.slice(0, 7), { parts: [], ending: 'hang' });
  const made = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, contextWindow: 22_500 });
  await made.session.send('Build', 'agent');
  await new Promise<void>((resolve) => {
    made.session.subscribe((event) => event.type === 'summarising' && event.isUnderWay && resolve());
  });
  await made.session.stop();
  expect(made.session.state()).toMatchObject({ status: 'idle', notice: { type: 'stopped' }, compactions: [] });
  expect(made.telemetry).toContainEqual(expect.objectContaining({ mode: 'summary', outcome: 'stopped' }));
  transport.add(say('Short.'), say('Here I am.'));
  await made.say('Continue');
  expect(made.session.state().status).toBe('completed');
});

test('with “Compact automatically” off nothing is left out: the run stops and says so', async () => {
  const { transport, journal, session, settings, say: tell } = longSession(8, 40_000);
  settings.value = { ...settings.value, history: { turns: null, autoCompact: false } };
  await tell('Read them all');
  expect(session.state().notice).toMatchObject({ type: 'window', why: '“Compact automatically” is off.' });
  expect(journal.types()).not.toContain('outputs-stubbed');
  expect(transport.requests.some(isSummary)).toBe(false);
});

test('a window nobody knows never stops a run', async () => {
  const transport = new ScriptedTransport(...Array.from({ length: 19 }, (_, index) => readStep(index)), say('Done.', NO_USAGE));
  const {
    session,
    journal,
    say: tell,
  } = testSession({ transport, workspace: new MemoryWorkspace({ ...files, 'src/file19.ts': LONG }), tools });
  await tell('Read them all');
  expect(session.state().status).toBe('completed');
  expect(journal.types()).toContain('outputs-stubbed');
});

test('with only the newest turns sent, half are the user’s, no result is orphaned, and nothing is summarised', async () => {
  const { transport, settings, session, say: tell } = longSession(6, 200_000);
  settings.value = { ...settings.value, history: { turns: 4, autoCompact: true } };
  await tell('Read them');
  const last = transport.requests.at(-1)?.messages ?? [];
  expect(last.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
  expect(JSON.stringify(last)).toContain('src/file5.ts');
  expect(JSON.stringify(last)).not.toContain('src/file3.ts');
  expect(session.state().compactions).toEqual([]);
});

test('the estimate follows the real usage', async () => {
  const transport = new ScriptedTransport(
    { ...readStepOf(0), usage: { inputTokens: 9_000, outputTokens: 10 } },
    { ...readStepOf(1), usage: { inputTokens: 9_000, outputTokens: 10 } },
    ...[2, 3, 4, 5].map(readStep),
    say('Done.'),
  );
  const { journal, say: tell } = testSession({ transport, workspace: new MemoryWorkspace(files), tools, contextWindow: 40_000 });
  await tell('Read');
  // By the rule of thumb, six files of 5 000 tokens fit; by the model's count they do not.
  expect(journal.types()).toContain('outputs-stubbed');
});

function readStepOf(index: number) {
  return call({ toolName: 'devonz_read_file', input: { path: `src/file${index}.ts` }, toolCallId: `read-${index}` });
}

test('each mode is sent its temperature, and little room its limit', async () => {
  const { transport, session, settings, say: tell } = longSession(0, 4_000, [say('A'), say('B')]);
  settings.value = { ...settings.value, temperature: { agent: 0.2, chat: 0.9 } };
  await tell('Hello');
  await session.send('And you?', 'chat');
  await session.settled();
  expect(transport.requests.map(({ temperature }) => temperature)).toEqual([0.2, 0.9]);
  expect(transport.requests[0]?.maxOutputTokens).toBeLessThan(4_096);
});

test('a provider that refuses a conversation for its length teaches the window: the step is made again, shorter', async () => {
  const refusal = new StepTransportError("OpenAI refused the request (400): This model's maximum context length is 40960 tokens.", {
    status: 424,
  });
  const transport = new ScriptedTransport(...Array.from({ length: 9 }, (_, index) => readStep(index)), refusal, say('Done.', NO_USAGE));
  const { session, journal, say: tell } = testSession({ transport, workspace: new MemoryWorkspace(files), tools });
  await tell('Read them all');
  expect(session.state()).toMatchObject({ status: 'completed', notice: null });
  expect(journal.types()).toContain('outputs-stubbed');
  expect(roughTokens(transport.requests.at(-1))).toBeLessThan(40_960 - 8_192);
});

test('a refusal that is not about length, or that a shorter conversation cannot answer, is shown', async () => {
  const other = testSession({
    transport: new ScriptedTransport(new StepTransportError('OpenAI refused the request (400): bad tool.', { status: 424 })),
    workspace: new MemoryWorkspace(),
    tools,
  });
  await other.say('Hi');
  expect(other.session.state().notice).toMatchObject({ type: 'step-failed', message: expect.stringContaining('bad tool') });
  const short = testSession({
    transport: new ScriptedTransport(new StepTransportError('the prompt is too long', { status: 424 })),
    workspace: new MemoryWorkspace(),
    tools,
  });
  await short.say('Hi '.repeat(2_000));
  expect(short.session.state().notice?.type).toBe('window');
});

test('where the window is a guess, a summary that does not help is not asked for again at every step', async () => {
  const [one, two, three, four, five, six] = Array.from({ length: 6 }, (_, index) => speakStep(index, 6_000));
  // Cut to 16 000 characters of one token each, it frees less than a fifth next to such a long task.
  const useless = say('長話'.repeat(12_000));
  const steps = [one, two, three, four, useless, five, six].flatMap((step) => step ?? []);
  const transport = new ScriptedTransport(...steps, say('Done.', NO_USAGE));
  const made = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools });
  await made.say(`Build this: ${'detail '.repeat(220_000 / 7)}`);
  expect(made.session.state()).toMatchObject({ status: 'completed', compactions: [] });
  expect(transport.requests.filter(isSummary)).toHaveLength(1);
});

test('only the newest turns, and they do not fit: the run stops and says so', async () => {
  const transport = new ScriptedTransport(readStep(0), readStep(1), readStep(2), say('Done.'));
  const made = testSession({ transport, workspace: new MemoryWorkspace(files), tools, contextWindow: 6_000 });
  made.settings.value = { ...made.settings.value, history: { turns: 10, autoCompact: true } };
  await made.say('Read');
  expect(made.session.state().notice).toMatchObject({ type: 'window', why: 'Only the newest turns are sent already.', helps: [] });
});

test('after two refusals for length that name no size, the notice names none, and only what helps is offered', async () => {
  const refusal = () => new StepTransportError('Please reduce the length of the messages.', { status: 424, kind: 'context-too-long' });
  const transport = new ScriptedTransport(refusal(), refusal(), say('Done.'));
  const made = testSession({ transport, workspace: new MemoryWorkspace(files), tools });
  await made.say(`Build this: ${'detail '.repeat(20_000)}`);
  expect(made.session.state().notice).toMatchObject({ type: 'window', isGuessed: true, helps: [] });
});
