// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $narrowPane, $workbenchTab } from '../../lib/stores/workbench.ts';
import { focusIn, hasButton, mayHaveButton, pressButton, pressButtonIn } from './press-button.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  $workbenchTab.set('code');
  $narrowPane.set('chat');
});

/** Adds a button of this command to a part of the page. */
function put(command: string, onClick: () => void, part: HTMLElement = document.body) {
  const button = part.appendChild(document.createElement('button'));
  button.dataset['command'] = command;
  button.addEventListener('click', onClick);
  return button;
}

test('a command presses the button that names it, and none that is disabled', () => {
  const onClick = vi.fn();
  const button = put('keep-all', onClick);
  pressButton('keep-all');
  expect([onClick.mock.calls.length, hasButton('keep-all')]).toEqual([1, true]);
  button.disabled = true;
  pressButton('keep-all');
  expect([onClick.mock.calls.length, hasButton('keep-all')]).toEqual([1, false]);
});

test('a button of a part that is not drawn yet may be there, and is pressed when it is', async () => {
  const panel = document.body.appendChild(document.createElement('div'));
  panel.id = 'panel-changes';
  expect(mayHaveButton('changes', 'keep-all')).toBe(true);
  const onClick = vi.fn();
  pressButtonIn('changes', 'keep-all');
  expect($workbenchTab.get()).toBe('changes');
  await vi.advanceTimersByTimeAsync(10);
  put('keep-all', onClick, panel);
  await vi.advanceTimersByTimeAsync(10);
  expect(onClick).toHaveBeenCalledOnce();
  expect(mayHaveButton('changes', 'revert-all')).toBe(false);
});

test('the focus that was to go to what is not here yet stays where the user has brought it meanwhile', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  focusIn('problems', '.late');
  await vi.advanceTimersByTimeAsync(10);
  field.focus();
  const late = document.body.appendChild(document.createElement('button'));
  late.className = 'late';
  await vi.advanceTimersByTimeAsync(10);
  expect(document.activeElement).toBe(field);
});
