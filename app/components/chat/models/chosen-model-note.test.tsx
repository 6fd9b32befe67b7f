// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../lib/protocol/settings.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
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
