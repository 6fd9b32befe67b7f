// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $narrowPane, $workbenchTab } from '../../../lib/stores/workbench.ts';
import { BottomTabs } from './bottom-tabs.tsx';

afterEach(() => {
  cleanup();
  $narrowPane.set('chat');
  $workbenchTab.set('code');
});

test('the tab that is shown is the selected one, also when it was chosen while the window was wide', () => {
  $narrowPane.set('terminal');
  $workbenchTab.set('preview');
  render(<BottomTabs />);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Preview');
});

test('the chat has the whole window, whatever tab the workbench is on', () => {
  $workbenchTab.set('preview');
  render(<BottomTabs />);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Chat');
});
