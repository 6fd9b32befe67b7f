// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MemoryFolder } from '../../../lib/project/testing/memory-folder.ts';
import { $localFolder } from '../../../lib/stores/local-folder.ts';
import { ReadyWorkbench } from '../../page/workbench-context.tsx';
import { fakeActions, type ScriptedActions } from '../../testing/fake-actions.ts';
import { FolderDialog } from './folder-dialog.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(globalThis, 'showDirectoryPicker');
  $localFolder.set({ status: 'none' });
});

function show(scripted: ScriptedActions, picked: () => Promise<unknown>) {
  Object.assign(globalThis, { showDirectoryPicker: picked });
  const actions = fakeActions(scripted);
  render(
    <ReadyWorkbench actions={actions}>
      <FolderDialog />
    </ReadyWorkbench>,
  );
  return actions;
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const free = { projectOfFolder: async () => null, connectFolder: async () => undefined };

test('before the open project and a folder are connected it is said what is in the folder and what comes of it', async () => {
  const folder = new MemoryFolder('shop');
  for (const name of ['g', 'f', 'e', 'd', 'c', 'b', 'a']) folder.put(name, name);
  const actions = show(free, async () => folder.asHandle());
  await press('Choose a folder…');
  expect(screen.getByRole('status').textContent).toBe(
    '“shop” has a, b, c, d, e and 2 more. What the project lacks comes into it, and the project’s files are written into the folder.',
  );
  expect(actions.calls.map(({ name }) => name)).toEqual(['projectOfFolder']);
  await press('Connect the folder');
  expect(actions.calls.at(-1)).toEqual({
    name: 'connectFolder',
    arguments: [folder.asHandle(), { withIgnored: false, isBroughtIn: false }],
  });
});

test('an empty folder is said to be filled with the project', async () => {
  show(free, async () => new MemoryFolder('new').asHandle());
  await press('Choose a folder…');
  expect(screen.getByRole('status').textContent).toBe('“new” is empty: the project is written into it.');
});

test('a folder of another project is not connected, and neither is one that was not chosen', async () => {
  show({ projectOfFolder: async () => 'Shop' }, async () => new MemoryFolder('shop').asHandle());
  await press('Choose a folder…');
  expect(screen.getByRole('alert').textContent).toMatch(/^The folder “shop” is connected to the project “Shop” already\./);
  expect(screen.queryByRole('button', { name: 'Connect the folder' })).toBeNull();
  cleanup();
  show(free, () => Promise.reject(new DOMException('The user aborted a request.', 'AbortError')));
  await press('Choose a folder…');
  expect(screen.queryByRole('alert')).toBeNull();
});
