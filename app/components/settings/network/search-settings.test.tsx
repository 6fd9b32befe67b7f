// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $outbound, NO_OUTBOUND } from '../../../lib/stores/outbound.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { SearchSettings } from './search-settings.tsx';

afterEach(() => {
  cleanup();
  $outbound.set(NO_OUTBOUND);
  $settings.set(DEFAULT_APP_SETTINGS);
});

function show(): ReturnType<typeof fakeActions> {
  const actions = fakeActions({ updateSettings: () => undefined });
  $outbound.set({ ...NO_OUTBOUND, isAvailable: true });
  render(
    <ReadyWorkbench actions={actions}>
      <SearchSettings />
    </ReadyWorkbench>,
  );
  return actions;
}

function type(text: string): void {
  const field = screen.getByRole('textbox', { name: 'Search endpoint' });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

test('an address with a place for the words is kept', () => {
  const actions = show();
  type(' https://search.example.org/?q=%s ');
  expect(actions.calls).toEqual([{ name: 'updateSettings', arguments: [{ searchEndpoint: 'https://search.example.org/?q=%s' }] }]);
});

test.each([
  ['search.example.org?q=%s', /whole address/],
  ['javascript:alert(%s)', /whole address/],
  ['https://search.example.org/', /%s/],
])('%s is not kept, and why is said', (address, why) => {
  const actions = show();
  type(address);
  expect(screen.getByRole('alert').textContent).toMatch(why);
  expect(actions.calls).toEqual([]);
});

test('the address is taken away by emptying the field', () => {
  $settings.set({ ...DEFAULT_APP_SETTINGS, searchEndpoint: 'https://search.example.org/?q=%s' });
  const actions = show();
  type('');
  expect(actions.calls).toEqual([{ name: 'updateSettings', arguments: [{ searchEndpoint: '' }] }]);
});
