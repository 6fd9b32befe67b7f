import { expect, test } from 'vitest';
import { FLOOD_MESSAGES, watchForFloods } from './watch-for-floods.ts';

/** Sources of messages: the watched frame, and another one. */
const { port1: OWN, port2: ANOTHER } = new MessageChannel();

/** A page with frames, tasks and time controlled by the test. */
function fakePage() {
  const target = new EventTarget();
  let time = 0;
  let draw: () => void = () => {};
  let turn: (() => void) | null = null;
  let listeners = 0;
  let floods = 0;
  const stop = watchForFloods({
    page: {
      requestAnimationFrame: (callback) => {
        draw = () => callback(time);
        return 1;
      },
      cancelAnimationFrame: () => {
        draw = () => {};
      },
      addEventListener: (type: string, listener: EventListenerOrEventListenerObject) => {
        listeners += 1;
        target.addEventListener(type, listener);
      },
      removeEventListener: (type: string, listener: EventListenerOrEventListenerObject) => {
        listeners = 0;
        target.removeEventListener(type, listener);
      },
    },
    ping: (onTurn) => {
      turn = onTurn;
    },
    now: () => time,
    isOwn: (source) => source === OWN,
    onFlood: () => {
      floods += 1;
    },
  });
  return {
    stop,
    floods: () => floods,
    isListening: () => listeners > 0,
    /** Renders a frame after the given milliseconds; `isBusy` keeps the last task waiting. */
    frame(milliseconds: number, isBusy: boolean) {
      time += milliseconds;
      if (!isBusy) {
        turn?.();
        turn = null;
      }
      draw();
    },
    messages(count: number, source: MessageEventSource = OWN) {
      for (let index = 0; index < count; index += 1) target.dispatchEvent(Object.assign(new Event('message'), { source }));
    },
  };
}

test('a page that is not behind with its work listens to no message', () => {
  const page = fakePage();
  for (let index = 0; index < 100; index += 1) {
    page.frame(16, false);
    page.messages(FLOOD_MESSAGES);
    expect(page.isListening()).toBe(false);
  }
  expect(page.floods()).toBe(0);
});

test('messages that keep the page from its work are a flood, reported once', () => {
  const page = fakePage();
  page.frame(16, false);
  page.frame(16, true);
  page.frame(16, true);
  page.messages(FLOOD_MESSAGES * 3);
  expect(page.floods()).toBe(1);
  expect(page.isListening()).toBe(false);
});

test('a page that is behind for a reason of its own is no flood, and a few messages are none', () => {
  const page = fakePage();
  page.frame(16, false);
  page.frame(400, true);
  page.messages(FLOOD_MESSAGES - 1);
  for (let index = 0; index < 40; index += 1) page.frame(16, false);
  expect(page.isListening()).toBe(false);
  page.messages(FLOOD_MESSAGES);
  expect(page.floods()).toBe(0);
});

test('messages of another frame are no flood of this one', () => {
  const page = fakePage();
  page.frame(16, false);
  page.frame(16, true);
  page.frame(16, true);
  page.messages(FLOOD_MESSAGES * 3, ANOTHER);
  expect(page.floods()).toBe(0);
  page.messages(FLOOD_MESSAGES);
  expect(page.floods()).toBe(1);
});

test('it ends with the preview', () => {
  const page = fakePage();
  page.frame(16, false);
  page.frame(100, true);
  page.stop();
  expect(page.isListening()).toBe(false);
});
