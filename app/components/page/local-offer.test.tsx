// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../lib/protocol/default-settings.ts';
import { $localLook } from '../../lib/stores/local-models.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { fakeActions } from '../testing/fake-actions.ts';
import { LocalOffer } from './local-offer.tsx';
import { ReadyWorkbench } from './workbench-context.tsx';

const OLLAMA = { state: 'answers', address: 'http://127.0.0.1:11434', kind: 'ollama', models: 2 } as const;

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $localLook.set({ status: 'not-yet' });
});

function show() {
  const opened: string[] = [];
  const actions = fakeActions({
    answerLocalLook: (isAllowed) => $settings.setKey('localLook', isAllowed ? 'allowed' : 'declined'),
    lookForLocalModels: async () => undefined,
    takeLocalEndpoint: async () => undefined,
  });
  const { container } = render(
    <ReadyWorkbench actions={actions}>
      <LocalOffer onOpenSettings={() => opened.push('settings')} />
    </ReadyWorkbench>,
  );
  return { actions, opened, container };
}

test('is asked once, does nothing before the answer, and is gone after a no', () => {
  const { actions, container } = show();
  expect(actions.calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(actions.calls).toEqual([{ name: 'answerLocalLook', arguments: [false] }]);
  expect(container.textContent).toBe('');
});

test('after a yes what was found can be used at once', () => {
  const { actions } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Look for them' }));
  expect(screen.getByText(/Looking on this computer/)).toBeTruthy();
  cleanup();
  $localLook.set({ status: 'looked', found: [OLLAMA] });
  const found = show();
  expect(screen.getByRole('status').textContent).toContain('Ollama 127.0.0.1:11434 · 2 models');
  fireEvent.click(screen.getByRole('button', { name: 'Use Ollama' }));
  expect(found.actions.calls).toEqual([{ name: 'takeLocalEndpoint', arguments: [OLLAMA] }]);
  expect(actions.calls).toEqual([{ name: 'answerLocalLook', arguments: [true] }]);
});

test('nothing found, a server that lets the page read nothing, and a browser that refuses say what to do', () => {
  $settings.setKey('localLook', 'allowed');
  $localLook.set({ status: 'looked', found: [] });
  const nothing = show();
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
  expect(nothing.actions.calls).toEqual([{ name: 'lookForLocalModels', arguments: [] }]);
  cleanup();
  $localLook.set({ status: 'looked', found: [{ state: 'failed', address: OLLAMA.address, problem: 'blocked' }] });
  const blocked = show();
  fireEvent.click(screen.getByRole('button', { name: 'What to set' }));
  expect(blocked.opened).toEqual(['settings']);
  cleanup();
  $localLook.set({ status: 'looked', found: [{ state: 'failed', address: OLLAMA.address, problem: 'denied' }] });
  show();
  expect(screen.getByText(/does not let the page reach the local network/)).toBeTruthy();
});

test('says nothing where an endpoint is set', () => {
  $settings.setKey('localEndpoints', [{ id: 'local-ollama', kind: 'ollama', name: 'Ollama', address: OLLAMA.address }]);
  expect(show().container.textContent).toBe('');
});
