// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $notificationAccess } from '../../../lib/attention/attention-store.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { appearanceRows } from '../rows/appearance-rows.tsx';
import { RowList } from '../rows/row-list.tsx';

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $notificationAccess.set('not-asked');
});

function show() {
  const actions = fakeActions({
    setNotifications: async () => undefined,
    setSound: () => undefined,
    updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }),
  });
  render(
    <ReadyWorkbench actions={actions}>
      <RowList rows={appearanceRows} />
    </ReadyWorkbench>,
  );
  return actions;
}

const turn = (name: string) => fireEvent.click(screen.getByRole('switch', { name }));

test('both are off, and are asked for by their switches', () => {
  const actions = show();
  expect(screen.getAllByRole('switch').map((each) => each.getAttribute('aria-checked'))).toEqual(['false', 'false']);
  turn('Notifications of the system');
  turn('Sound');
  expect(actions.calls).toEqual([
    { name: 'setNotifications', arguments: [true] },
    { name: 'setSound', arguments: [true] },
  ]);
});

test('what the browser refuses is said with what to do', () => {
  show();
  expect(screen.getByRole('status').textContent).toContain('The browser asks you');
  act(() => $notificationAccess.set('refused'));
  expect(screen.getByRole('status').textContent).toContain('Allow them in its settings for this site');
  act(() => $notificationAccess.set('unsupported'));
  expect(screen.getByRole('status').textContent).toContain('shows no notifications');
});

test('while they are on, the title of the chat can be left out', () => {
  $notificationAccess.set('granted');
  $settings.set({ ...DEFAULT_APP_SETTINGS, attention: { ...DEFAULT_APP_SETTINGS.attention, notification: true } });
  show();
  turn('Name the chat');
  expect($settings.get().attention).toMatchObject({ sound: false, notification: true, chatTitle: false });
});

test('settings that came from another browser lead to this one’s question', () => {
  $settings.set({ ...DEFAULT_APP_SETTINGS, attention: { ...DEFAULT_APP_SETTINGS.attention, notification: true } });
  const actions = show();
  fireEvent.click(screen.getByRole('button', { name: 'Ask the browser' }));
  expect(actions.calls).toEqual([{ name: 'setNotifications', arguments: [true] }]);
});
