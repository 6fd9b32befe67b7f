import { expect, test } from 'vitest';
import { guardHiddenFrame } from './guard-hidden-frame.ts';

/** A page in which a hidden frame is guarded, with another listener, and time that the test advances. */
function guardedPage() {
  const page = new EventTarget();
  const app = { parent: null as unknown };
  app.parent = app;
  const own = { parent: app };
  const heard: unknown[] = [];
  let time = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  const clock = {
    now: () => time,
    sleep: (ms: number) => new Promise<void>((wake) => sleepers.push({ at: time + ms, wake })),
  };
  const frame = {
    contentWindow: own as unknown as Window | null, // Only `parent` is read.
    remove() {
      frame.contentWindow = null;
    },
  };
  const guard = guardHiddenFrame({ page: page as Window, frame, clock }); // Only its listeners are used.
  // After the guard, because Node calls listeners that capture in their turn; browsers call them first.
  page.addEventListener('message', (event) => heard.push((event as MessageEvent).data)); // Only messages are dispatched here.
  return {
    ...{ guard, frame, heard, own },
    shown: { parent: app },
    post(data: unknown, source: unknown) {
      page.dispatchEvent(Object.assign(new Event('message'), { data, source }));
    },
    /** Resolves when the guard is waiting for further messages. */
    async waiting() {
      for (let turns = 0; sleepers.length === 0 && turns < 100; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    pass(ms: number) {
      time += ms;
      for (const sleeper of sleepers.splice(0)) sleeper.at <= time ? sleeper.wake() : sleepers.push(sleeper);
    },
  };
}

test('messages of a hidden frame, and of frames in it, reach no other listener, and those of other pages do', async () => {
  const { guard, heard, own, post, shown } = guardedPage();
  post('hidden', own);
  post('in it', { parent: own });
  post('of a frame that is gone', null);
  post('shown', shown);
  await guard.end();
  post('afterwards', null);
  expect(heard).toEqual(['shown', 'afterwards']);
  expect(guard.flood.aborted).toBe(false);
});

test('a frame that floods the page is removed, and its late messages reach no other listener until they have ended', async () => {
  const { guard, frame, heard, own, pass, post, shown, waiting } = guardedPage();
  for (let index = 0; index < 60; index += 1) post(index, index % 2 === 0 ? own : { parent: own });
  expect(guard.flood.aborted).toBe(true);
  expect(frame.contentWindow).toBeNull();
  const ended = guard.end();
  for (let turn = 0; turn < 4; turn += 1) {
    await waiting();
    for (let index = 0; index < 300; index += 1) post('late', null);
    post(turn, shown);
    pass(2_000);
  }
  await waiting();
  pass(2_000);
  await ended;
  post('of another frame that is gone', null);
  expect(heard).toEqual([0, 1, 2, 3, 'of another frame that is gone']);
});

test('a page that posts without a source for ever is heard again after half a minute', async () => {
  const { guard, heard, own, pass, post, waiting } = guardedPage();
  for (let index = 0; index < 60; index += 1) post(index, own);
  const ended = guard.end();
  for (let seconds = 0; seconds < 30; seconds += 2) {
    await waiting();
    post('late', null);
    pass(2_000);
  }
  await ended;
  post('still', null);
  expect(heard).toEqual(['still']);
});
