// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $otherTab } from '../../../lib/stores/other-tab.ts';
import { OTHER_TAB_REASON_ID } from '../hooks/use-reading-only.ts';
import { WorkButton } from './work-button.tsx';
import { WorkIconButton } from './work-icon-button.tsx';

afterEach(() => {
  cleanup();
  $otherTab.set({ state: 'none' });
});

test('while another tab works on the project it cannot be pressed, and why is added to what describes it', () => {
  render(
    <>
      <p id="step-3">Write app.ts</p>
      <p id={OTHER_TAB_REASON_ID}>Another tab works here.</p>
      <WorkButton aria-describedby="step-3">Undo</WorkButton>
      <WorkIconButton icon="i-lucide-pencil" label="Edit" />
    </>,
  );
  const [undo, edit] = screen.getAllByRole<HTMLButtonElement>('button');
  expect([undo?.disabled, edit?.disabled]).toEqual([false, false]);
  expect(undo?.getAttribute('aria-describedby')).toBe('step-3');
  act(() => $otherTab.set({ state: 'works', isSilent: false }));
  expect([undo?.disabled, edit?.disabled]).toEqual([true, true]);
  expect(undo?.getAttribute('aria-describedby')).toBe(`step-3 ${OTHER_TAB_REASON_ID}`);
  expect(edit?.getAttribute('aria-describedby')).toBe(OTHER_TAB_REASON_ID);
});
