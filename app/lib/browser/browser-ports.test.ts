import { afterEach, expect, test, vi } from 'vitest';
import type { SentStep } from '../agent/contract/ports.ts';
import { browserClock, createFetchTransport } from './browser-ports.ts';

afterEach(() => void vi.useRealTimers());

const step: SentStep = { modelId: 'm', mode: 'chat', system: '', messages: [], toolNames: [] };
/** A server that never responds, as `fetch` represents it. */
const silent: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))));

test('a timer of the clock runs once, unless it was called off', async () => {
  vi.useFakeTimers();
  const run = vi.fn();
  browserClock.after(1_000, run);
  browserClock.after(1_000, run)();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('Stop ends the waiting as what it is, and an answer that has begun may take its time', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const stopped = expect(createFetchTransport(() => 'chat', silent).open(step, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  stop.abort();
  await stopped;
  let signal: AbortSignal | null | undefined;
  const answers: typeof fetch = async (_url, init) => {
    signal = init?.signal;
    return new Response('data: x\n\n');
  };
  await createFetchTransport(() => 'chat', answers).open(step, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(signal?.aborted).toBe(false);
});

test.each([
  ['3', 3_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', null],
])('a refusal says how long to wait (%s), and why in the words of the server', async (header, retryAfterMs) => {
  const body = JSON.stringify({ error: { code: 'busy', message: 'Too many requests.' } });
  const refuses: typeof fetch = async () => new Response(body, { status: 429, headers: { 'retry-after': header } });
  const opened = createFetchTransport(() => 'chat', refuses).open(step, new AbortController().signal);
  await expect(opened).rejects.toMatchObject({ message: 'Too many requests.', status: 429, retryAfterMs });
});

test('a server that cannot be reached, or answers with what is no answer, is said', async () => {
  const gone: typeof fetch = () => Promise.reject(new TypeError('network'));
  const odd: typeof fetch = async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
  const open = (request: typeof fetch) => createFetchTransport(() => 'chat', request).open(step, new AbortController().signal);
  await expect(open(gone)).rejects.toThrow('cannot be reached');
  await expect(open(odd)).rejects.toThrow('The server answered 502 Bad Gateway.');
});
