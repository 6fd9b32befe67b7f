// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { contentHashSchema } from '../../../lib/protocol/ids.ts';
import { $isFolderShown, $localFolder, type ConnectedFolderState } from '../../../lib/stores/local-folder.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { FolderStatus } from './folder-status.tsx';

const HASH = contentHashSchema.parse('0'.repeat(64));

afterEach(() => {
  cleanup();
  $localFolder.set({ status: 'none' });
  $isFolderShown.set(false);
});

function connected(changes: Partial<ConnectedFolderState>): ConnectedFolderState {
  return {
    ...{ status: 'connected', name: 'shop', work: { type: 'at-rest' }, trouble: null, comparedAt: 0 },
    ...{ conflicts: [], left: [], deletions: [] },
    ...changes,
  };
}

function show(scripted: ScriptedActions = {}) {
  const actions = fakeActions(scripted);
  render(
    <ReadyWorkbench actions={actions}>
      <FolderStatus />
      <FolderDialog />
    </ReadyWorkbench>,
  );
  return actions;
}

async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
}

const status = (state: Parameters<typeof $localFolder.set>[0]) => {
  $localFolder.set(state);
  show();
  const label = screen.getByRole('button', { name: /^Folder shop/, hidden: true }).getAttribute('aria-label');
  cleanup();
  return label;
};

test('the state of the folder is a few words in the line at the bottom', () => {
  const conflict = { path: 'a.ts', project: HASH, disk: null };
  expect(status(connected({}))).toBe('Folder shop: in step');
  expect(status(connected({ work: { type: 'copying', left: 3 } }))).toBe('Folder shop: 3 to copy');
  expect(status(connected({ conflicts: [conflict] }))).toBe('Folder shop: 1 conflict');
  expect(status(connected({ left: [{ path: 'aux', why: 'No such name.' }] }))).toBe('Folder shop: in step but for 1 file');
  expect(status(connected({ trouble: 'The disk is full.' }))).toBe('Folder shop: not in step');
  expect(status({ status: 'paused', name: 'shop', why: 'It was reloaded.' })).toBe('Folder shop: disconnected');
});

test('of each file in conflict it is said what both sides did, and either version can be taken', async () => {
  const conflicts = [
    { path: 'src/a.ts', project: HASH, disk: HASH },
    { path: 'b.ts', project: null, disk: HASH },
  ];
  $localFolder.set(connected({ conflicts }));
  const actions = show({ keepVersions: async () => undefined });
  const rows = within(screen.getByRole('list', { name: 'Files in conflict' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Changed here and on the disk'),
    expect.stringContaining('Deleted here, changed on the disk'),
  ]);
  await press('Take the disk’s: src/a.ts');
  await press('Keep all of mine');
  expect(actions.calls).toEqual([
    { name: 'keepVersions', arguments: [[conflicts[0]], 'disk'] },
    { name: 'keepVersions', arguments: [conflicts, 'project'] },
  ]);
});

test('before many files are deleted it is said which, and where they still are', async () => {
  $localFolder.set(connected({ deletions: [{ from: 'project', paths: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }] }));
  const actions = show({ answerDeletions: async () => undefined });
  const question = within(screen.getByRole('region', { name: 'Deletions' }));
  expect(question.getByText('7 files are gone from the folder. They are still in the project.')).toBeTruthy();
  expect(question.getByText('a, b, c, d, e and 2 more')).toBeTruthy();
  await press('Bring them back');
  expect(actions.calls).toEqual([{ name: 'answerDeletions', arguments: ['project', 'bring-back'] }]);
});

test('a folder that the browser must be asked for again is reconnected by a click', async () => {
  $localFolder.set({ status: 'paused', name: 'shop', why: 'After a reload the browser asks again.' });
  const actions = show({ reconnectFolder: async () => undefined });
  expect(screen.getByText('After a reload the browser asks again.')).toBeTruthy();
  await press('Reconnect the folder');
  expect(actions.calls).toEqual([{ name: 'reconnectFolder', arguments: [] }]);
});
