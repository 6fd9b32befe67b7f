// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { agentRows } from '../rows/agent-rows.tsx';
import { modelRows } from '../rows/model-rows.tsx';
import { RowList } from '../rows/row-list.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function show() {
  const model = (id: string, name: string) => ({ id, name, provider: 'x' });
  $models.set({ models: [model('a:1', 'Alpha'), model('b:2', 'Beta')], defaultModelId: 'a:1', problems: [] });
  const actions = fakeActions({
    updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
    refreshConnections: async () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
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

describe('the budget of a task', () => {
  it('has three limits; an empty field is none', () => {
    show();
    type('Token budget', '200000');
    type('Money budget', '1,5');
    type('Time budget', '2.5');
    expect($settings.get().budget).toEqual({ tokens: 200_000, money: 1.5, minutes: 2.5 });
    type('Money budget', '');
    expect($settings.get().budget.money).toBeNull();
  });

  it('keeps nothing that is no amount, leaves it in its field, and says what is allowed', () => {
    show();
    type('Token budget', '100');
    type('Token budget', '1.5');
    type('Money budget', '0');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'A whole number, 1 to 1,000,000,000 (tokens)',
      'A number, more than 0 and at most 1,000,000,000 (US $)',
    ]);
    expect($settings.get().budget).toEqual({ tokens: 100, money: null, minutes: null });
    const field = screen.getByRole('textbox', { name: 'Token budget' });
    expect(field).toHaveProperty('value', '1.5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    type('Token budget', '200');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect($settings.get().budget.tokens).toBe(200);
  });
});

describe('prices', () => {
  it('count when both are there, zero too; the fallback model has a row as well', () => {
    show();
    type('Input price of Alpha', '3');
    expect($settings.get().prices).toEqual({});
    type('Output price of Alpha', '0');
    expect($settings.get().prices).toEqual({ 'a:1': { input: 3, output: 0 } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Model of plan mode' }), { target: { value: 'b:2' } });
    expect($settings.get().models).toMatchObject({ plan: 'b:2', chat: '' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Fallback model' }), { target: { value: 'b:2' } });
    expect($settings.get().fallbackModelId).toBe('b:2');
    type('Input price of Beta', '1');
    type('Output price of Beta', '2');
    type('Input price of Alpha', '');
    expect($settings.get().prices).toEqual({ 'b:2': { input: 1, output: 2 } });
  });

  it('a fallback that is no longer offered is still named', () => {
    $settings.setKey('fallbackModelId', 'gone:1');
    show();
    expect(screen.getByRole('option', { name: 'gone:1 (not offered now)' })).toBeTruthy();
  });
});

it('keeps a right amount that was typed when the settings close, and drops a wrong one', () => {
  show();
  fireEvent.change(screen.getByRole('textbox', { name: 'Token budget' }), { target: { value: '300' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Money budget' }), { target: { value: 'much' } });
  cleanup();
  expect($settings.get().budget).toMatchObject({ tokens: 300, money: null });
});
