import { expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import { call, ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { turnsOf } from '../../../setup/turns-of.ts';

/** Slightly different each time, so that it does not count as a loop. */
const list = (_: unknown, index = 0) => call({ toolName: 'devonz_list_directory', input: { maxDepth: index + 1 } });
const session = (transport: ScriptedTransport, rest: { agent?: { maxIterations: number } } = {}) =>
  testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, ...rest });

test('a model that always calls a tool stops exactly at the limit with the reason, and can be granted more', async () => {
  const transport = new ScriptedTransport(...Array.from({ length: 7 }, list), say('Done.'));
  const one = session(transport, { agent: { maxIterations: 6 } });
  await one.say('go');
  expect(transport.requests).toHaveLength(6);
  expect(one.session.state()).toMatchObject({ status: 'idle', notice: { type: 'iteration-limit', limit: 6 }, iteration: 6 });
  expect(one.events.filter((event) => event.type === 'iteration-warning').map((event) => event.remaining)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(transport.requests.map(({ system }) => system)).toEqual(Array(6).fill(transport.requests[0]?.system));
  const said = transport.requests.map(
    ({ messages }) => /Only \d steps are left|This is the last step/.exec(JSON.stringify(messages.at(-1)))?.[0],
  );
  expect(said).toEqual([undefined, 'Only 5 steps are left', undefined, undefined, undefined, 'This is the last step']);

  await one.session.grantIterations(5);
  await one.session.settled();
  expect(transport.requests).toHaveLength(8);
  expect(one.session.state()).toMatchObject({ status: 'completed', iteration: 8, maxIterations: 11, notice: null });
});

test('429 is tried again after the time the server asked for', async () => {
  const busy = new StepTransportError('Too many requests.', { status: 429, retryAfterMs: 3_000 });
  const transport = new ScriptedTransport(busy, busy, say('Here.'));
  const one = session(transport);
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(one.clock.sleeps).toEqual([3_000, 3_000]);
});

test('a wrong key is not tried again and the session shows why and can continue', async () => {
  const transport = new ScriptedTransport(new StepTransportError('The key is not valid.', { status: 401 }), say('Now it works.'));
  const one = session(transport);
  await one.say('go');
  expect(one.session.state()).toMatchObject({
    status: 'error',
    notice: { type: 'step-failed', kind: 'wrong-key', message: 'The key is not valid.' },
  });
  await one.session.retry();
  await one.session.settled();
  expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
});

test('an answer that breaks off is asked for again; what had come is shown but not sent', async () => {
  const transport = new ScriptedTransport({ parts: textParts('half an ans'), ending: 'break' }, say('A whole answer.'));
  const one = session(transport);
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(JSON.stringify(one.session.state().messages)).toContain('half an ans');
  expect(JSON.stringify(transport.requests[1]?.messages)).not.toContain('half an ans');
});

test('after three broken answers the session stops with the reason', async () => {
  const cut = { parts: textParts('x'), ending: 'cut' as const };
  const transport = new ScriptedTransport(cut, cut, cut);
  const one = session(transport);
  await one.say('go');
  expect(transport.requests).toHaveLength(3);
  expect(one.session.state()).toMatchObject({
    status: 'error',
    notice: { kind: 'cut-off', message: expect.stringContaining('cut off') },
  });
});

/**
 * Turns of the event loop: a stop waits for no timer. The limit of 200 ms is measured on the engine (`npm run bench -- agent`,
 * conformance).
 */
const SOON = 50;

test('stop ends a stream that hangs at once and the next message works', async () => {
  const transport = new ScriptedTransport({ parts: textParts('thinking'), ending: 'hang' }, say('Fresh.'));
  const one = session(transport);
  await one.session.send('go', 'agent');
  await until(() => one.session.liveParts().length > 0);
  expect(await turnsOf(one.session.stop())).toBeLessThan(SOON);
  expect(one.session.state()).toMatchObject({ status: 'idle', notice: { type: 'stopped' } });
  expect(transport.signals[0]?.aborted).toBe(true);
  await one.say('again');
  expect(one.session.state().status).toBe('completed');
});

test('stop ends a command that takes no notice, answers every call, and the session continues', async () => {
  const workspace = new MemoryWorkspace().script('npm start', () => new Promise(() => undefined));
  const run = { toolName: 'devonz_run_command', input: { command: 'npm start' } };
  const transport = new ScriptedTransport(call(run, { toolName: 'devonz_write_file', input: { path: 'b', content: '' } }), say('Fresh.'));
  const one = testSession({ transport, workspace, tools });
  await one.say('go');
  await one.session.approveAll();
  await until(() => one.calls()[0]?.status === 'executing');
  expect(await turnsOf(one.session.stop())).toBeLessThan(SOON);
  expect(one.calls().map((call) => call.status)).toEqual(['cancelled', 'cancelled']);
  await one.say('again');
  expect(one.session.state().status).toBe('completed');
  const sent = transport.requests[1]?.messages.flatMap((message) => message.parts) ?? [];
  expect(sent.filter((part) => part.type === 'dynamic-tool').map((part) => part.state)).toEqual(['output-error', 'output-error']);
});

test('stop while a question waits takes the question away', async () => {
  const transport = new ScriptedTransport(call({ toolName: 'devonz_run_command', input: { command: 'npm start' } }));
  const one = session(transport);
  await one.say('go');
  const { approvalId } = one.onlyWaiting();
  await one.session.stop();
  expect(one.waiting()).toEqual([]);
  expect(await one.session.answerApproval(approvalId, { decision: 'approve' })).toMatchObject({ accepted: false });
  expect(one.session.state().status).toBe('idle');
});

test('stop while a retry is waited for ends the wait', async () => {
  const transport = new ScriptedTransport(new StepTransportError('busy', { status: 429, retryAfterMs: 30_000 }));
  const one = session(transport);
  one.clock.isFrozen = true;
  await one.session.send('go', 'agent');
  await until(() => one.clock.sleeps.length > 0);
  await one.session.stop();
  expect(one.session.state().status).toBe('idle');
});

test('a journal that cannot be written stops the run and says so', async () => {
  const one = session(new ScriptedTransport(say('never seen')));
  one.journal.failure = new Error('The disk is full.');
  await one.say('go');
  expect(one.session.state()).toMatchObject({ status: 'error', notice: { message: 'The disk is full.' } });
});

test('two sessions share nothing', async () => {
  const first = session(new ScriptedTransport(list(null), say('One.')));
  const second = session(new ScriptedTransport(say('Two.')));
  await Promise.all([first.say('a'), second.say('b')]);
  expect(first.session.state().iteration).toBe(2);
  expect(second.session.state().iteration).toBe(1);
  expect(second.calls()).toEqual([]);
});

async function until(isSo: () => boolean): Promise<void> {
  // Not limited to a number of turns: on a busy machine, a thousand of them pass before a single hash is computed.
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
