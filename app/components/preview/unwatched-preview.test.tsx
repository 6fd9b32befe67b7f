// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { $previews } from '../../lib/stores/previews.ts';
import { $endedProcesses } from '../../lib/stores/terminals.ts';
import { UnwatchedPreview } from './unwatched-preview.tsx';

afterEach(() => {
  cleanup();
  $previews.set([]);
  $endedProcesses.set([]);
});

test('the page of a run without a window is drawn by the server, which has no workbench', () => {
  expect(renderToString(<UnwatchedPreview />)).toContain('No server is running');
});

test('without a workbench around it a server shows its page, and says so when it has ended', () => {
  render(<UnwatchedPreview />);
  act(() => $previews.set([{ port: 3000, url: 'about://p3000/' }]));
  expect(screen.getByTitle('Preview').getAttribute('src')).toBe('about://p3000/');
  act(() => {
    $previews.set([]);
    $endedProcesses.set([{ processId: 'p1-1', command: 'npm start', directory: '/home/project', port: 3000, endedWith: 'runtime' }]);
  });
  expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy();
});
