// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import { createSettingsTransfer } from '../../lib/settings/settings-transfer.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { SettingsTransfer } from './settings-transfer.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
});

function show() {
  render(
    <ReadyWorkbench actions={fakeActions(createSettingsTransfer())}>
      <SettingsTransfer />
    </ReadyWorkbench>,
  );
  const input = screen.getByLabelText('Settings file') as HTMLInputElement;
  return (text: string) => fireEvent.change(input, { target: { files: [new File([text], 'settings.toml')] } });
}

test('what a file would change is shown, and holds when it was agreed to', async () => {
  const choose = show();
  choose('theme = "dark"\n[agent]\nmaxIterations = 30\n');
  const changes = within(await screen.findByRole('list', { name: 'Changes' }));
  expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'agent.maxIterations: 25 → 30',
    'theme: system → dark',
  ]);
  expect($settings.get()).toEqual(DEFAULT_APP_SETTINGS);
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect($settings.get()).toMatchObject({ theme: 'dark', agent: { maxIterations: 30 } });
  expect(screen.getByText('The settings have been applied.')).toBeTruthy();
});

test('a bad file changes nothing and says where it is bad', async () => {
  const choose = show();
  choose('theme = "dark"\nplanMode = maybe\n');
  expect((await screen.findByText(/^Line 2: /)).textContent).toContain('Line 2');
  expect($settings.get()).toEqual(DEFAULT_APP_SETTINGS);
});

test('it can be called off, and a file without news says so', async () => {
  const choose = show();
  choose('theme = "dark"');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('list', { name: 'Changes' })).toBeNull();
  choose('theme = "system"');
  expect(await screen.findByText('The file matches the current settings.')).toBeTruthy();
  expect($settings.get()).toEqual(DEFAULT_APP_SETTINGS);
});
