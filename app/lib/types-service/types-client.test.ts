import { expect, test } from 'vitest';
import { TestClock } from '../agent/testing/test-session.ts';
import { createReadBuffer } from './shared-reads.ts';
import { createTypesClient, type TypesWorker } from './types-client.ts';
import type { FromTypesWorker, ToTypesWorker } from './types-messages.ts';

/** A worker for the client that records messages and answers when the test triggers it. */
class ScriptedWorker implements TypesWorker {
  readonly sent: ToTypesWorker[] = [];
  isTerminated = false;
  readonly #listeners = new EventTarget();

  postMessage(message: ToTypesWorker): void {
    this.sent.push(message);
  }
  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#listeners.addEventListener(type, listener);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  says(data: FromTypesWorker): void {
    this.#listeners.dispatchEvent(new MessageEvent('message', { data }));
  }
  breaks(): void {
    this.#listeners.dispatchEvent(new Event('error'));
  }
  asked(): string[] {
    return this.sent.flatMap((message) => (message.type === 'ask' && 'path' in message.question ? [message.question.path] : []));
  }
}

function client(read: () => Promise<Uint8Array | null> = async () => null) {
  const workers: ScriptedWorker[] = [];
  const clock = new TestClock();
  const made = createTypesClient({
    createWorker() {
      const worker = new ScriptedWorker();
      workers.push(worker);
      return worker;
    },
    createBuffer: createReadBuffer,
    paths: () => ['a.ts', 'b.ts'],
    read,
    clock,
  });
  const latest = () => workers.at(-1) ?? expect.unreachable();
  return { ...made, clock, workers, latest };
}

const answer = { problems: [], missing: [] };
const check = (path: string) => ({ kind: 'check', path }) as const;

test('one question is asked at a time, and what a user waits for comes before the rest', async () => {
  const types = client();
  const first = types.ask(check('a.ts'), false);
  const second = types.ask(check('b.ts'), false);
  const urgent = types.ask(check('c.ts'), true);
  types.latest().says({ type: 'ready' });
  expect(types.latest().asked()).toEqual(['a.ts']);
  types.latest().says({ type: 'answer', id: 0, answer });
  expect(await first).toEqual(answer);
  await expect.poll(() => types.latest().asked()).toEqual(['a.ts', 'c.ts']);
  types.latest().says({ type: 'answer', id: 1, answer });
  types.latest().says({ type: 'failed', id: 1, why: 'of one that is answered already' });
  await urgent;
  await expect.poll(() => types.latest().asked()).toEqual(['a.ts', 'c.ts', 'b.ts']);
  types.latest().says({ type: 'failed', id: 2, why: 'TypeScript threw' });
  expect(await second).toBeNull();
  expect(types.workers).toHaveLength(1);
});

test('a question that hangs ends its worker, in words, and the next one is asked of another that knows what is open', async () => {
  const types = client();
  types.showTexts(new Map([['a.ts', 'typed']]));
  const hanging = types.ask(check('a.ts'), false);
  const next = types.ask(check('b.ts'), false);
  const [first = expect.unreachable()] = types.workers;
  first.says({ type: 'ready' });
  types.clock.pass(10_000);
  await expect(hanging).rejects.toThrow('TypeScript did not answer within 10 seconds and was started again.');
  expect(first.isTerminated).toBe(true);
  await expect.poll(() => types.workers.length).toBe(2);
  expect(types.latest().sent).toContainEqual({ type: 'text', path: 'a.ts', text: 'typed' });
  // Late messages of the ended worker are ignored.
  first.says({ type: 'answer', id: 0, answer: null });
  types.latest().says({ type: 'answer', id: 0, answer });
  expect(await next).toEqual(answer);
});

test('time that the page takes for a file is not the worker’s, but all of it has an end', async () => {
  let give: (content: Uint8Array | null) => void = () => undefined;
  const types = client(
    () =>
      new Promise((resolve) => {
        give = resolve;
      }),
  );
  const asked = types.ask(check('a.ts'), false);
  types.latest().says({ type: 'ready' });
  types.latest().says({ type: 'read', request: { kind: 'file', path: 'node_modules/x/index.d.ts' } });
  types.clock.pass(30_000);
  expect(types.latest().isTerminated).toBe(false);
  give(null);
  const ended = expect(asked).rejects.toThrow('within 40 seconds');
  types.clock.pass(10_000);
  await ended;
  expect(types.latest().isTerminated).toBe(true);
  expect(types.clock.waiting()).toBe(0);
});

test('on a slow machine each further try may take longer, up to a limit, and another project begins with the first one', async () => {
  const types = client();
  const tries = async (seconds: number) => {
    const asked = types.ask(check('a.ts'), false);
    types.latest().says({ type: 'ready' });
    types.clock.pass(seconds * 1_000 - 1);
    expect(types.latest().isTerminated).toBe(false);
    const ended = expect(asked).rejects.toThrow(`within ${seconds} seconds`);
    types.clock.pass(1);
    await ended;
  };
  for (const seconds of [10, 20, 40, 40]) await tries(seconds);
  const slow = types.ask(check('a.ts'), false);
  types.latest().says({ type: 'ready' });
  types.clock.pass(30_000);
  types.latest().says({ type: 'answer', id: 0, answer });
  expect(await slow).toEqual(answer);
  types.end();
  await tries(10);
});

test('a worker that breaks says so, and one that loads slowly is waited for', async () => {
  const types = client();
  const slow = types.ask(check('a.ts'), false);
  types.clock.pass(20_000);
  expect(types.latest().isTerminated).toBe(false);
  types.latest().breaks();
  await expect(slow).rejects.toThrow('could not be loaded, or has used up the memory');
  expect(types.isRunning()).toBe(false);
});

test('when the project is left, what was asked is answered with nothing: it is no fault of the next one', async () => {
  const types = client();
  const asked = types.ask(check('a.ts'), false);
  const waiting = types.ask(check('b.ts'), false);
  types.end();
  expect([await asked, await waiting]).toEqual([null, null]);
  expect(types.workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
});
