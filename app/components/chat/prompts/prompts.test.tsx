// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $projectPrompts } from '../../../lib/stores/project-config.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { OverlayProvider } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { messageAids } from '../message-box/deferred-aids.ts';
import { MessageBox } from '../message-box/message-box.tsx';

beforeAll(async () => void (await messageAids.load()));

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $projectPrompts.set({ prompts: [], problems: [] });
});

/** Dialogs are loaded on first use. */
const PATIENCE = { timeout: 10_000 };

function show() {
  const actions = fakeActions({ send: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <OverlayProvider>
        <MessageBox variant="session" />
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  return actions;
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const enter = () => act(async () => void fireEvent.keyDown(box(), { key: 'Enter' }));
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

const prompt = (name: string, text: string, args = '') => ({ name, path: `.devonz/prompts/${name}.md`, description: '', args, text });

it('a prompt of the user goes after what is in the box, with what it asks for', async () => {
  $settings.setKey('prompts', [{ name: 'Review', text: 'Review {{file}} in {{language=German}}.' }]);
  const actions = show();
  type('Please:');
  await press('Prompts');
  fireEvent.click(await screen.findByRole('button', { name: /^Review/ }, PATIENCE));
  fireEvent.change(await screen.findByRole('textbox', { name: 'file' }, PATIENCE), { target: { value: 'a.ts' } });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'language' }).value).toBe('German');
  await press('Put it into the message');
  expect(box().value).toBe('Please:\nReview a.ts in German.');
  expect(actions.calls).toEqual([]);
});

it('a prompt of the project is a command whose text is shown before anything is sent', async () => {
  $projectPrompts.set({ prompts: [prompt('review', 'Review $1.', '<path>')], problems: [] });
  const actions = show();
  type('/review src/a.ts');
  await enter();
  expect(box().value).toBe('Review src/a.ts.');
  expect(screen.getByText(/from \.devonz\/prompts\/review\.md of the project/)).toBeTruthy();
  expect(actions.calls).toEqual([]);
  type('Review src/a.ts. Now.');
  expect(screen.queryByText(/of the project/)).toBeNull();
  await enter();
  expect(actions.calls).toEqual([{ name: 'send', arguments: ['Review src/a.ts. Now.'] }]);
});

it('prompts of the project are in the menu of commands', () => {
  $projectPrompts.set({ prompts: [prompt('rework', 'Rework $ARGUMENTS', '<what>'), prompt('look', 'Look around.')], problems: [] });
  show();
  type('/rew');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['/rework <what>prompt of this project']);
});
