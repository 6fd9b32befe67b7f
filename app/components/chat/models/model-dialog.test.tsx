// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { OverlayProvider } from '../../page/overlay-context.tsx';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { typeWithoutPause } from '../../testing/type-without-pause.ts';
import { ChosenModelNote } from './chosen-model-note.tsx';
import { ModelDialog } from './model-dialog.tsx';

const model = (id: string, name: string, facts = {}) => ({ id, name, provider: 'x', ...facts });
const PRICE = { price: { input: 3, output: 15 }, priceDate: '2026-09-23' };

beforeEach(() => {
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({
    models: [
      model('openai:gpt-5', 'GPT 5', { contextWindow: 400_000, callsTools: true, ...PRICE }),
      model('openai:o3', 'o3'),
      model('router:anthropic/claude', 'Claude', { seesImages: false }),
      model('demo:scripted', 'Demo', { price: { input: 0, output: 0 } }),
    ],
    defaultModelId: 'openai:gpt-5',
    problems: [{ provider: 'Lab', message: 'lab.example did not answer in time.', connectionId: 'lab' }],
    connections: [
      { id: 'openai', name: 'OpenAI' },
      { id: 'router', name: 'OpenRouter' },
    ],
  });
});
afterEach(cleanup);

function show() {
  const closed: boolean[] = [];
  const actions = fakeActions({ updateSettings: (patch) => $settings.set({ ...$settings.get(), ...patch }) });
  render(
    <ReadyWorkbench actions={actions}>
      <ChosenModelNote />
      <OverlayProvider>
        <ModelDialog isOpen onOpenChange={(isOpen) => closed.push(isOpen)} />
      </OverlayProvider>
    </ReadyWorkbench>,
  );
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search models' });
  const marked = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
  return { closed, box, marked, key: (name: string) => fireEvent.keyDown(box, { key: name }) };
}

test('models are in groups by their connection, with what is known of them, and nothing of what is not', () => {
  show();
  const openai = screen.getByRole('group', { name: 'OpenAI' });
  expect(
    within(openai)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['GPT 5400k$3 / $15', 'o3']);
  expect(within(screen.getByRole('group', { name: 'demo' })).getByRole('option').textContent).toBe('Demofree');
  expect(document.body.textContent).toContain('$3 / $15 per million tokens in / out (table of 2026-09-23)');
  expect(document.body.textContent).toContain('tools: yes · images: not known');
  expect(document.body.textContent).toContain('Lab: lab.example did not answer in time.');
});

test('the keyboard stays in the search: arrows pass through the groups, Enter chooses and closes', () => {
  const { key, marked, closed } = show();
  expect(marked()).toContain('GPT 5');
  key('ArrowUp');
  expect(marked()).toContain('Demo');
  key('ArrowDown');
  key('ArrowDown');
  key('ArrowDown');
  expect(marked()).toContain('Claude');
  key('Enter');
  expect($settings.get()).toMatchObject({ modelId: 'router:anthropic/claude', models: { recent: ['router:anthropic/claude'] } });
  expect(closed).toEqual([false]);
});

test('a search finds by words and highlights the best; one that finds nothing says so and Enter does nothing', () => {
  const { box, marked, key, closed } = show();
  fireEvent.change(box, { target: { value: 'openrouter cla' } });
  expect(screen.getAllByRole('option')).toHaveLength(1);
  expect(marked()).toContain('Claude');
  fireEvent.change(box, { target: { value: 'nothing' } });
  expect(document.body.textContent).toContain('No model is called “nothing”.');
  key('Enter');
  expect(closed).toEqual([]);
});

test('a key pressed right after typing is for what was typed, though the list still shows what fitted before', async () => {
  const { box, closed } = show();
  await typeWithoutPause(box, { text: 'cla' }, { key: 'Enter' });
  await waitFor(() => expect(closed).toEqual([false]));
  expect($settings.get().modelId).toBe('router:anthropic/claude');
});

test('an arrow pressed right after typing starts at the best of what fits', async () => {
  const { box, marked } = show();
  await typeWithoutPause(box, { text: 'o' }, { key: 'ArrowDown' });
  await waitFor(() => expect(marked()).toBe(screen.getAllByRole('option')[1]?.textContent));
});

test('a favourite is first, set by the star of its row or by the button for the keyboard', () => {
  show();
  const claude = screen.getByRole('option', { name: /Claude/ });
  fireEvent.click(claude.querySelector('[data-star]') ?? claude);
  expect(within(screen.getByRole('group', { name: 'Favourites' })).getByRole('option').textContent).toContain('Claude');
  expect($settings.get().modelId).toBe('');
  const button = screen.getByRole('button', { name: 'Favourite' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(button);
  expect($settings.get().models.favourites).toEqual(['router:anthropic/claude', 'openai:gpt-5']);
});

test('in a mode with a model of its own that one is chosen', () => {
  $settings.set({
    ...DEFAULT_APP_SETTINGS,
    planMode: true,
    modelId: 'openai:gpt-5',
    models: { ...DEFAULT_APP_SETTINGS.models, plan: 'openai:o3' },
  });
  const { key, marked } = show();
  expect(marked()).toContain('o3');
  key('ArrowDown');
  key('Enter');
  expect($settings.get()).toMatchObject({ modelId: 'openai:gpt-5', models: { plan: 'router:anthropic/claude' } });
});

test('a model that is no longer offered is named, with who answers instead and the likest to it', () => {
  $settings.set({ ...DEFAULT_APP_SETTINGS, modelId: 'openai:o3-mini' });
  show();
  const note = screen.getByLabelText('Chosen model');
  expect(note.textContent).toContain('openai:o3-mini is no longer offered by OpenAI. GPT 5 answers instead.');
  fireEvent.click(within(note).getByText(/^Use/));
  expect($settings.get().modelId).toBe('openai:o3');
  expect(screen.queryByLabelText('Chosen model')).toBeNull();
});

test('a model whose provider could not be asked is tried all the same, and that is said', () => {
  $settings.set({ ...DEFAULT_APP_SETTINGS, modelId: 'lab:qwen' });
  show();
  expect(screen.getByLabelText('Chosen model').textContent).toContain(
    'Whether qwen is offered could not be asked: lab.example did not answer in time.',
  );
});
