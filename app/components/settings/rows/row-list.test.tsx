// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $place } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import type { RowEntry } from './row-entry.ts';
import { RowList } from './row-list.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $place.set(null);
});

function show(...rows: RowEntry[]) {
  const actions = fakeActions({
    updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
    updateAgentSettings: (patch) => $settings.setKey('agent', { ...$settings.get().agent, ...patch }),
  });
  render(
    <ReadyWorkbench actions={actions}>
      <RowList rows={rows} />
    </ReadyWorkbench>,
  );
  return actions;
}

const PLACE = { machineId: 'a'.repeat(16), user: 'ada', host: 'server', home: '/home/ada', folder: '/home/ada/app' };
const title = () => 'Name';
const text = () => 'What it does';

test('a text is kept when the field is left, and described by its words', () => {
  show({ setting: 'searchEndpoint', title, text });
  const field = screen.getByRole('textbox', { name: 'Name', description: 'What it does' });
  fireEvent.change(field, { target: { value: ' https://a.example/?q=%s ' } });
  expect($settings.get().searchEndpoint).toBe('');
  fireEvent.blur(field);
  expect($settings.get().searchEndpoint).toBe('https://a.example/?q=%s');
});

test.each(['the page is left', 'its dialog is closed'])('what is typed is kept when %s', (how) => {
  show({ setting: 'searchEndpoint', title, text }, { setting: 'agent.maxIterations', title: () => 'Steps', text });
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'https://a.example/?q=%s' } });
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Steps' }), { target: { value: '7' } });
  expect($settings.get().agent.maxIterations).toBe(DEFAULT_APP_SETTINGS.agent.maxIterations);
  if (how === 'the page is left') fireEvent(window, new Event('pagehide'));
  else cleanup();
  expect($settings.get().searchEndpoint).toBe('https://a.example/?q=%s');
  expect($settings.get().agent.maxIterations).toBe(7);
});

test('a setting of a group changes alone', () => {
  const actions = show(
    { setting: 'agent.enabled', title: () => 'Agent', text },
    { setting: 'attention.sound', title: () => 'Sound', text },
  );
  fireEvent.click(screen.getByRole('switch', { name: 'Agent' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Sound' }));
  expect(actions.calls).toEqual([
    { name: 'updateAgentSettings', arguments: [{ enabled: false }] },
    { name: 'updateSettings', arguments: [{ attention: { ...DEFAULT_APP_SETTINGS.attention, sound: true } }] },
  ]);
});

test('a setting of real machines is the one of the open chat’s machine, and others keep theirs', () => {
  const row = {
    setting: 'machine.autoApproveCommands',
    title,
    text,
    isShown: (_settings: unknown, place: unknown) => place !== null,
  } as const;
  const other = { m2: { autoApproveCommands: true } };
  $settings.setKey('machines', { ...other, [PLACE.machineId]: { maxIterations: 5 } });
  const actions = show(row);
  expect(screen.queryByRole('switch')).toBeNull();
  act(() => $place.set(PLACE));
  const control = screen.getByRole('switch', { name: 'Name' });
  expect(control.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(control);
  const machines = { ...other, [PLACE.machineId]: { maxIterations: 5, autoApproveCommands: true } };
  expect(actions.calls).toEqual([{ name: 'updateSettings', arguments: [{ machines }] }]);
  expect(screen.getByRole('switch', { name: 'Name' }).getAttribute('aria-checked')).toBe('true');
});

test('a row is shown only while what it goes with is on', () => {
  const choices = {
    system: { title: () => 'System', text },
    dark: { title: () => 'Dark', text },
    light: { title: () => 'Light', text },
    hc: { title: () => 'Contrast', text },
  };
  show({ setting: 'theme', title, choices }, { setting: 'planMode', title: () => 'Plan', text, isShown: ({ theme }) => theme === 'dark' });
  expect(screen.queryByRole('switch', { name: 'Plan' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: /Dark/ }));
  expect(screen.getByRole('switch', { name: 'Plan' })).toBeTruthy();
});
