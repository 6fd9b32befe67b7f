import { expect, test } from 'vitest';
import { createBrowserNetwork } from './browser-network.ts';
import { browserClock } from './browser-ports.ts';

const { signal } = new AbortController();

/** A network that the test disconnects and reconnects. */
function network(answers: () => Response | Error) {
  let isOnLine = true;
  const listeners = new Set<() => void>();
  const looks: string[] = [];
  const port = createBrowserNetwork({
    clock: browserClock,
    request: async (input, init) => {
      looks.push(`${init?.method} ${String(input)}`);
      const answer = answers();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    isOnLine: () => isOnLine,
    onOnLine: (run) => {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  });
  return {
    port,
    looks,
    listeners,
    set(next: boolean) {
      isOnLine = next;
      if (next) for (const run of listeners) run();
    },
  };
}

test('is there when the server answers, whatever it says', async () => {
  const { port, looks } = network(() => new Response(null, { status: 404 }));
  expect(await port.isThere(signal)).toBe(true);
  expect(looks).toEqual(['HEAD /favicon.svg']);
});

test('is gone when nobody answers, and without a look when the browser says so', async () => {
  const { port, looks, set } = network(() => new TypeError('Failed to fetch'));
  expect(await port.isThere(signal)).toBe(false);
  set(false);
  expect(await port.isThere(signal)).toBe(false);
  expect(looks).toHaveLength(1);
});

test('is back as soon as the browser sees it, and nothing listens any longer', async () => {
  const { port, set, listeners } = network(() => new Response(null));
  set(false);
  const back = port.whenBack(signal);
  await expect.poll(() => listeners.size).toBe(1);
  set(true);
  await back;
  expect(listeners.size).toBe(0);
});

test('is waited for no longer than the user wants', async () => {
  const { port, set, listeners } = network(() => new Response(null));
  set(false);
  const stop = new AbortController();
  const back = port.whenBack(stop.signal);
  await expect.poll(() => listeners.size).toBe(1);
  stop.abort();
  await back;
  expect(listeners.size).toBe(0);
});
