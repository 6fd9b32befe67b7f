// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ShortcutSettings } from './shortcut-settings.tsx';

afterEach(cleanup);

const rows = () => screen.queryAllByRole('listitem').map((row) => row.firstChild?.textContent);
const search = (value: string) => fireEvent.change(screen.getByRole('searchbox', { name: 'Search shortcuts' }), { target: { value } });

test('shortcuts are found by what they do and by their keys, in any order', () => {
  render(<ShortcutSettings />);
  const all = rows().length;
  search('new chat');
  expect(rows()).toEqual(['New chat']);
  search('shift+ctrl');
  expect(rows()).toEqual(['Find and replace in all files', 'Go to a symbol in the open file']);
  search('');
  expect(rows()).toHaveLength(all);
});

test('where none fits, it says so', () => {
  render(<ShortcutSettings />);
  search('zebra');
  expect(rows()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('No shortcut is called “zebra”.');
});
