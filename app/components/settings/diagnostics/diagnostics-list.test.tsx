// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Finding } from '../../../lib/diagnostics/finding.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { DiagnosticsList } from './diagnostics-list.tsx';

afterEach(cleanup);

function show(rounds: Finding[][]) {
  const actions = fakeActions({
    async examine(onFinding) {
      for (const finding of rounds.shift() ?? []) onFinding(finding);
    },
  });
  render(
    <ReadyWorkbench actions={actions}>
      <DiagnosticsList />
    </ReadyWorkbench>,
  );
}

const GOOD: Finding = { id: 'browser', name: 'Browser', state: 'good', value: 'Chromium 147' };
const BAD: Finding = { id: 'server', name: 'Server', state: 'failed', value: 'It answered 502', advice: 'Start it.' };

test('findings are listed with their advice, counted, and looked at again', async () => {
  show([[GOOD, BAD], [GOOD]]);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 finding needs you.'));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Good: BrowserChromium 147',
    'Does not work: ServerIt answered 502Start it.',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Everything works.'));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('where the browser refuses the clipboard, the report is there to be selected', async () => {
  show([[BAD]]);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 finding needs you.'));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => Promise.reject(new Error('no')) } });
  fireEvent.click(screen.getByRole('button', { name: 'Copy report' }));
  const report = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Report' });
  expect(report.value).toContain('[XX] Server: It answered 502');
});
