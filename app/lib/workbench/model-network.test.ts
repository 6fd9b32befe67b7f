import { expect, test } from 'vitest';
import type { Clock } from '../agent/contract/ports.ts';
import type { ServerNetwork } from '../browser/browser-network.ts';
import { createModelNetwork } from './model-network.ts';

const { signal } = new AbortController();

const list = { isAwaited: () => false, listed: async () => undefined };

/** Sleeping takes no time. */
const clock: Clock = { now: () => 0, sleep: async () => undefined, after: () => () => undefined };

class GoneServer implements ServerNetwork {
  readonly asked: string[] = [];
  async isThere() {
    this.asked.push('is there');
    return false;
  }
  async whenBack() {
    this.asked.push('when back');
  }
}

test('a model of the user’s own server does not wait for the internet, and waits for that server until it answers', async () => {
  const server = new GoneServer();
  const looks = [true, false, false, true];
  const network = createModelNetwork({ clock, server, answers: async () => looks.shift() ?? null, list });
  expect(await network.isThere(signal, 'local-ollama:q')).toBe(true);
  await network.whenBack(signal, 'local-ollama:q');
  expect(looks).toEqual([]);
  expect(server.asked).toEqual([]);
});

test('every other model waits for the app’s server, also one whose endpoint was removed meanwhile', async () => {
  const server = new GoneServer();
  const network = createModelNetwork({ clock, server, answers: async () => null, list });
  expect(await network.isThere(signal, 'openai:a')).toBe(false);
  await network.whenBack(signal, 'openai:a');
  expect(server.asked).toEqual(['is there', 'when back']);
});

test('whoever stops waits no longer', async () => {
  const stop = new AbortController();
  const network = createModelNetwork({
    clock: { ...clock, sleep: async () => stop.abort() },
    server: new GoneServer(),
    answers: async () => false,
    list,
  });
  await network.whenBack(stop.signal, 'local-ollama:q');
  expect(stop.signal.aborted).toBe(true);
});

test('where the server was away from the beginning, its models are listed before one of them is asked, and Stop ends that too', async () => {
  let tell: () => void = () => undefined;
  const isListed = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const server: ServerNetwork = { isThere: async () => true, whenBack: async () => undefined };
  const network = createModelNetwork({ clock, server, answers: async () => null, list: { isAwaited: () => true, listed: () => isListed } });
  expect(await network.isThere(signal, '')).toBe(false);
  let isBack = false;
  const back = network.whenBack(signal, '').then(() => {
    isBack = true;
  });
  const stop = new AbortController();
  const stopped = network.whenBack(stop.signal, '');
  stop.abort();
  await stopped;
  expect(isBack).toBe(false);
  tell();
  await back;
});
