import type { OfflineState } from 'devonz-engine-protocol/offline/offline-messages';
import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../agent/testing/test-session.ts';
import { createNoticeService } from '../notices/notice-service.ts';
import { $offlineCopy } from '../stores/offline/offline-copy.ts';
import { $notices } from '../stores/workbench.ts';
import { createOfflineService, type OfflinePorts } from './offline-service.ts';

afterEach(() => {
  $offlineCopy.set({ status: 'none', why: 'soon' });
  $notices.set([]);
});

const READY: Extract<OfflineState, { status: 'ready' }> = { status: 'ready', version: 'v1', bytes: 15, waiting: null };
const NONE: OfflineState = { status: 'none' };

/** One origin's copy: its initial state, and the state after keeping it. */
function copyOf(before: OfflineState, kept: OfflineState) {
  const calls: string[] = [];
  let now = before;
  return {
    calls,
    look: async () => now,
    async keep() {
      calls.push('keep');
      now = kept;
      return kept;
    },
    async remove() {
      calls.push('remove');
      now = NONE;
    },
    async activate() {
      calls.push('activate');
    },
  };
}

function start(options: Partial<OfflinePorts> & { app?: ReturnType<typeof copyOf>; engine?: ReturnType<typeof copyOf> } = {}) {
  const clock = new TestClock();
  const app = options.app ?? copyOf(NONE, READY);
  const engine = options.engine ?? copyOf(NONE, { ...READY, bytes: 7 });
  const done: string[] = [];
  let isRemoved = false;
  const setRemoved = (removed: boolean) => {
    isRemoved = removed;
  };
  const service = createOfflineService({
    copies: { app, engine },
    version: 'v1',
    savesData: () => false,
    estimate: async () => ({ usage: 0, quota: 1_000_000_000 }),
    choice: { isRemoved: () => isRemoved, setRemoved },
    server: { isThere: async () => true, whenBack: async () => undefined },
    idle: async () => undefined,
    clock,
    notices: createNoticeService(),
    isRunning: () => false,
    reload: () => void done.push('reload'),
    onSeen: () => undefined,
    askAhead: async () => void done.push('asked ahead'),
    ...options,
  });
  service.start();
  const begin = () => clock.pass(12_000);
  return { service, app, engine, done, begin };
}

test('nothing is loaded while the page starts; then the engine and the app are kept, in this order of readiness', async () => {
  const { app, engine, done, begin } = start();
  expect([app.calls, engine.calls, $offlineCopy.get()]).toEqual([[], [], { status: 'none', why: 'soon' }]);
  begin();
  await expect.poll(() => $offlineCopy.get()).toEqual({ status: 'ready', bytes: 22, hasNewer: false });
  await expect.poll(() => done).toEqual(['asked ahead']);
  expect([engine.calls, app.calls]).toEqual([['keep'], ['keep']]);
});

test.each([
  ['data-saver', { savesData: () => true }],
  ['no-room', { estimate: async () => ({ usage: 990_000_000, quota: 1_000_000_000 }) }],
] as const)('%s: none is made by itself', async (why, ports) => {
  const { app, begin } = start(ports);
  begin();
  await expect.poll(() => $offlineCopy.get()).toEqual({ status: 'none', why });
  expect(app.calls).toEqual([]);
});

test('who saves data gets a copy by asking for it', async () => {
  const { service } = start({ savesData: () => true });
  await service.keepOfflineCopy();
  expect($offlineCopy.get()).toMatchObject({ status: 'ready' });
});

test('opened without the server it says what it has, and looks again when the server is back', async () => {
  let comeBack: () => void = () => undefined;
  let isBack = false;
  const back = new Promise<void>((resolve) => {
    comeBack = resolve;
  });
  const app = copyOf(READY, READY);
  const { begin } = start({ app, server: { isThere: async () => isBack, whenBack: () => back } });
  begin();
  await expect.poll(() => $offlineCopy.get()).toEqual({ status: 'ready', bytes: 15, hasNewer: false });
  expect(app.calls).toEqual([]);
  isBack = true;
  comeBack();
  await expect.poll(() => app.calls).toEqual(['keep']);
});

test('an app whose engine was not kept is not renewed, and the reason is said', async () => {
  const { app, begin } = start({ engine: copyOf(NONE, { status: 'failed', reason: 'not-whole' }) });
  begin();
  await expect.poll(() => $offlineCopy.get()).toEqual({ status: 'failed', reason: 'not-whole' });
  expect(app.calls).toEqual([]);
});

test('what is kept stays said when a newer one cannot be made', async () => {
  const { begin } = start({ app: copyOf(READY, READY), engine: copyOf(READY, { status: 'failed', reason: 'no-room' }) });
  begin();
  await expect.poll(() => $offlineCopy.get()).toEqual({ status: 'ready', bytes: 30, hasNewer: false });
});

test('a newer version is offered once, never taken by itself', async () => {
  const app = copyOf(READY, { ...READY, waiting: 'v2' });
  const { service, done, begin } = start({ app });
  begin();
  await expect.poll(() => $notices.get().map(({ message }) => message)).toEqual(['A new version is ready.']);
  await service.keepOfflineCopy();
  expect($notices.get()).toHaveLength(1);
  expect($offlineCopy.get()).toMatchObject({ hasNewer: true });
  expect(done).not.toContain('reload');
  $notices.get()[0]?.action?.run();
  await expect.poll(() => done).toContain('reload');
  expect(app.calls).toContain('activate');
});

test('while a run is at work, a reload asks first', async () => {
  const { service, done } = start({ isRunning: () => true });
  await service.reloadToNewer();
  expect(done).toEqual([]);
  const [question] = $notices.get();
  expect(question?.message).toMatch(/run is at work/);
  question?.action?.run();
  await expect.poll(() => done).toEqual(['reload']);
});

test('a removed copy stays removed', async () => {
  const { service, app, engine, begin } = start({ app: copyOf(READY, READY) });
  await service.removeOfflineCopy();
  expect([app.calls, engine.calls]).toEqual([['remove'], ['remove']]);
  begin();
  await expect.poll(() => $offlineCopy.get()).toEqual({ status: 'none', why: 'removed' });
  expect(app.calls).toEqual(['remove']);
});

test('a browser without service workers says so', () => {
  start({ copies: null });
  expect($offlineCopy.get()).toEqual({ status: 'impossible' });
});
