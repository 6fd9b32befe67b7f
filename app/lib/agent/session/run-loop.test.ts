import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../tools/index.ts';
import { StepTransportError } from '../contract/errors.ts';
import { call, ScriptedTransport, say } from '../testing/scripted-transport.ts';
import { testCore } from '../testing/test-core.ts';

async function core(maxIterations: number, ...answers: ConstructorParameters<typeof ScriptedTransport>) {
  const transport = new ScriptedTransport(...answers);
  const workspace = new MemoryWorkspace({ 'a.txt': 'a' });
  const made = testCore({ transport, workspace, tools, agent: { autoApproveFileCreation: false } });
  await made.begin(maxIterations);
  const end = () => made.journal.records.at(-1)?.event;
  return { ...made, transport, end };
}

const { signal } = new AbortController();
const read = (toolCallId: string) => call({ toolCallId, toolName: 'devonz_read_file', input: { path: 'a.txt' } });

test('steps and their calls take turns until the model has nothing to do; the end is the last record', async () => {
  const { loop, journal, end, telemetry } = await core(25, read('c1'), say('Read.'));
  await loop.run(signal);
  expect(journal.types().filter((type) => /^step-finished|^tool-call-succeeded|^run-ended/.test(type))).toEqual([
    'step-finished',
    'tool-call-succeeded',
    'step-finished',
    'run-ended',
  ]);
  expect(end()).toEqual({ type: 'run-ended', outcome: 'completed' });
  expect(telemetry).toContainEqual(
    expect.objectContaining({
      type: 'run',
      outcome: 'completed',
      steps: 2,
      summary: { toolCalls: 1, filesCreated: 0, filesModified: 0, commandsExecuted: 0 },
    }),
  );
});

test('the limit is asked before a step: no request more is made', async () => {
  const { loop, end, transport } = await core(2, read('c1'), read('c2'));
  await loop.run(signal);
  expect(end()).toEqual({ type: 'run-ended', outcome: 'iteration-limit' });
  expect(transport.requests).toHaveLength(2);
});

test('a failure ends the run with what the user is shown, and no call stays open', async () => {
  const { loop, end } = await core(25, new StepTransportError('no key', { status: 401 }));
  await loop.run(signal);
  expect(end()).toEqual({ type: 'run-ended', outcome: 'error', notice: { type: 'step-failed', kind: 'wrong-key', message: 'no key' } });
});

test('a stop answers what is open and ends the run as stopped', async () => {
  const stop = new AbortController();
  const made = await core(25, call({ toolCallId: 'w1', toolName: 'devonz_write_file', input: { path: 'new.txt', content: 'x' } }));
  const ended = made.loop.run(stop.signal);
  await expect.poll(() => made.scheduler.isWaiting()).toBe(true);
  stop.abort();
  await ended;
  expect(made.end()).toEqual({ type: 'run-ended', outcome: 'stopped' });
  expect(made.callOf('w1')).toMatchObject({ status: 'cancelled' });
});
