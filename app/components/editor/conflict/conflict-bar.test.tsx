// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { ConflictBar } from './conflict-bar.tsx';

afterEach(cleanup);

test('which text stays is chosen after both have been compared', () => {
  const actions = fakeActions({ settleConflict: async () => undefined });
  const file = { path: 'a.txt', savedText: 'theirs\n', text: 'mine\n', conflict: { base: '' }, isBeingWritten: false, isBinary: false };
  render(
    <ReadyWorkbench actions={actions}>
      <ConflictBar file={file} />
    </ReadyWorkbench>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const difference = screen.getByRole('region', { name: 'From their text to yours' });
  expect([difference.textContent?.includes('theirs'), difference.textContent?.includes('mine')]).toEqual([true, true]);
  for (const name of ['Take both', 'Keep mine', 'Take theirs']) fireEvent.click(screen.getByRole('button', { name }));
  expect(actions.calls.map((call) => call.arguments)).toEqual([
    ['a.txt', 'both'],
    ['a.txt', 'mine'],
    ['a.txt', 'theirs'],
  ]);
});
