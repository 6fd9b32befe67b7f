// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageToWorker } from '../request-messages.ts';
import { reportActivity } from './report-activity.ts';

/** The page, whose logs are tested. */
const page = { console: globalThis.console };
const own = { ...page.console };
const silent = Object.fromEntries(
  ['log', 'info', 'warn', 'debug', 'dir', 'dirxml', 'table', 'trace', 'group', 'groupCollapsed', 'assert'].map((name) => [name, () => {}]),
);
const { fetch } = window;
const { open, send } = XMLHttpRequest.prototype;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(console, own);
  Object.assign(window, { fetch });
  Object.assign(XMLHttpRequest.prototype, { open, send });
  Reflect.deleteProperty(window, 'navigation');
});

/** The frame's own history, as in Chromium. */
class FrameHistory extends EventTarget {
  canGoBack = false;
  canGoForward = false;
  moves: string[] = [];
  back() {
    return this.#move('back');
  }
  forward() {
    return this.#move('forward');
  }
  arrive() {
    this.canGoBack = true;
    this.dispatchEvent(new Event('currententrychange'));
  }
  #move(direction: string) {
    this.moves.push(direction);
    const nowhere = Promise.reject(new Error('no such page'));
    return { committed: nowhere, finished: nowhere };
  }
}

function setUp() {
  const history = new FrameHistory();
  Object.assign(window, { navigation: history });
  Object.assign(console, silent);
  const sent: unknown[] = [];
  let time = 0;
  const post = (message: PageToWorker) => void sent.push(message.type === 'preview-message' ? message.message : message);
  const reporter = reportActivity({
    page: window,
    now: () => time,
    post,
    sendWithPlaces: (message) => post({ type: 'preview-message', message }),
  });
  return {
    history,
    reporter,
    sent,
    wait(milliseconds: number) {
      time += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    },
  };
}

test('whatever a console shows is passed on: tables, groups, traces, and assertions that do not hold', () => {
  const { reporter, sent } = setUp();
  reporter.watch();
  sent.length = 0;
  page.console.debug('found', 2);
  page.console.table([{ a: 1 }], ['a']);
  page.console.dir({ b: 2 }, { depth: 0 });
  page.console.group('Loading');
  page.console.groupCollapsed();
  page.console.trace('here');
  page.console.assert(true, 'never');
  page.console.assert(false, 'sum', 3);
  expect(sent).toMatchObject([
    { level: 'log', message: 'found 2' },
    { level: 'log', message: '[{a: 1}]' },
    { level: 'log', message: '{b: 2}' },
    { level: 'log', message: 'Loading' },
    { level: 'log', message: 'Trace: here' },
    { level: 'warn', message: 'Assertion failed: sum 3' },
  ]);
});

test('a page that nobody watches sends nothing; who comes to watch gets its place and what it has logged', () => {
  const { reporter, sent, history } = setUp();
  page.console.log('early', 1);
  history.arrive();
  expect(sent).toEqual([]);
  reporter.watch();
  page.console.warn('late');
  expect(sent).toMatchObject([
    { type: 'PREVIEW_PLACE', canGoBack: true, canGoForward: false },
    { type: 'PREVIEW_CONSOLE_LOG', level: 'log', message: 'early 1' },
    { type: 'PREVIEW_CONSOLE_LOG', level: 'warn', message: 'late' },
  ]);
});

test('a page that logs in a loop sends twenty lines a second, and one that changes its place in a loop five places', () => {
  const { reporter, sent, history, wait } = setUp();
  reporter.watch();
  sent.length = 0;
  for (let count = 0; count < 1_000; count += 1) page.console.info(count);
  expect(sent).toHaveLength(20);
  sent.length = 0;
  for (let count = 0; count < 1_000; count += 1) {
    history.arrive();
    wait(1);
  }
  expect(sent).toHaveLength(5);
});

test('requests that fail share the room of logs, and are kept for who comes to watch', () => {
  const { reporter, sent } = setUp();
  const image = document.createElement('img');
  // Set without loading, because only its event matters.
  Object.defineProperty(image, 'src', { value: '/missing.png' });
  document.body.append(image);
  image.dispatchEvent(new Event('error'));
  expect(sent).toEqual([]);
  reporter.watch();
  expect(sent).toMatchObject([{ type: 'PREVIEW_PLACE' }, { type: 'PREVIEW_REQUEST_FAILED', method: 'GET', initiator: 'img' }]);
  sent.length = 0;
  for (let count = 0; count < 1_000; count += 1) {
    image.dispatchEvent(new Event('error'));
    page.console.log(count);
  }
  expect(sent).toHaveLength(19);
  image.remove();
});

test('it goes back and forward in its own history, and nowhere does no harm', async () => {
  const { reporter, history } = setUp();
  reporter.move('back');
  reporter.move('forward');
  await Promise.resolve();
  expect(history.moves).toEqual(['back', 'forward']);
});
