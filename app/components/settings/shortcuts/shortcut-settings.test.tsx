// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { ShortcutSettings } from './shortcut-settings.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
});

function show() {
  const actions = fakeActions({ updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <ShortcutSettings />
    </ReadyWorkbench>,
  );
}

const rows = () => screen.queryAllByRole('listitem').map((row) => row.firstChild?.textContent);
const search = (value: string) => fireEvent.change(screen.getByRole('searchbox', { name: 'Search shortcuts' }), { target: { value } });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const said = () => screen.getByRole('status').textContent;
const PALETTE = 'Search or run a command';
const QUICK_OPEN = 'Open a file by its name';

/** Starts changing the keys of a command and presses the new ones. */
function press(text: string, keys: KeyboardEventInit) {
  const begin = screen.queryByRole('button', { name: `Change keys of “${text}”` });
  if (begin !== null) fireEvent.click(begin);
  const recorder = button(/^Press the new keys of/);
  expect(document.activeElement).toBe(recorder);
  fireEvent.keyDown(recorder, keys);
}

test('shortcuts are found by what they do and by their keys, in any order', () => {
  show();
  const all = rows().length;
  search('new chat');
  expect(rows()).toEqual(['New chat']);
  search('shift+ctrl');
  expect(rows()).toEqual(['Find and replace in all files', 'Go to a symbol in the open file', 'Show the parameters at the caret']);
  search('');
  expect(rows()).toHaveLength(all);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only those with keys' }));
  expect(rows().length).toBeLessThan(all / 2);
});

test('where none fits, it says so', () => {
  show();
  search('zebra');
  expect(rows()).toEqual([]);
  expect(said()).toBe('No shortcut is called “zebra”.');
});

test('the next keys that are pressed are a command’s; what was bound is said, kept, and reset again', () => {
  show();
  press(PALETTE, { key: 'Shift', code: 'ShiftLeft', ctrlKey: true, shiftKey: true });
  press(PALETTE, { key: 'J', code: 'KeyJ', ctrlKey: true, shiftKey: true });
  expect(said()).toBe(`Ctrl+Shift+J is now “${PALETTE}”.`);
  expect($settings.get().shortcuts).toEqual({ palette: 'Ctrl+Shift+J' });
  expect(document.activeElement).toBe(button(`Change keys of “${PALETTE}”`));
  fireEvent.click(button(`Reset keys of “${PALETTE}”`));
  expect($settings.get().shortcuts).toEqual({});
});

test('keys that another command has are taken only when that is confirmed', () => {
  show();
  press(PALETTE, { key: 'p', code: 'KeyP', ctrlKey: true });
  expect(said()).toBe(`Ctrl+P is “${QUICK_OPEN}”: take it from there?`);
  expect(document.activeElement).toBe(button('Take Ctrl+P'));
  fireEvent.click(button('Leave it'));
  expect($settings.get().shortcuts).toEqual({});
  press(PALETTE, { key: 'p', code: 'KeyP', ctrlKey: true });
  fireEvent.click(button('Take Ctrl+P'));
  expect($settings.get().shortcuts).toEqual({ palette: 'Ctrl+P', 'quick-open': '' });
  expect(said()).toBe(`Ctrl+P is now “${PALETTE}”; “${QUICK_OPEN}” has no keys any more.`);
  // By now, its default keys belong to another command.
  fireEvent.click(button(`Reset keys of “${QUICK_OPEN}”`));
  expect(said()).toBe(`Ctrl+P is “${PALETTE}”: take it from there?`);
  fireEvent.click(button('Reset all'));
  expect($settings.get().shortcuts).toEqual({});
});

test('keys that type, edit or are the browser’s are refused with the reason, and the next are waited for', () => {
  show();
  press(PALETTE, { key: 'w', code: 'KeyW', ctrlKey: true });
  expect(said()).toMatch(/^Ctrl\+W is the browser’s/);
  press(PALETTE, { key: 'k', code: 'KeyK' });
  expect(said()).toMatch(/^K types/);
  press(PALETTE, { key: 'c', code: 'KeyC', ctrlKey: true });
  expect(said()).toMatch(/^Ctrl\+C edits text/);
  press(PALETTE, { key: 'MediaPlayPause', code: '', ctrlKey: true });
  expect(said()).toMatch(/^This key cannot be kept/);
  expect($settings.get().shortcuts).toEqual({});
});

test('Escape leaves the keys as they are, Backspace takes them away', () => {
  show();
  press(PALETTE, { key: 'Escape', code: 'Escape' });
  expect([said(), $settings.get().shortcuts]).toEqual([`The keys of “${PALETTE}” stay as they are.`, {}]);
  press(PALETTE, { key: 'Backspace', code: 'Backspace' });
  expect([said(), $settings.get().shortcuts]).toEqual([`“${PALETTE}” has no keys any more.`, { palette: '' }]);
  const row = screen.getAllByRole('listitem').find((each) => each.firstChild?.textContent === PALETTE);
  expect(row && within(row).getByText('No keys')).toBeTruthy();
});
