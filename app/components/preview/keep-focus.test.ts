// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function setUp({ hasField = true } = {}) {
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

test('the focus goes back to a field that had it before the page came, once the user comes to it again', () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  const { frame } = setUp({ hasField: false });
  field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  frame.focus();
  window.dispatchEvent(new Event('blur'));
  expect(document.activeElement).toBe(field);
});

test('a page that focuses a field of its own now and then is not stopped for it', () => {
  const { field, told, press, take, wait } = setUp();
  for (let turn = 0; turn < 5; turn += 1) {
    wait(5_000);
    press('a');
    take();
    expect(document.activeElement).toBe(field);
  }
  expect(told()).toBe(0);
});

test('a page may have the focus when the user was in no field or has paused, after Tab, and when the pointer has come into it', () => {
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
  // Neither a click in the page nor a screen reader's cursor causes an event in this document.
  field.focus();
  press('a');
  wait(2_500);
  take();
  expect(document.activeElement).toBe(frame);
  expect(told()).toBe(0);
});
