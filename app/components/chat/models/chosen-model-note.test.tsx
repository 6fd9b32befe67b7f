// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { EMPTY_PROJECT_CONFIG } from '../../../lib/protocol/project-facts/project-config.ts';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { $projectConfig } from '../../../lib/stores/project-config.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { ChosenModelNote } from './chosen-model-note.tsx';

afterEach(() => {
  cleanup();
  $chat.set(INITIAL_CHAT_STATE);
  $settings.set(DEFAULT_APP_SETTINGS);
  $models.set({ models: [], defaultModelId: '', problems: [] });
  $projectConfig.set({ config: EMPTY_PROJECT_CONFIG, warnings: [], scripts: [] });
});

function openChat(stepModelId: string) {
  $settings.setKey('modelId', 'lab:small');
  $models.set({
    models: ['lab:small', 'lab:large-2'].map((id) => ({ id, provider: 'openai', name: id.slice(4) })),
    defaultModelId: 'lab:small',
    problems: [],
    connections: [{ id: 'lab', name: 'My lab' }],
  });
  $chat.set({ ...INITIAL_CHAT_STATE, stepModelId });
  const actions = fakeActions({ updateSettings: () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <ChosenModelNote />
    </ReadyWorkbench>,
  );
  return actions;
}

test('a chat whose last model is gone says so when it is opened, and offers the likest one', () => {
  const actions = openChat('lab:large-1');
  expect(screen.getByRole('region', { name: 'Last model' }).textContent).toContain(
    'lab:large-1 answered last in this chat and is no longer offered by My lab. small answers next.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Use large-2' }));
  expect(actions.calls).toMatchObject([{ name: 'updateSettings', arguments: [{ modelId: 'lab:large-2' }] }]);
});

test.each([
  ['is still offered', 'lab:large-2'],
  ['has answered nothing yet', ''],
  ['was one on the user’s computer, which may be asleep', 'local-ollama:qwen3'],
])('nothing is said of a chat whose last model %s', (_what, id) => {
  openChat(id);
  expect(screen.queryByRole('region')).toBeNull();
});

const wish = (model: string) => $projectConfig.set({ config: { ...EMPTY_PROJECT_CONFIG, model }, warnings: [], scripts: [] });

test('a model that the project names and nobody offers is said, with the one that answers', () => {
  openChat('');
  act(() => {
    $settings.setKey('modelId', '');
    wish('phi3');
  });
  expect(screen.getByRole('region', { name: 'Model of the project' }).textContent).toContain(
    'The project names the model phi3 (.devonz/config.toml), which is not offered here. small answers instead.',
  );
});

test('in a new chat the user’s own choice comes first, and the project’s can be taken with one press', () => {
  const actions = openChat('');
  act(() => wish('large-2'));
  expect(screen.getByRole('region', { name: 'Model of the project' }).textContent).toContain('small, which you have chosen, answers.');
  fireEvent.click(screen.getByRole('button', { name: 'Use large-2' }));
  expect(actions.calls).toMatchObject([{ name: 'updateSettings', arguments: [{ modelId: 'lab:large-2' }] }]);
});

test.each([
  ['phi3', 'No model named phi3 is offered here. small answers instead.'],
  ['local-at-a1b2:phi3', 'phi3 is a model of another machine. small answers here.'],
])('the chosen model %s that is not offered here is said in words', (id, words) => {
  openChat('');
  act(() => $settings.setKey('modelId', id));
  expect(screen.getByRole('region', { name: 'Chosen model' }).textContent).toContain(words);
});
