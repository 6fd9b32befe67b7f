// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TelemetryEvent } from '../../lib/protocol/telemetry.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { TelemetryLog } from './telemetry-log.tsx';
import { telemetryLines, telemetryRow } from './telemetry-rows.ts';

afterEach(cleanup);

const base = { at: 1_000, chatId: 'c' };
const EVENTS: TelemetryEvent[] = [
  {
    ...base,
    type: 'model-request',
    modelId: 'demo:scripted',
    mode: 'agent',
    durationMs: 1_500,
    firstByteMs: 200,
    inputTokens: 100,
    outputTokens: 20,
    outcome: 'finished',
  },
  {
    ...base,
    type: 'model-request',
    modelId: 'demo:scripted',
    mode: 'agent',
    durationMs: 10,
    outcome: 'failed',
    message: 'The key is wrong.',
  },
  { ...base, type: 'tool-call', toolName: 'devonz_read_file', durationMs: 5, outcome: 'success' },
  { ...base, type: 'tool-call', toolName: 'devonz_run_command', durationMs: 5, outcome: 'error', code: 'denied' },
  { ...base, type: 'approval', toolName: 'devonz_run_command', decision: 'deny', waitedMs: 3_000 },
  { ...base, type: 'retry', attempt: 1, delayMs: 1_000, message: 'Too many requests.' },
  {
    ...base,
    type: 'run',
    outcome: 'completed',
    steps: 3,
    durationMs: 9_000,
    summary: { toolCalls: 4, filesCreated: 2, filesModified: 0, commandsExecuted: 1 },
  },
  { ...base, type: 'guard', guard: 'loop', message: 'The same call again.' },
  { ...base, type: 'command', name: 'agent' },
  { ...base, type: 'error', where: 'journal', message: 'The disk is full.' },
];

async function show(events: TelemetryEvent[] = EVENTS, problem: string | null = null) {
  const actions = fakeActions({ readTelemetry: async () => ({ events, problem }), clearTelemetry: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <TelemetryLog />
    </ReadyWorkbench>,
  );
  await screen.findByText(events.length === 0 ? 'Nothing has been noted yet.' : /^\d+ events/);
  return actions;
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Events' }))
    .getAllByRole('row')
    .slice(1);

test('every event is a line, newest first, with totals', async () => {
  await show();
  expect(rows()).toHaveLength(EVENTS.length);
  expect(rows()[0]?.textContent).toContain('The disk is full.');
  expect(screen.getByRole('status', { name: 'Totals' }).textContent).toBe(
    '10 events · 2 model requests · 2 tool calls · 1 approval · 120 tokens · 4 failures',
  );
});

test('the end of a session is a line with its summary', async () => {
  await show();
  const texts = rows().map((row) => row.textContent);
  expect(texts).toContainEqual(expect.stringContaining('3 requests · 4 tool calls · 2 files created · 1 command'));
});

test('it is filtered by type, tool, outcome and text', async () => {
  await show();
  fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'Tool call' } });
  expect(rows()).toHaveLength(2);
  fireEvent.change(screen.getByRole('combobox', { name: 'Outcome' }), { target: { value: 'error' } });
  expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('denied')]);
  fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: '' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Outcome' }), { target: { value: '' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Tool or model' }), { target: { value: 'devonz_run_command' } });
  expect(rows()).toHaveLength(2);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter events' }), { target: { value: 'DENY' } });
  expect(rows()).toHaveLength(1);
});

test('a long log is shown in parts', async () => {
  await show(Array.from({ length: 250 }, (_, at) => ({ ...base, at, type: 'guard', guard: 'g', message: `${at}` })));
  expect(rows()).toHaveLength(100);
  fireEvent.click(screen.getByRole('button', { name: 'Show 100 more of 150' }));
  expect(rows()).toHaveLength(200);
});

test('it can be cleared, and says why it is not kept', async () => {
  const actions = await show(EVENTS, 'The log is not kept: the disk is full');
  expect(screen.getByText('The log is not kept: the disk is full')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(actions.calls.map((call) => call.name)).toContain('clearTelemetry');
});

test('an empty log says so and offers nothing', async () => {
  await show([]);
  expect(screen.queryByRole('table')).toBeNull();
  expect((screen.getByRole('button', { name: 'Export' }) as HTMLButtonElement).disabled).toBe(true);
});

test('exported it is one JSON value a line', () => {
  const lines = telemetryLines(EVENTS).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(EVENTS);
  expect(EVENTS.map(telemetryRow).every((row) => row.type !== '')).toBe(true);
});
