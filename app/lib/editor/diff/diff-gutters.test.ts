// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { createDiffView, type DiffView } from '../create-diff-view.ts';

let view: DiffView | null = null;
afterEach(() => {
  view?.destroy();
  document.body.replaceChildren();
});

/** Returns the texts in a gutter of the view, line by line; the first, hidden element only sets the gutter's width. */
function gutterTexts(before: string, after: string, gutter: string): string[] {
  const host = document.body.appendChild(document.createElement('div'));
  view = createDiffView(host, { path: 'a.txt', before, after });
  return [...host.querySelectorAll(`${gutter} .cm-gutterElement`)]
    .filter((element) => !(element instanceof HTMLElement && element.style.visibility === 'hidden'))
    .map(({ textContent }) => textContent ?? '');
}

test('a line of a file that was not there has no number from before, the empty one at its end included', () => {
  expect(gutterTexts('', 'one\ntwo\n', '.cm-oldNumbers').join('')).toBe('');
});

test('lines that stay have the number that they had before, and added ones have none', () => {
  expect(gutterTexts('one\ntwo\n', 'zero\none\ntwo\n', '.cm-oldNumbers').filter((text) => text !== '')).toEqual(['1', '2', '3']);
  expect(gutterTexts('one\ntwo\n', 'zero\none\ntwo\n', '.cm-signs').filter((text) => text !== '')).toEqual(['+']);
});
