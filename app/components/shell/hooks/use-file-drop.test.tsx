// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OverlayProvider, useOverlay } from '../../page/overlay-context.tsx';
import { useFileDrop } from './use-file-drop.ts';

afterEach(cleanup);

let shown = '';

function Page() {
  const isOver = useFileDrop();
  const { overlay } = useOverlay();
  shown = `${overlay.type}${isOver ? ', over' : ''}`;
  return <textarea />;
}

const show = () =>
  render(
    <OverlayProvider>
      <Page />
    </OverlayProvider>,
  );

/** Whether the browser's default action, opening the file, is left enabled. */
function isLeftToBrowser(type: string, brings: readonly string[], files: readonly File[] = []): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: brings, dropEffect: 'copy', files, items: [] } });
  let isLeft = true;
  act(() => {
    isLeft = document.body.dispatchEvent(event);
  });
  return isLeft;
}

test('a file or a link dropped on the page does not open in its place, text goes where it is dropped', () => {
  show();
  for (const type of ['dragover', 'drop']) {
    expect(isLeftToBrowser(type, ['text/uri-list', 'text/plain'])).toBe(false);
    expect(isLeftToBrowser(type, ['text/plain'])).toBe(true);
    expect(isLeftToBrowser(type, ['Files'])).toBe(false);
  }
});

test('what is dropped is brought in; while it is held over the page that is shown', () => {
  show();
  isLeftToBrowser('dragover', ['Files']);
  expect(shown).toBe('none, over');
  isLeftToBrowser('drop', ['Files'], [new File(['x'], 'a.txt')]);
  expect(shown).toBe('import');
  isLeftToBrowser('dragover', ['Files']);
  expect(shown).toBe('import');
});

test('nothing is left behind on the page', () => {
  show().unmount();
  expect(isLeftToBrowser('drop', ['Files'])).toBe(true);
});
