// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useNoDrop } from './use-no-drop.ts';

afterEach(cleanup);

function Page() {
  useNoDrop();
  return <textarea />;
}

/** Whether the browser would be left to do what it does by itself: open the file. */
function isLeftToBrowser(type: string, brings: readonly string[]): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: brings, dropEffect: 'copy' } });
  return document.body.dispatchEvent(event);
}

test('a file or a link dropped on the page does not open in its place, text goes where it is dropped', () => {
  render(<Page />);
  for (const type of ['dragover', 'drop']) {
    expect(isLeftToBrowser(type, ['Files'])).toBe(false);
    expect(isLeftToBrowser(type, ['text/uri-list', 'text/plain'])).toBe(false);
    expect(isLeftToBrowser(type, ['text/plain'])).toBe(true);
  }
});

test('nothing is left behind on the page', () => {
  render(<Page />).unmount();
  expect(isLeftToBrowser('drop', ['Files'])).toBe(true);
});
