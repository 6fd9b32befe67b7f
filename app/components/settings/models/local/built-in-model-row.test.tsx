// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BUILT_IN_MODEL_ID, BUILT_IN_NAME } from '../../../../lib/protocol/models/built-in-model.ts';
import { $builtInModel, type BuiltInModelState } from '../../../../lib/stores/local-models.ts';
import { $models } from '../../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../../page/workbench-context.tsx';
import { fakeActions } from '../../../testing/fake-actions.ts';
import { BuiltInModelRow } from './built-in-model-row.tsx';

afterEach(() => {
  cleanup();
  $builtInModel.set({ status: 'not-yet' });
  $models.set({ models: [], defaultModelId: '', problems: [] });
});

function show(state: BuiltInModelState) {
  $builtInModel.set(state);
  const actions = fakeActions({ downloadBuiltInModel: async () => undefined, updateSettings: () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <BuiltInModelRow />
    </ReadyWorkbench>,
  );
  return actions;
}

test.each<[BuiltInModelState, RegExp]>([
  [{ status: 'none' }, /This browser has none/],
  [{ status: 'unsuitable' }, /not for this computer: it needs about 22 GB/],
  [{ status: 'downloading', share: 0.4 }, /40 %/],
])('%o is said, and there is nothing to press', (state, words) => {
  show(state);
  expect(screen.getByRole('status').textContent).toMatch(words);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a model that has to be downloaded says how large it is, and is downloaded by a press', () => {
  const actions = show({ status: 'downloadable' });
  expect(screen.getByRole('status').textContent).toContain('about 2 to 4 GB');
  fireEvent.click(screen.getByRole('button', { name: 'Download the model' }));
  expect(actions.calls).toEqual([{ name: 'downloadBuiltInModel', arguments: [] }]);
});

test('a model that is there is used by a press', () => {
  $models.set({ models: [{ id: BUILT_IN_MODEL_ID, provider: 'browser', name: BUILT_IN_NAME }], defaultModelId: '', problems: [] });
  const actions = show({ status: 'ready' });
  fireEvent.click(screen.getByRole('button', { name: `Use ${BUILT_IN_NAME}` }));
  expect(actions.calls).toEqual([{ name: 'updateSettings', arguments: [{ modelId: BUILT_IN_MODEL_ID }] }]);
});
