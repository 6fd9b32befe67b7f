// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { replaceDialogs } from './replace-dialogs.ts';

beforeEach(() => document.querySelector('devonz-dialog')?.remove());

/** A page whose own dialogs must not be called. */
function pageIn(top: 'a frame' | 'a tab') {
  const native = () => expect.unreachable('the browser’s own dialog');
  const page = { document, alert: native, confirm: native, prompt: native, print: native, top: {} };
  if (top === 'a tab') page.top = page;
  // Only the replaced functions, and where dialogs are shown, are used of a window.
  return page as unknown as Window & typeof globalThis;
}

const cards = () => [...document.querySelectorAll('devonz-dialog')].map((host) => host.shadowRoot?.firstElementChild as HTMLElement);

test('dialogs of a page in a frame are one card with the newest words, and no answer is waited for', () => {
  const page = pageIn('a frame');
  replaceDialogs(page);
  for (let index = 0; index < 30; index += 1) page.alert(`number ${index}`);
  expect(page.confirm('Delete?')).toBe(false);
  expect(page.prompt('Name?', 'x')).toBeNull();
  expect(cards()).toHaveLength(1);
  expect(cards()[0]?.textContent).toContain('This page asks (and 31 more before it)Name?');
  cards()[0]?.querySelector('button')?.click();
  expect(cards()).toEqual([]);
  page.alert('x'.repeat(10_000));
  expect(cards()[0]?.textContent?.length).toBeLessThan(2_100);
  expect(cards()[0]?.textContent).not.toContain('before it');
});

test('a page in a tab of its own keeps the browser’s dialogs', () => {
  const page = pageIn('a tab');
  const { alert } = page;
  replaceDialogs(page);
  expect(page.alert).toBe(alert);
});
