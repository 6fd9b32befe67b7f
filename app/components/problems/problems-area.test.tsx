// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Problem } from '../../lib/protocol/project-facts/problem.ts';
import { $files } from '../../lib/stores/files.ts';
import { $problems } from '../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { ProblemsArea } from './problems-area.tsx';

const CRASH: Problem = { source: 'terminal', message: 'Error: it broke', file: 'server.js', line: 7, count: 3 };

afterEach(() => {
  cleanup();
  $problems.set([]);
  $files.set(new Map());
});

function show(problems: readonly Problem[]) {
  const actions = fakeActions({ sendReport: async () => undefined, openFile: async () => undefined, checkTypes: () => undefined });
  $problems.set(problems);
  render(
    <ReadyWorkbench actions={actions}>
      <ProblemsArea />
    </ReadyWorkbench>,
  );
  return actions;
}

test('no problems are said to be none', () => {
  show([]);
  expect(screen.getByText(/^No problems\./)).toBeTruthy();
});

test('whoever reads the problems has the types checked, also of a project that gets its files later', () => {
  const { calls } = show([]);
  expect(calls).toEqual([{ name: 'checkTypes', arguments: [] }]);
  act(() => $files.set(new Map([['tsconfig.json', { kind: 'file', change: 'added' }]])));
  expect(calls).toHaveLength(2);
});

test('a problem names its message, source, place and count', () => {
  show([CRASH]);
  const row = within(screen.getByRole('list', { name: 'Problems' })).getByRole('listitem');
  expect(row.textContent).toContain('Error: it broke');
  expect(row.textContent).toContain('Terminal · server.js:7');
  expect(row.textContent).toContain('3 times');
});

test('the agent is sent the message and the place', () => {
  const actions = show([CRASH]);
  fireEvent.click(screen.getByRole('button', { name: 'Send to agent' }));
  expect(actions.calls.at(-1)).toMatchObject({
    name: 'sendReport',
    arguments: [expect.stringMatching(/server\.js at line 7[\s\S]*it broke/)],
  });
});

test('only a file of the project can be opened, at the line of the problem', () => {
  $files.set(new Map([['server.js', { kind: 'file', change: 'none' }]]));
  const actions = show([CRASH, { source: 'build', message: 'elsewhere', file: 'gone.js', count: 1 }]);
  fireEvent.click(screen.getByRole('button', { name: 'Go to line' }));
  expect(actions.calls).toContainEqual({ name: 'openFile', arguments: ['server.js', { line: 7 }] });
});
