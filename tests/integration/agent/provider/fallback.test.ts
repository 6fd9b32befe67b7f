import { expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import type { StepRequest } from '../../../../app/lib/agent/contract/ports.ts';
import { call, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const list = (depth: number) => call({ toolName: 'devonz_list_directory', input: { maxDepth: depth } });
const busy = (retryAfterMs: number | null = null) => new StepTransportError('Too many requests.', { status: 429, retryAfterMs });

function session(transport: ScriptedTransport, fallbackModelId = 'other:model') {
  const one = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools });
  one.settings.value = { ...one.settings.value, fallbackModelId };
  return one;
}
const modelsOf = (transport: ScriptedTransport) => transport.requests.map((request: StepRequest) => request.modelId);

test('a storm of 429: after the attempts the fallback model takes over, visibly, for the rest of the run', async () => {
  const transport = new ScriptedTransport(list(1), busy(), busy(), busy(), busy(), list(2), say('Done.'), say('Hello.'));
  const one = session(transport);
  await one.say('go');
  const [chosen, other] = ['demo:scripted', 'other:model'];
  expect(modelsOf(transport)).toEqual([chosen, chosen, chosen, chosen, chosen, other, other]);
  expect(one.clock.sleeps).toEqual([1_000, 2_000, 4_000]);
  expect(one.session.state()).toMatchObject({ status: 'completed', switchedModelId: other, stepModelId: other });
  expect(one.events).toContainEqual({ type: 'model-switched', modelId: other, reason: 'demo:scripted kept failing: Too many requests.' });
  expect(one.journal.types()).toContain('model-switched');
  expect(one.telemetry.filter(({ type }) => type === 'retry')).toHaveLength(3);
  expect(new Set(one.session.state().runUsage.map(({ modelId }) => modelId))).toEqual(new Set([chosen, other]));
  // A later run starts with the chosen model again.
  await one.say('and now?');
  expect(modelsOf(transport).at(-1)).toBe(chosen);
  expect(one.session.state().switchedModelId).toBeNull();
});

test('the user switches back, and the chosen model answers the next step', async () => {
  const failing = Array.from({ length: 4 }, () => busy());
  const transport = new ScriptedTransport(
    ...failing,
    call({ toolName: 'devonz_write_file', input: { path: 'a', content: '2' } }),
    say('Done.'),
  );
  const one = session(transport);
  await one.say('go');
  await one.session.switchBack();
  await one.session.switchBack();
  await one.session.approveAll();
  await one.session.settled();
  expect(modelsOf(transport).slice(-2)).toEqual(['other:model', 'demo:scripted']);
  expect(one.journal.types().filter((type) => type === 'model-switched')).toHaveLength(2);
});

test('a fallback that fails as well is the end: there is no going round in circles', async () => {
  const transport = new ScriptedTransport(...Array.from({ length: 8 }, () => busy()));
  const one = session(transport);
  await one.say('go');
  expect(transport.requests).toHaveLength(8);
  expect(one.session.state()).toMatchObject({ status: 'error', notice: { kind: 'rate-limit', message: 'Too many requests.' } });
  expect(one.telemetry).toContainEqual(expect.objectContaining({ type: 'error', where: 'run' }));
});

test.each([
  ['none is named', '', busy()],
  ['it is the chosen one', 'demo:scripted', busy()],
  ['asking another cannot help', 'other:model', new StepTransportError('The request is wrong.', { status: 400 })],
])('no other model is asked where %s', async (_why, fallback, error) => {
  const transport = new ScriptedTransport(...Array.from({ length: 4 }, () => error));
  const one = session(transport, fallback);
  await one.say('go');
  expect(one.session.state()).toMatchObject({ status: 'error', switchedModelId: null });
  expect(new Set(modelsOf(transport))).toEqual(new Set(['demo:scripted']));
});

test('a server that wants a longer pause than anybody waits for is left at once; no answer at all counts like 429', async () => {
  const patient = session(new ScriptedTransport(busy(600_000), say('Here.')));
  await patient.say('go');
  expect(patient.clock.sleeps).toEqual([]);
  expect(patient.session.state().status).toBe('completed');
  const gone = new StepTransportError('No answer.', { status: null });
  const silent = session(new ScriptedTransport(gone, gone, gone, gone, say('Here.')));
  await silent.say('go');
  expect(silent.session.state()).toMatchObject({ status: 'completed', switchedModelId: 'other:model' });
});

test('answers that keep breaking off bring the fallback too, each asked for as a new step', async () => {
  const cut = { parts: textParts('half'), ending: 'break' as const };
  const transport = new ScriptedTransport(cut, cut, cut, say('Whole.'));
  const one = session(transport);
  await one.say('go');
  expect(modelsOf(transport)).toEqual(['demo:scripted', 'demo:scripted', 'demo:scripted', 'other:model']);
  expect(one.session.state()).toMatchObject({ status: 'completed', iteration: 1 });
});

test('every request is noted once, with its times and tokens and without its content', async () => {
  const transport = new ScriptedTransport(busy(), list(1), { parts: textParts('x'), ending: 'hang' });
  const one = session(transport, '');
  await one.session.send('a secret thing', 'agent');
  while (one.session.liveParts().length === 0) await new Promise((resolve) => setImmediate(resolve));
  await one.session.stop();
  const requests = one.telemetry.filter((event) => event.type === 'model-request');
  expect(requests).toMatchObject([
    { outcome: 'finished', finishReason: 'tool-calls', inputTokens: 10, outputTokens: 5, modelId: 'demo:scripted', mode: 'agent' },
    { outcome: 'stopped' },
  ]);
  expect(requests.every((event) => event.firstByteMs !== undefined)).toBe(true);
  expect(one.telemetry.filter(({ type }) => type === 'tool-call')).toMatchObject([
    { toolName: 'devonz_list_directory', outcome: 'success' },
  ]);
  expect(JSON.stringify(one.telemetry)).not.toContain('secret');
});
