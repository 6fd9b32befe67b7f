// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProbeResult } from '../../../lib/agent/codecs/probe-codec.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/default-settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { CodecSettings } from './codec-settings.tsx';

beforeEach(() => {
  const model = (id: string) => ({ id, provider: 'p', name: id.toUpperCase() });
  $models.set({ models: [model('p:one'), model('p:two')], defaultModelId: 'p:one', problems: [] });
});
afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function show(result: ProbeResult = { suggestion: 'json', reason: 'It called the tool as JSON.' }) {
  const actions = fakeActions({
    updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
    probeModel: async () => result,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <CodecSettings />
    </ReadyWorkbench>,
  );
  return actions;
}

test('each model has a choice of its own; Automatic is none', () => {
  show();
  expect((screen.getByRole('radio', { name: /Automatic/ }) as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /^JSON/ }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Model to set up' }), { target: { value: 'p:two' } });
  expect((screen.getByRole('radio', { name: /Automatic/ }) as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /^XML/ }));
  expect($settings.get().codecs).toEqual({ 'p:one': 'json', 'p:two': 'xml' });
  fireEvent.click(screen.getByRole('radio', { name: /Automatic/ }));
  expect($settings.get().codecs).toEqual({ 'p:one': 'json' });
});

test('a test says what works and offers it; nothing is switched by itself', async () => {
  const actions = show();
  fireEvent.click(screen.getByRole('button', { name: 'Test this model' }));
  expect(await screen.findByText('JSON works.')).toBeTruthy();
  expect(actions.calls).toContainEqual({ name: 'probeModel', arguments: ['p:one'] });
  expect($settings.get().codecs).toEqual({});
  fireEvent.click(screen.getByRole('button', { name: 'Use JSON' }));
  expect($settings.get().codecs).toEqual({ 'p:one': 'json' });
  expect(screen.queryByRole('button', { name: 'Use JSON' })).toBeNull();
});

test('a test that finds nothing says why', async () => {
  show({ suggestion: null, reason: 'The key is wrong.' });
  fireEvent.click(screen.getByRole('button', { name: 'Test this model' }));
  expect(await screen.findByText('The key is wrong.', { exact: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
});

test('without models there is nothing to set up', () => {
  $models.set({ models: [], defaultModelId: '', problems: [] });
  show();
  expect(screen.queryByRole('combobox')).toBeNull();
});
