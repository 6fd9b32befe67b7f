// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/settings.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { $models } from '../../lib/stores/workbench.ts';
import type { WorkbenchActions } from '../../lib/workbench/workbench-actions.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { agentRows } from './rows/agent-rows.tsx';
import { modelRows } from './rows/model-rows.tsx';
import { RowList } from './rows/row-list.tsx';

beforeEach(() => {
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [{ id: 'local:phi', provider: 'local', name: 'phi' }], defaultModelId: 'local:phi', problems: [] });
});
afterEach(cleanup);

function show() {
  const updateSettings: WorkbenchActions['settings']['updateSettings'] = (patch) => $settings.set({ ...$settings.get(), ...patch });
  render(
    <ReadyWorkbench actions={fakeActions({ updateSettings, refreshConnections: async () => undefined })}>
      <RowList rows={agentRows} />
      <RowList rows={modelRows} />
    </ReadyWorkbench>,
  );
}

function type(name: string, value: string) {
  const field = screen.getByRole('textbox', { name });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

test('the preset for small models sends the last ten turns, and the number can be changed', () => {
  show();
  fireEvent.click(screen.getByRole('switch', { name: 'Send only the last turns' }));
  expect($settings.get().history.turns).toBe(10);
  fireEvent.click(screen.getByRole('button', { name: 'Less: Turns that are sent' }));
  expect($settings.get().history.turns).toBe(9);
  fireEvent.click(screen.getByRole('switch', { name: 'Send only the last turns' }));
  expect($settings.get().history.turns).toBeNull();
});

test('compaction can be switched off', () => {
  show();
  fireEvent.click(screen.getByRole('switch', { name: 'Compact automatically' }));
  expect($settings.get().history.autoCompact).toBe(false);
});

test('each mode has its temperature; what is out of 0 to 2 or no number is said and not kept', () => {
  show();
  type('Temperature of the agent', '0,5');
  expect($settings.get().temperature).toEqual({ agent: 0.5, chat: 0.7 });
  fireEvent.change(screen.getByRole('textbox', { name: 'Temperature of the chat' }), { target: { value: '3' } });
  expect(screen.getByRole('alert').textContent).toBe('A number, 0 to 2');
  type('Temperature of the chat', 'warm');
  expect($settings.get().temperature.chat).toBe(0.7);
});

test('a window the provider does not tell can be set for the model, and taken back', () => {
  show();
  type('Context window', '8192');
  expect($settings.get().contextWindows).toEqual({ 'local:phi': 8_192 });
  type('Context window', '12');
  expect($settings.get().contextWindows).toEqual({ 'local:phi': 8_192 });
  type('Context window', '');
  expect($settings.get().contextWindows).toEqual({});
});

test('how long a silent model is waited for is set in minutes, longer for one that thinks; what the server would not wait is not kept', () => {
  show();
  type('Minutes without data', '0,5');
  type('Minutes without data while thinking', '14');
  expect($settings.get().silence).toEqual({ minutes: 0.5, thinkingMinutes: 14 });
  for (const wrong of ['15', '0', '', 'long']) type('Minutes without data', wrong);
  expect($settings.get().silence.minutes).toBe(0.5);
});
