import { expect, test } from 'vitest';
import { because } from '../../protocol/texts/reason.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../tools/index.ts';
import { StepTransportError, StoppedError } from '../contract/errors.ts';
import { ScriptedTransport, say } from '../testing/scripted-transport.ts';
import { testCore } from '../testing/test-core.ts';

async function core(...answers: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(...answers);
  const made = testCore({ transport, workspace: new MemoryWorkspace(), tools });
  await made.begin();
  const before = made.journal.records.length;
  return { ...made, transport, written: () => made.journal.types().slice(before) };
}

const { signal } = new AbortController();

test('an answer is in the journal when the step resolves, and nothing of it is live any more', async () => {
  const { step, written, state } = await core(say('Done.'));
  expect(await step.run('agent', signal)).toBe('answered');
  expect(written()).toEqual(['step-started', 'step-finished']);
  expect(state().messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Done.' }]);
  expect(step.liveParts()).toEqual([]);
});

test('an answer that breaks off is kept as failed and asked for again, after a pause that is announced', async () => {
  const { step, written, events, clock } = await core(say('Half', { ending: 'break' }), say('Whole.'));
  expect(await step.run('agent', signal)).toBe('answered');
  expect(written()).toEqual(['step-started', 'step-failed', 'step-started', 'step-finished']);
  expect(events).toContainEqual(expect.objectContaining({ type: 'retrying', attempt: 1 }));
  expect(clock.sleeps).toHaveLength(1);
});

test('words that were cut off end the step with what cut them', async () => {
  const { step } = await core(say('And then', { finishReason: 'length' }));
  expect(await step.run('agent', signal)).toBe('length');
});

test('a request that cannot succeed is not sent again', async () => {
  const { step, transport, written } = await core(new StepTransportError('no key', { status: 401 }));
  await expect(step.run('agent', signal)).rejects.toThrow('no key');
  expect(transport.requests).toHaveLength(1);
  expect(written()).toEqual(['step-started', 'step-failed']);
});

test('a pause keeps what had failed in a form that the page can say in the user’s language', async () => {
  const failed = because('{provider} could not be reached: {error}', { provider: 'OpenAI', error: 'gone' });
  const { step, events } = await core(() => new StepTransportError(failed, { status: 503 }), say('Whole.'));
  expect(await step.run('agent', signal)).toBe('answered');
  const wait = expect.objectContaining({ message: 'OpenAI could not be reached: gone', reason: failed });
  expect(events).toContainEqual({ type: 'waiting', wait });
});

test('the fallback answers when the chosen model keeps failing', async () => {
  const failing = () => new StepTransportError('overloaded', { status: 503 });
  const made = await core(() => failing());
  made.settings.value = { ...made.settings.value, fallbackModelId: 'demo:other' };
  made.transport.add(
    ...Array.from({ length: 20 }, () => (request: { modelId: string }) => (request.modelId === 'demo:other' ? say('Here.') : failing())),
  );
  expect(await made.step.run('agent', signal)).toBe('answered');
  expect(made.written()).toContain('model-switched');
  expect(made.transport.requests.at(-1)?.modelId).toBe('demo:other');
});

test('a stop ends the answer under way', async () => {
  const made = await core(say('Thinking', { ending: 'hang' }));
  const stop = new AbortController();
  const ended = made.step.run('agent', stop.signal);
  await expect.poll(() => made.step.liveParts().length).toBe(1);
  stop.abort();
  await expect(ended).rejects.toBeInstanceOf(StoppedError);
  expect(made.written()).toEqual(['step-started', 'step-failed']);
});
