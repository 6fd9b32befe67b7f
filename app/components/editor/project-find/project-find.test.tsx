// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FoundFile } from '../../../lib/protocol/project-facts/found-in-project.ts';
import type { FindRequest } from '../../../lib/runtime/types.ts';
import { findAll } from '../../../lib/search/find-all.ts';
import { $otherTab } from '../../../lib/stores/other-tab.ts';
import { $projectFind, INITIAL_PROJECT_FIND } from '../../../lib/stores/project-find.ts';
import { $isProjectFindShown } from '../../../lib/stores/workbench.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions } from '../../testing/fake-actions.ts';
import { ProjectFind } from './project-find.tsx';

afterEach(() => {
  // The panel remembers the last query.
  for (const name of ['Find in all files', 'Files to include'])
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: '' } });
  const replace = screen.getByRole('button', { name: 'Replace' });
  if (replace.getAttribute('aria-pressed') === 'true') fireEvent.click(replace);
  cleanup();
  $projectFind.set(INITIAL_PROJECT_FIND);
  $otherTab.set({ state: 'none' });
  $isProjectFindShown.set(false);
});

function show(files: Record<string, string>) {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  const actions = fakeActions({
    findInProject: async (request: FindRequest) => {
      const found = request.query === '' ? null : findAll(texts, request);
      act(() => $projectFind.set({ ...$projectFind.get(), found }));
    },
    openFile: async () => undefined,
    replaceFound: async () => undefined,
    undoReplacement: async () => undefined,
  });
  render(
    <ReadyWorkbench actions={actions}>
      <ProjectFind />
    </ReadyWorkbench>,
  );
  return actions;
}

const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const status = () => screen.queryByRole('status')?.textContent;

test('matches are listed by file with their counts, and one is opened at its place', async () => {
  const actions = show({ 'src/a.ts': 'const x = 1;\nreturn x', 'b.ts': 'x' });
  type('Find in all files', 'x');
  await waitFor(() => expect(status()).toBe('3 matches in 2 files'));
  expect(screen.getByRole('button', { name: /a\.ts.*2 matches/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '2 return x' }));
  expect(actions.calls.at(-1)).toEqual({ name: 'openFile', arguments: ['src/a.ts', { line: 2, column: 7, length: 1 }] });
});

test('a file is folded, and its matches are out of the way', async () => {
  show({ 'a.ts': 'x' });
  type('Find in all files', 'x');
  const file = await screen.findByRole('button', { name: /a\.ts/ });
  fireEvent.click(file);
  expect(file.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('button', { name: '1 x' })).toBeNull();
});

test('what is to be replaced is shown before and after, and is replaced one by one, in a file, or all', async () => {
  const actions = show({ 'a.ts': 'old old', 'b.ts': 'old' });
  fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
  type('Find in all files', 'old');
  type('Replace with', 'new');
  await waitFor(() => expect(document.querySelectorAll('ins')).toHaveLength(3));
  expect(document.querySelector('del')?.textContent).toBe('old');
  const replacedBy = (name: string) => {
    fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
    const [files] = actions.calls.slice(-1).flatMap((call) => call.arguments as FoundFile[][]); // The files that the button passes.
    if (files === undefined) return null;
    return files.map(({ path, matches }) => `${path} ${matches.length}`);
  };
  expect(replacedBy('Replace the match in line 1')).toEqual(['a.ts 1']);
  expect(replacedBy('Replace all in a.ts')).toEqual(['a.ts 2']);
  expect(replacedBy('Replace 3 matches')).toEqual(['a.ts 2', 'b.ts 1']);
});

test('while another tab works on the project nothing can be replaced', async () => {
  $otherTab.set({ state: 'works', isSilent: false });
  show({ 'a.ts': 'old' });
  fireEvent.click(screen.getByRole('button', { name: 'Replace' }));
  type('Find in all files', 'old');
  const all = await screen.findByRole<HTMLButtonElement>('button', { name: 'Replace 1 match' });
  expect(all.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace all in a.ts' }).disabled).toBe(true);
});

test('a replacement says what it did and can be taken back', async () => {
  const actions = show({ 'a.ts': 'x' });
  type('Find in all files', 'x');
  await waitFor(() => expect(status()).toBe('1 match in 1 file'));
  act(() => $projectFind.set({ ...$projectFind.get(), replaced: { text: 'Replaced 1 match in 1 file.', canUndo: true } }));
  expect(status()).toContain('Replaced 1 match in 1 file.');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(actions.calls.at(-1)?.name).toBe('undoReplacement');
});

test('a query that cannot be looked for, or finds nothing, says so, and Escape closes', async () => {
  $isProjectFindShown.set(true);
  show({ 'a.ts': 'x' });
  type('Find in all files', 'zebra');
  await screen.findByText(/^No matches/);
  type('Files to include', '../up');
  await screen.findByText(/^The pattern is not valid/);
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Find in all files' }), { key: 'Escape' });
  expect($isProjectFindShown.get()).toBe(false);
});
