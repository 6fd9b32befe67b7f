import { describe, expect, test } from 'vitest';
import type { StepRequest, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import type { Silence } from '../../../../app/lib/agent/contract/silence.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';

/** A response whose bytes the test sends explicitly. */
class OpenAnswer {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(readonly signal: AbortSignal) {
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
    });
  }

  async bytes(text: string): Promise<void> {
    this.#controller?.enqueue(this.#encoder.encode(text));
    await turns();
  }

  async send(...events: object[]): Promise<void> {
    await this.bytes(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  }

  async finish(words: string): Promise<void> {
    await this.send({ type: 'text-delta', id: 't', delta: words }, { type: 'finish', finishReason: 'stop' });
    this.#controller?.close();
    await turns();
  }
}

/** `unanswered` is the number of requests that get no response at all, not even headers. */
class OpenTransport implements StepTransport {
  readonly answers: OpenAnswer[] = [];
  readonly requests: StepRequest[] = [];
  unanswered = 0;

  async open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    this.requests.push(request);
    const answer = new OpenAnswer(signal);
    this.answers.push(answer);
    return this.unanswered-- > 0 ? new Promise(() => undefined) : answer.stream;
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function begin(unanswered = 0) {
  const transport = new OpenTransport();
  transport.unanswered = unanswered;
  const one = testSession({ transport, workspace: new MemoryWorkspace(), tools });
  const silences: (Silence | null)[] = [];
  one.session.subscribe((event) => event.type === 'silence' && silences.push(event.silence));
  await one.session.send('go', 'agent');
  await turns();
  const answer = (place = -1) => transport.answers.at(place) as OpenAnswer;
  const pass = async (seconds: number) => {
    one.clock.pass(seconds * 1_000);
    await turns();
  };
  return { ...one, transport, silences, answer, pass };
}

const text = (delta: string) => ({ type: 'text-delta', id: 't', delta });
const thought = (delta: string) => ({ type: 'reasoning-delta', id: 'r', delta });

describe('a model that sends nothing', () => {
  test('is reported after 20 s, before the first byte as well', async () => {
    const { silences, pass, session } = await begin(1);
    await pass(19);
    expect(silences).toEqual([]);
    await pass(2);
    expect(silences).toMatchObject([{ since: expect.any(Number) }]);
    expect((silences[0]?.endsAt ?? 0) - (silences[0]?.since ?? 0)).toBe(120_000);
    expect(session.state().status).toBe('thinking');
    await session.stop();
    expect(silences.at(-1)).toBeNull();
    expect(session.state()).toMatchObject({ status: 'idle', notice: { type: 'stopped' } });
  });

  test('is ended after two minutes; what had come is kept for the eye, and the next message works', async () => {
    const { answer, pass, session, say, transport, clock } = await begin();
    await answer().send(text('Half an ans'));
    await pass(115);
    expect(session.state().status).toBe('thinking');
    await pass(10);
    expect(session.state()).toMatchObject({
      status: 'error',
      notice: { type: 'step-failed', kind: 'time-out', message: 'No data came for 2 min, so the answer was ended.' },
    });
    expect(answer().signal.aborted).toBe(true);
    expect(session.state().messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Half an ans' }]);
    expect(clock.waiting()).toBe(0);
    const said = say('again');
    await turns();
    expect(JSON.stringify(transport.requests[1]?.messages)).not.toContain('Half an ans');
    await answer().finish('Here I am.');
    await said;
    expect(session.state()).toMatchObject({ status: 'completed', notice: null });
  });

  test('is asked again when the user wants it, as often as the user wants it, without a step being lost', async () => {
    const { answer, pass, session, silences, transport } = await begin(1);
    await session.retry();
    expect(transport.requests).toHaveLength(1);
    for (let again = 1; again <= 5; again++) {
      await pass(30);
      expect(silences.at(-1)).not.toBeNull();
      await session.retry();
      await turns();
      expect(answer(-2).signal.aborted).toBe(true);
      expect(silences.at(-1)).toBeNull();
      expect(transport.requests).toHaveLength(again + 1);
    }
    await answer().finish('Here.');
    await session.settled();
    expect(session.state()).toMatchObject({ status: 'completed', iteration: 1 });
  });

  test('that speaks again is no longer silent, and its time begins again', async () => {
    const { answer, pass, session, silences } = await begin();
    await pass(100);
    await answer().send(text('Hm'));
    expect(silences.map((silence) => silence === null)).toEqual([false, true]);
    await pass(100);
    expect(session.state().status).toBe('thinking');
    await answer().finish('.');
    await session.settled();
    expect(session.state().status).toBe('completed');
  });

  test.each<[string, (answer: OpenAnswer) => Promise<void>]>([
    ['keep-alive comments', (answer) => answer.bytes(': keep-alive\n\n')],
    ['empty deltas', (answer) => answer.send(text(''), { type: 'tool-input-delta', toolCallId: 'x', inputTextDelta: '' })],
    ['parts nobody knows', (answer) => answer.send({ type: 'data-ping', data: 1 }, { type: 'start-step' })],
  ])('is not kept alive by %s', async (_name, beat) => {
    const { answer, pass, session } = await begin();
    for (let beats = 0; beats < 13 && session.state().status === 'thinking'; beats++) {
      await beat(answer());
      await pass(10);
    }
    expect(session.state().notice).toMatchObject({ type: 'step-failed', kind: 'time-out' });
  });

  test('is waited for longer while it thinks aloud, and as long as the settings say', async () => {
    const thinking = await begin();
    await thinking.answer().send(thought('Let me see'));
    await thinking.pass(590);
    expect(thinking.session.state().status).toBe('thinking');
    await thinking.pass(20);
    expect(thinking.session.state().notice).toMatchObject({
      type: 'step-failed',
      kind: 'time-out',
      message: expect.stringContaining('10 min'),
    });

    const short = await begin();
    short.settings.value = { ...short.settings.value, silence: { minutes: 0.5, thinkingMinutes: 1 } };
    await short.pass(31);
    expect(short.session.state().notice).toMatchObject({ type: 'step-failed', kind: 'time-out', message: expect.stringContaining('30 s') });
  });

  test('is left for the fallback model where one is chosen', async () => {
    const { answer, pass, session, settings } = await begin();
    settings.value = { ...settings.value, fallbackModelId: 'openai:other' };
    await pass(130);
    await answer().finish('I take over.');
    await session.settled();
    expect(session.state()).toMatchObject({ status: 'completed', switchedModelId: 'openai:other' });
  });
});

test('nothing waits for data while a failed request is waited out or the run rests', async () => {
  const { answer, session, clock } = await begin();
  await answer().finish('Done.');
  await session.settled();
  expect(clock.waiting()).toBe(0);
});
