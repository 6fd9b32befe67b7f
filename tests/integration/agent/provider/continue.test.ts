import { describe, expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import type { Network } from '../../../../app/lib/agent/contract/ports.ts';
import { ScriptedTransport, say, textParts } from '../../../../app/lib/agent/testing/scripted-transport.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

const session = (transport: ScriptedTransport, rest: { network?: Network; modelId?: () => string } = {}) =>
  testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, ...rest });

const thought = [
  { type: 'reasoning-start', id: 'r1' },
  { type: 'reasoning-delta', id: 'r1', delta: 'Half a thought' },
] as const;
/** Returns the roles and contents of the latest request's messages. */
const sent = (transport: ScriptedTransport) =>
  (transport.requests.at(-1)?.messages ?? []).map(({ role, parts }) => [
    role,
    parts.map((part) => ('text' in part ? part.text : part.type)).join(' '),
  ]);

describe('an answer that stalls', () => {
  const stalled = () => ({ parts: [...thought, ...textParts('The first half')], ending: 'hang' as const });

  async function stall(...next: ConstructorParameters<typeof ScriptedTransport>) {
    const transport = new ScriptedTransport(stalled(), ...next);
    const one = session(transport);
    await one.session.send('go', 'agent');
    await expect.poll(() => one.session.liveParts().length).toBe(2);
    one.clock.pass(11 * 60_000);
    await one.session.settled();
    expect(one.session.state()).toMatchObject({ status: 'error', notice: { type: 'step-failed', kind: 'time-out' } });
    return { ...one, transport };
  }

  test('is continued from what had come, which the model sees without the thought that broke off', async () => {
    const { session: one, transport } = await stall(say(' and the second.'));
    await one.continueAnswer();
    await one.settled();
    expect(one.state()).toMatchObject({ status: 'completed', notice: null });
    expect(sent(transport)).toEqual([
      ['user', 'go'],
      ['assistant', 'The first half'],
      ['user', expect.stringContaining('Continue exactly where it ends')],
    ]);
    expect(JSON.stringify(one.state().messages)).toContain('Half a thought');
  });

  test('is asked for whole by Retry, and what had come stays to be seen', async () => {
    const { session: one, transport } = await stall(say('All of it.'));
    await one.retry();
    await one.settled();
    expect(sent(transport)).toEqual([['user', 'go']]);
    expect(JSON.stringify(one.state().messages)).toContain('The first half');
  });

  test('is still there to be continued after a reload', async () => {
    const before = await stall();
    const transport = new ScriptedTransport(say(' and the second.'));
    const after = testSession({ transport, workspace: new MemoryWorkspace({ a: '1' }), tools, journal: before.journal });
    await after.session.resume(before.journal.records);
    await after.session.continueAnswer();
    await after.session.settled();
    expect(sent(transport)).toContainEqual(['assistant', 'The first half']);
  });
});

test('where nothing had come, to continue is to ask again', async () => {
  const transport = new ScriptedTransport(new StepTransportError('The key is wrong.', { status: 401 }), say('Here.'));
  const one = session(transport);
  await one.say('go');
  await one.session.continueAnswer();
  await one.session.settled();
  expect(sent(transport)).toEqual([['user', 'go']]);
  expect(one.session.state().status).toBe('completed');
});

test('another model continues for the rest of the run, visibly, and the user can go back', async () => {
  const transport = new ScriptedTransport(new StepTransportError('No credit.', { status: 402 }), say('Here.'));
  const one = session(transport);
  await one.say('go');
  expect(one.session.state().notice).toMatchObject({ kind: 'no-quota' });
  await one.session.continueWith('demo:other');
  await one.session.settled();
  expect(transport.requests.at(-1)?.modelId).toBe('demo:other');
  expect(one.session.state().switchedModelId).toBe('demo:other');
  expect(one.events).toContainEqual(expect.objectContaining({ type: 'model-switched', modelId: 'demo:other' }));
  await one.session.switchBack();
  expect(one.session.state().switchedModelId).toBeNull();
});

describe('a pause before the next request', () => {
  test('is announced with what it is for and when it ends, and is over when it is skipped', async () => {
    const transport = new ScriptedTransport(new StepTransportError('Busy.', { status: 429, retryAfterMs: 30_000 }), say('Here.'));
    const one = session(transport);
    one.clock.isFrozen = true;
    await one.session.send('go', 'agent');
    await expect.poll(() => one.clock.sleeps.length).toBe(1);
    const [first] = one.events.flatMap((event) => (event.type === 'waiting' && event.wait !== null ? [event.wait] : []));
    expect(first).toMatchObject({ kind: 'rate-limit', message: 'Busy.' });
    // The test's clock advances with every reading.
    expect((first?.until ?? 0) - (first?.since ?? 0)).toBeCloseTo(30_000, -2);
    await one.session.retry();
    await one.session.settled();
    expect(one.session.state().status).toBe('completed');
    expect(one.events.filter((event) => event.type === 'waiting').at(-1)).toEqual({ type: 'waiting', wait: null });
  });

  test('that is longer than a minute is left to the user, who learns when it ends', async () => {
    const one = session(new ScriptedTransport(new StepTransportError('Busy.', { status: 429, retryAfterMs: 600_000 })));
    await one.say('go');
    expect(one.session.state().notice).toMatchObject({ kind: 'rate-limit', retryAt: expect.any(Number) });
  });
});

describe('while the network is gone', () => {
  /** Offline until the test restores it. */
  class LostNetwork implements Network {
    waits = 0;
    #isThere = false;
    readonly #listeners: (() => void)[] = [];

    async isThere() {
      return this.#isThere;
    }
    whenBack(signal: AbortSignal) {
      this.waits++;
      return new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
        signal.addEventListener('abort', () => resolve());
      });
    }
    bringBack() {
      this.#isThere = true;
      for (const listener of this.#listeners) listener();
    }
  }

  const gone = () => new StepTransportError('The server cannot be reached.', { status: null });

  test('nothing is asked, and the run resumes by itself', async () => {
    const network = new LostNetwork();
    const transport = new ScriptedTransport(gone(), say('Here.'));
    const one = session(transport, { network });
    await one.session.send('go', 'agent');
    await expect.poll(() => network.waits).toBe(1);
    expect(one.events).toContainEqual({ type: 'waiting', wait: expect.objectContaining({ kind: 'network-gone', until: null }) });
    expect(transport.requests).toHaveLength(1);
    network.bringBack();
    await one.session.settled();
    expect(one.session.state().status).toBe('completed');
    expect(one.clock.sleeps).toEqual([]);
  });

  test('an answer that it cut is asked for again', async () => {
    const network = new LostNetwork();
    const transport = new ScriptedTransport({ parts: textParts('half'), ending: 'break' }, say('Whole.'));
    const one = session(transport, { network });
    await one.session.send('go', 'agent');
    await expect.poll(() => network.waits).toBe(1);
    network.bringBack();
    await one.session.settled();
    expect(one.session.state().status).toBe('completed');
  });

  test('where it was gone from the beginning the models are waited for, and no model without a name is asked', async () => {
    const network = new LostNetwork();
    const transport = new ScriptedTransport(say('Here.'));
    let known = '';
    const one = session(transport, { network, modelId: () => known });
    await one.session.send('go', 'agent');
    await expect.poll(() => network.waits).toBe(1);
    expect(transport.requests).toEqual([]);
    known = 'demo:scripted';
    network.bringBack();
    await one.session.settled();
    expect(one.session.state().status).toBe('completed');
    expect(transport.requests.map(({ modelId }) => modelId)).toEqual(['demo:scripted']);
  });

  test('a stop ends the wait', async () => {
    const network = new LostNetwork();
    const one = session(new ScriptedTransport(gone()), { network });
    await one.session.send('go', 'agent');
    await expect.poll(() => network.waits).toBe(1);
    await one.session.stop();
    expect(one.session.state().notice).toEqual({ type: 'stopped' });
  });

  test('where it is there all the while, the failure is tried again as any other', async () => {
    const network = new LostNetwork();
    network.bringBack();
    const one = session(new ScriptedTransport(gone(), gone(), gone(), gone()), { network });
    await one.say('go');
    expect(network.waits).toBe(0);
    expect(one.session.state().notice).toMatchObject({ kind: 'network-gone' });
  });
});
