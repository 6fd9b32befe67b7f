// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function setUp({ hasMouse = true, hasField = true } = {}) {
  const field = document.body.appendChild(document.createElement('textarea'));
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.tabIndex = 0;
  let time = 0;
  let told = 0;
  stop = keepFocus({
    page: document,
    frame,
    now: () => time,
    defer: (work) => work(),
    hasMouse: () => hasMouse,
    onTheft: () => {
      told += 1;
    },
  });
  if (hasField) field.focus();
  return {
    field,
    frame,
    told: () => told,
    wait(milliseconds: number) {
      time += milliseconds;
    },
    press: (key: string) => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    take() {
      frame.focus();
      window.dispatchEvent(new Event('blur'));
    },
  };
}

test('while the user types, the focus goes back, and a page that takes it three times is reported once', () => {
  const { field, told, press, take } = setUp();
  for (const thefts of [1, 2, 3, 4]) {
    press('a');
    take();
    expect(document.activeElement).toBe(field);
    expect(told()).toBe(thefts < 3 ? 0 : 1);
  }
});

test('the focus goes back to a field that had it before the page came, too', () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  const { frame } = setUp({ hasField: false });
  frame.focus();
  window.dispatchEvent(new Event('blur'));
  expect(document.activeElement).toBe(field);
});

test('the focus goes back from a page that waits until the user pauses, in the field that they came to last', () => {
  const { field, told, wait, take } = setUp();
  for (const pause of [5_000, 8_000, 20_000, 60_000]) {
    wait(pause);
    take();
    expect(document.activeElement).toBe(field);
  }
  // Loaded again now and then, a page may focus a field of its own: it is not stopped for that.
  expect(told()).toBe(0);
  for (let theft = 0; theft < 3; theft += 1) take();
  expect(told()).toBe(1);
});

test('a page may have the focus when the user was in no field, after Tab, and when the pointer has come into it', () => {
  const { frame, field, told, press, take, wait } = setUp();
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  take();
  expect(document.activeElement).toBe(frame);
  field.focus();
  take();
  expect(document.activeElement).toBe(field);
  press('Tab');
  take();
  expect(document.activeElement).toBe(frame);
  field.focus();
  press('a');
  frame.dispatchEvent(new MouseEvent('mouseenter'));
  take();
  expect(document.activeElement).toBe(frame);
  // Back in the field by a shortcut, with the pointer left in the page: a click there says nothing to this document.
  field.focus();
  press('a');
  wait(1_500);
  take();
  expect(document.activeElement).toBe(frame);
  expect(told()).toBe(0);
});

test('without a mouse, a page has the focus of who has paused: a finger in it says nothing to this document', () => {
  const { frame, field, press, take, wait } = setUp({ hasMouse: false });
  press('a');
  take();
  expect(document.activeElement).toBe(field);
  wait(1_500);
  take();
  expect(document.activeElement).toBe(frame);
});
