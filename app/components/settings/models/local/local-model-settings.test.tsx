// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { LocalEndpoint } from '../../../../lib/protocol/models/local-endpoint.ts';
import { DEFAULT_APP_SETTINGS } from '../../../../lib/protocol/settings.ts';
import { $localEndpoints, $localLook } from '../../../../lib/stores/local-models.ts';
import { $settings } from '../../../../lib/stores/settings.ts';
import { ReadyWorkbench } from '../../../page/workbench-context.tsx';
import { fakeActions } from '../../../testing/fake-actions.ts';
import { corsHelp } from './cors-help.ts';
import { LocalModelSettings } from './local-model-settings.tsx';

const OLLAMA: LocalEndpoint = { id: 'local-ollama', kind: 'ollama', name: 'Ollama', address: 'http://127.0.0.1:11434' };

afterEach(() => {
  cleanup();
  $settings.set(DEFAULT_APP_SETTINGS);
  $localLook.set({ status: 'not-yet' });
  $localEndpoints.set(new Map());
});

function show() {
  const actions = fakeActions({
    lookForLocalModels: async () => undefined,
    lookAtAddress: async () => ({ ok: false, why: 'This is no address.' }),
    addLocalEndpoint: () => undefined,
    removeLocalEndpoint: () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <LocalModelSettings />
    </ReadyWorkbench>,
  );
  return actions;
}

test('nothing is looked for before the button is pressed, and nothing used before it is added', () => {
  $localLook.set({ status: 'looked', found: [{ state: 'answers', address: OLLAMA.address, kind: 'ollama', models: 2 }] });
  const actions = show();
  expect(actions.calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Look for them' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add Ollama' }));
  expect(actions.calls.map(({ name }) => name)).toEqual(['lookForLocalModels', 'addLocalEndpoint']);
});

test('an address that is none is said where it was typed', async () => {
  show();
  fireEvent.change(screen.getByRole('textbox', { name: 'Address of a server of models' }), { target: { value: 'x y' } });
  fireEvent.click(screen.getByRole('button', { name: 'Look there' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This is no address.'));
});

test('an endpoint that lets this page read nothing has the line that changes it, with this page’s origin', () => {
  $settings.setKey('localEndpoints', [OLLAMA]);
  $localEndpoints.set(new Map([['local-ollama', { status: 'failed', problem: 'blocked' }]]));
  const actions = show();
  expect(screen.getByText('Runs, but lets this page read nothing')).toBeTruthy();
  expect(screen.getByText(`OLLAMA_ORIGINS="${location.origin}" ollama serve`)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ollama' }));
  expect(actions.calls).toEqual([{ name: 'removeLocalEndpoint', arguments: ['local-ollama'] }]);
});

test.each([
  ['mac', 'launchctl setenv OLLAMA_ORIGINS "https://ide.example"'],
  ['windows', 'setx OLLAMA_ORIGINS "https://ide.example"'],
] as const)('the line for %s is one line, and first there', (system, line) => {
  const lines = corsHelp('ollama', 'https://ide.example', system);
  expect(lines[0]?.line).toBe(line);
  expect(lines).toHaveLength(4);
  for (const help of lines) expect(help.line).not.toContain('\n');
});

test('LM Studio has its own line', () => {
  expect(corsHelp('lm-studio', 'https://ide.example', 'linux').map(({ line }) => line)).toEqual(['lms server start --cors']);
});
