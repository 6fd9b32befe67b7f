// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { dayOf, withRequests } from '../../../lib/protocol/models/spending.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $spending } from '../../../lib/stores/spending.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { costRows } from '../rows/cost-rows.tsx';
import { RowList } from '../rows/row-list.tsx';

const TODAY = dayOf(Date.now());
const usage = { inputTokens: 100_000, outputTokens: 2_000, cachedInputTokens: 80_000 };

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $spending.set({});
});

function show() {
  const actions = fakeActions({ updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <RowList rows={costRows} />
    </ReadyWorkbench>,
  );
  return () =>
    within(screen.getByRole('table', { name: 'Costs' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
}

test('what was used is added up by day, provider and model; what has no known price is not zero', () => {
  $spending.set(
    withRequests({}, [
      { day: '2026-01-02', modelId: 'a:one', usage, price: { input: 10, output: 50 } },
      { day: TODAY, modelId: 'a:one', usage, price: { input: 10, output: 50 } },
      { day: TODAY, modelId: 'b:two', usage, price: null },
    ]),
  );
  const rows = show();
  expect(screen.getByRole('status', { name: 'Today' }).textContent).toBe(
    'Today: $1.10 + not known · 2 requests · 200k tokens in, 80 % of them cached, 4k out',
  );
  expect(rows()).toEqual([
    [TODAY, '$1.10 + not known', '200k', '80 %', '4k', '2'],
    ['2026-01-02', '$1.10', '100k', '80 %', '2k', '1'],
  ]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Add up by' }), { target: { value: 'provider' } });
  expect(rows().map(([name, cost]) => [name, cost])).toEqual([
    ['a', '$2.20'],
    ['b', 'price not known'],
  ]);
});

test('a day has budgets of its own', () => {
  show();
  expect(screen.getByRole('status', { name: 'Today' }).textContent).toBe('No model was asked today.');
  for (const [name, value] of [
    ['Money a day', '2.5'],
    ['Tokens a day', '1000000'],
  ] as const) {
    const field = screen.getByRole('textbox', { name });
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  }
  expect($settings.get().dayBudget).toEqual({ tokens: 1_000_000, money: 2.5 });
});
