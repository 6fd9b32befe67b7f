// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionInfo, GivenConnection } from '../../../../lib/protocol/models/connections.ts';
import { $connections } from '../../../../lib/stores/connections.ts';
import { OverlayProvider } from '../../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../../testing/fake-actions.ts';
import { ConnectionSettings } from './connection-settings.tsx';

const KEY = 'sk-canary-in-the-form-0123';
const OPENAI = {
  id: 'openai',
  name: 'OpenAI',
  keyPage: 'https://keys.test/',
  fields: [
    { name: 'apiKey', label: 'API key', isSecret: true },
    { name: 'baseUrl', label: 'Base URL', isSecret: false },
  ],
};
const GROQ = { ...OPENAI, id: 'groq', name: 'Groq' };
const MINE: ConnectionInfo = { id: 'openai', providerId: 'openai', name: 'OpenAI', owner: 'user', values: {}, secretsSet: ['apiKey'] };

afterEach(() => {
  cleanup();
  $connections.set({ state: 'loading' });
});

function show(connections: ConnectionInfo[], scripted: ScriptedActions = {}) {
  $connections.set({
    state: 'ready',
    providers: [GROQ, OPENAI],
    connections,
    keeping: { isOn: true, where: 'cookie' },
    serverKeys: { state: 'granted' },
  });
  const actions = fakeActions({ refreshConnections: async () => undefined, ...scripted });
  render(
    <OverlayProvider>
      <ReadyWorkbench actions={actions}>
        <ConnectionSettings />
      </ReadyWorkbench>
    </OverlayProvider>,
  );
  return actions;
}

function openForm() {
  fireEvent.click(screen.getByRole('button', { name: 'Add a provider' }));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Which provider?' }), { target: { value: 'open' } });
  const choices = within(screen.getByRole('list', { name: 'Providers to add' })).getAllByRole('button');
  expect(choices.map((choice) => choice.textContent)).toEqual(['OpenAI']);
  fireEvent.submit(screen.getByRole('form', { name: 'Add a provider' }));
  return screen.getByLabelText<HTMLInputElement>('API key');
}

describe('providers in the settings', () => {
  it('are found by name, tried and saved; the key is sent, and is nowhere in the page', async () => {
    const tested: GivenConnection[] = [];
    const patches: unknown[] = [];
    const actions = show([], {
      testConnection: async (given) => {
        tested.push(given);
        return { ok: true, models: [{ id: 'openai:gpt-5', provider: 'openai', name: 'gpt-5' }] };
      },
      saveConnection: async () => ({ ok: true, id: 'openai-2' }),
      updateSettings: (patch) => patches.push(patch),
    });
    const field = openForm();
    expect(field.type).toBe('password');
    field.value = ` "Bearer ${KEY}" `;
    fireEvent.blur(field);
    expect(field.value).toBe(KEY);
    expect(screen.getByText('Removed blanks and quotes and “Bearer” around the key.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText(/It works: 1 model\./)).toBeTruthy();
    expect(tested).toEqual([{ providerId: 'openai', name: 'OpenAI', values: { apiKey: KEY } }]);
    expect(document.documentElement.outerHTML).not.toContain('canary');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    expect(patches).toEqual([{ modelId: 'openai-2:gpt-5' }]);
    expect(actions.calls.filter(({ name }) => name === 'saveConnection')).toHaveLength(1);
  });

  it('show what is wrong beside the field, and keep what was typed', async () => {
    show([], { saveConnection: async () => ({ ok: false, why: 'Copy it again, alone.', field: 'apiKey' }) });
    const field = openForm();
    field.value = KEY;
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Copy it again, alone.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe(KEY);
  });

  it('offer the address that works in place of a wrong one', async () => {
    const tested: string[] = [];
    show([], {
      testConnection: async ({ values }) => {
        tested.push(values.baseUrl ?? '');
        return { ok: false, kind: 'address', message: 'No models there.', baseUrl: 'http://lab.test/v1' };
      },
    });
    openForm();
    screen.getByLabelText<HTMLInputElement>('Base URL').value = 'http://lab.test';
    fireEvent.click(screen.getByRole('button', { name: 'Test' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Use http://lab.test/v1' }));
    await waitFor(() => expect(tested).toEqual(['http://lab.test', 'http://lab.test/v1']));
  });

  it('keep a key that is not typed again when they are edited', async () => {
    const saved: GivenConnection[] = [];
    show([MINE], {
      saveConnection: async (given) => {
        saved.push(given);
        return { ok: true, id: 'openai' };
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Edit OpenAI' }));
    expect(screen.getByLabelText<HTMLInputElement>('API key').placeholder).toBe('Kept. Type to replace it');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Work' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([{ id: 'openai', providerId: 'openai', name: 'Work', values: { baseUrl: '' } }]));
  });

  it('are removed after a question; those of the server cannot be', async () => {
    const removed: string[] = [];
    show([MINE, { ...MINE, id: 'groq', providerId: 'groq', name: 'Groq', owner: 'server', secretsSet: [] }], {
      removeConnection: async (id) => {
        removed.push(id);
        return true;
      },
    });
    expect(screen.queryByRole('button', { name: 'Remove Groq' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Remove OpenAI' }));
    expect(removed).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(removed).toEqual(['openai']);
  });

  it('cannot be added where the server cannot keep keys, with its words', () => {
    $connections.set({
      state: 'ready',
      providers: [OPENAI],
      connections: [],
      keeping: { isOn: false, why: 'This server cannot keep keys.' },
      serverKeys: { state: 'granted' },
    });
    render(
      <OverlayProvider>
        <ReadyWorkbench actions={fakeActions({ refreshConnections: async () => undefined })}>
          <ConnectionSettings />
        </ReadyWorkbench>
      </OverlayProvider>,
    );
    expect(screen.getByText('This server cannot keep keys.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a provider' })).toBeNull();
  });

  it('of a server are closed again by whoever has opened them with its passphrase', async () => {
    const actions = show([], { leaveServerModels: async () => undefined });
    expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
    const found = $connections.get();
    if (found.state === 'ready') act(() => $connections.set({ ...found, serverKeys: { state: 'granted', canLeave: true } }));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(actions.calls.at(-1)?.name).toBe('leaveServerModels');
  });

  it('of a server with a passphrase are opened by it; a wrong one is said', async () => {
    const given: string[] = [];
    show([], {
      enterPassphrase: async (passphrase) => {
        given.push(passphrase);
        return { ok: false, why: 'This is not the passphrase.' };
      },
    });
    const found = $connections.get();
    if (found.state === 'ready')
      act(() => $connections.set({ ...found, serverKeys: { state: 'passphrase', why: 'Its models want a passphrase.' } }));
    screen.getByLabelText<HTMLInputElement>('Passphrase').value = 'guess';
    fireEvent.submit(screen.getByRole('form', { name: 'Passphrase of this server' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This is not the passphrase.');
    expect(given).toEqual(['guess']);
  });
});
