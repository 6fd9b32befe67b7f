// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { EffortSetting } from './effort-setting.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function show(reasons?: boolean) {
  const model = { id: 'a:1', name: 'Alpha', provider: 'x', ...(reasons === undefined ? {} : { reasons }) };
  $models.set({ models: [model], defaultModelId: 'a:1', problems: [] });
  const actions = fakeActions({ updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <EffortSetting />
    </ReadyWorkbench>,
  );
}
const choose = (value: string) => fireEvent.change(screen.getByRole('combobox', { name: 'Reasoning effort' }), { target: { value } });

it('is kept for the chosen model, and left to the provider again', () => {
  $settings.setKey('efforts', { 'b:2': 'low' });
  show(true);
  choose('high');
  expect($settings.get().efforts).toEqual({ 'a:1': 'high', 'b:2': 'low' });
  choose('');
  expect($settings.get().efforts).toEqual({ 'b:2': 'low' });
});

it('is not offered for a model that is known not to think', () => {
  show(false);
  expect(screen.queryByRole('combobox', { name: 'Reasoning effort' })).toBeNull();
});
