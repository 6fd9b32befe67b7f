// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { $activeTab, $openFiles, $tabs } from '../../lib/stores/files.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { EditorTabs } from './editor-tabs.tsx';

afterEach(() => {
  cleanup();
  $openFiles.set(new Map());
  $tabs.set([]);
  $activeTab.set(null);
});

function show(paths: readonly string[], active: string) {
  $tabs.set(paths);
  $activeTab.set(active);
  const close = (path: string) => {
    $tabs.set($tabs.get().filter((tab) => tab !== path));
    if ($activeTab.get() === path) $activeTab.set($tabs.get()[0] ?? null);
  };
  const actions = fakeActions({ closeFile: close });
  render(
    <ReadyWorkbench actions={actions}>
      <EditorTabs />
    </ReadyWorkbench>,
  );
  return actions;
}

test('each tab has its own cross beside its name', () => {
  const actions = show(['src/a.ts', 'src/b.ts'], 'src/a.ts');
  const crosses = screen.getAllByTitle('Close');
  expect(crosses.map((cross) => cross.previousElementSibling?.textContent)).toEqual(['a.ts', 'b.ts']);
  fireEvent.click(crosses[1] as HTMLElement);
  expect(actions.calls).toEqual([{ name: 'closeFile', arguments: ['src/b.ts'] }]);
  expect($activeTab.get()).toBe('src/a.ts');
});

test('Delete on a tab closes it, and the next one has the focus', () => {
  const actions = show(['a.ts', 'b.ts'], 'a.ts');
  const tab = screen.getByRole('tab', { name: 'a.ts' });
  tab.focus();
  fireEvent.keyDown(tab, { key: 'Delete' });
  expect(actions.calls).toEqual([{ name: 'closeFile', arguments: ['a.ts'] }]);
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'b.ts' }));
});

test('a list of tabs holds nothing else for who listens to it, and the button after it closes the current file', () => {
  const actions = show(['a.ts', 'b.ts'], 'b.ts');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close b.ts']);
  fireEvent.click(screen.getByRole('button', { name: 'Close b.ts' }));
  expect(actions.calls).toEqual([{ name: 'closeFile', arguments: ['b.ts'] }]);
});

test('a tab says in words that its text is not saved', () => {
  $openFiles.set(new Map([['a.ts', { path: 'a.ts', savedText: '', text: 'x', isBeingWritten: false, isBinary: false }]]));
  show(['a.ts'], 'a.ts');
  expect(screen.getByRole('tab', { name: 'a.ts' }).getAttribute('aria-description')).toBe('not saved');
});
