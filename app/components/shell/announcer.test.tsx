// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $announcement } from '../../lib/stores/workbench.ts';
import { showChat, succeeded } from '../testing/chat-fixtures.ts';
import { Announcer } from './announcer.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $announcement.set('');
});

const diff = { added: 3, removed: 1, hunks: [] };

it('a change of a file is read out with its lines, and then the state of the agent again', () => {
  const { container } = render(<Announcer />);
  const said = () => container.querySelector('[aria-live="polite"]')?.textContent;
  const changed = succeeded('a', 'devonz_edit_file', {}, {}, { type: 'file-modified', path: 'src/app.ts', diff });
  act(() => showChat([changed], { status: 'executing' }));
  expect(said()).toBe('Changed src/app.ts: 3 lines added, 1 line removed');
  act(() => showChat([changed], { status: 'waiting_for_approval' }));
  expect(said()).toBe('Awaiting approval');
  act(() => $announcement.set('Saved.'));
  expect(said()).toBe('Saved.');
  expect(screen.queryAllByRole('status')).toEqual([]);
});
