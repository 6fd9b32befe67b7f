// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { PromptSettings } from './prompt-settings.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
});

const REVIEW = { name: 'Review', text: 'Review {{file}}.' };
const TESTS = { name: 'Tests', text: 'Write tests.' };

function show(...prompts: { name: string; text: string }[]) {
  $settings.setKey('prompts', prompts);
  const actions = fakeActions({ updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <PromptSettings />
    </ReadyWorkbench>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const fill = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const kept = () => $settings.get().prompts;

it('keeps a new prompt, and changes one in its place', () => {
  show(REVIEW);
  press('Add a prompt');
  fill('Name', ' Tests ');
  fill('Text', TESTS.text);
  press('Save');
  expect(kept()).toEqual([REVIEW, TESTS]);
  press('Edit Review');
  fill('Name', 'Check');
  press('Save');
  expect(kept()).toEqual([{ ...REVIEW, name: 'Check' }, TESTS]);
});

it('keeps neither a name twice nor an empty text', () => {
  show(REVIEW);
  press('Add a prompt');
  fill('Name', 'Review');
  fill('Text', 'x');
  expect(screen.getByRole('alert').textContent).toBe('Another prompt has that name.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fill('Name', 'Other');
  fill('Text', ' ');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

it('deletes with an undo that puts it back where it was', () => {
  show(REVIEW, TESTS);
  press('Delete Review');
  expect(kept()).toEqual([TESTS]);
  press('Undo');
  expect(kept()).toEqual([REVIEW, TESTS]);
});

it('finds by name and by text', () => {
  show(REVIEW, TESTS);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'write' } });
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['TestsWrite tests.']);
});
