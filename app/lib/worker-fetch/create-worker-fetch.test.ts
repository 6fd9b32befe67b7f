import { expect, test } from 'vitest';
import { createWorkerFetch, type FetchWorker } from './create-worker-fetch.ts';
import { serveWorkerRequest } from './serve-worker-request.ts';
import type { WorkerRequest } from './worker-fetch-messages.ts';

type Answer = (request: WorkerRequest, signal: AbortSignal) => Promise<Response>;

/** A worker in this thread, with real ports. */
class FakeWorker extends EventTarget implements FetchWorker {
  isEnded = false;

  constructor(readonly answer: Answer) {
    super();
  }

  postMessage(request: WorkerRequest, transfer?: unknown): void {
    const [port] = transfer as MessagePort[]; // The code under test transfers one port.
    if (port !== undefined) serveWorkerRequest(request, port, { answer: this.answer, failed: { text: 'nobody is there' } });
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('an answer comes with its status, its headers and the body piece by piece, as fast as it is read', async () => {
  let pulled = 0;
  const answer: Answer = async ({ method, body }) =>
    new Response(
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1;
            controller.enqueue(bytes(`${method} ${new TextDecoder().decode(body ?? undefined)} ${pulled};`));
            if (pulled === 3) controller.close();
          },
        },
        { highWaterMark: 0 },
      ),
      { status: 418, headers: { 'x-told': 'yes' } },
    );
  const response = await createWorkerFetch(() => new FakeWorker(answer))('https://a.test/x', { method: 'POST', body: 'hello' });
  expect([response.status, response.headers.get('x-told'), pulled]).toEqual([418, 'yes', 0]);
  expect(await response.text()).toBe('POST hello 1;POST hello 2;POST hello 3;');
});

test('what the page no longer wants is ended in the worker too', async () => {
  let note: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    note = resolve;
  });
  const answer: Answer = async (_, signal) => {
    signal.addEventListener('abort', note);
    return new Response(new ReadableStream({ pull: () => new Promise<void>(() => undefined) }));
  };
  const stop = new AbortController();
  const response = await createWorkerFetch(() => new FakeWorker(answer))('https://a.test/', { signal: stop.signal });
  const reading = response.text();
  stop.abort();
  await expect(reading).rejects.toThrow(/abort/i);
  await ended;
});

test('a worker that cannot be started fails what waits for it, and the next request starts another', async () => {
  const made: FakeWorker[] = [];
  const answers: Answer[] = [() => new Promise(() => undefined), async () => new Response('there')];
  const ask = createWorkerFetch(() => {
    const worker = new FakeWorker(answers[made.length] ?? (() => Promise.reject(new Error('The test has no more workers.'))));
    made.push(worker);
    return worker;
  });
  const waiting = ask('https://a.test/');
  const outcome = expect(waiting).rejects.toThrow('could not be started');
  await Promise.resolve();
  made[0]?.dispatchEvent(new Event('error'));
  await outcome;
  expect(made[0]?.isEnded).toBe(true);
  expect(await (await ask('https://a.test/')).text()).toBe('there');
});
