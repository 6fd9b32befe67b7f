// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MemoryFolder } from '../../lib/project/testing/memory-folder.ts';
import { $chat, INITIAL_CHAT_STATE } from '../../lib/stores/chat.ts';
import { $isFolderShown } from '../../lib/stores/local-folder.ts';
import { ReadyWorkbench } from '../page/workbench-context.tsx';
import { fakeActions } from '../testing/fake-actions.ts';
import { ExportMenu } from './export-menu.tsx';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(globalThis, 'showDirectoryPicker');
  $chat.set(INITIAL_CHAT_STATE);
  $isFolderShown.set(false);
});

async function open() {
  const actions = fakeActions({ exportZip: async () => null, exportToFolder: async () => undefined });
  render(
    <ReadyWorkbench actions={actions}>
      <ExportMenu early="none" />
    </ReadyWorkbench>,
  );
  await act(async () => void fireEvent.keyDown(screen.getByRole('button', { name: 'Export' }), { key: 'Enter' }));
  return actions;
}

const choose = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('menuitem', { name })));

test('the project leaves as a zip, with its packages where that is chosen', async () => {
  const actions = await open();
  await choose('Zip');
  expect(actions.calls).toEqual([{ name: 'exportZip', arguments: [undefined] }]);
  cleanup();
  const again = await open();
  await choose(/^Zip with installed packages/);
  expect(again.calls).toEqual([{ name: 'exportZip', arguments: [{ withPackages: true }] }]);
});

test('a folder is asked for by the browser, and the project written into it under its name', async () => {
  const desk = new MemoryFolder('Desk').asHandle();
  Object.assign(globalThis, { showDirectoryPicker: async () => desk });
  $chat.set({ ...INITIAL_CHAT_STATE, title: 'My shop!' });
  const actions = await open();
  await choose(/^Into a folder/);
  expect(actions.calls).toEqual([{ name: 'exportToFolder', arguments: [desk, 'my-shop'] }]);
});

test('the open project is connected with a folder from here, where the browser can do so', async () => {
  await open();
  expect(screen.queryByRole('menuitem', { name: /^Connect a folder/ })).toBeNull();
  cleanup();
  Object.assign(globalThis, { showDirectoryPicker: async () => new MemoryFolder('Desk').asHandle() });
  await open();
  await choose(/^Connect a folder/);
  expect($isFolderShown.get()).toBe(true);
});

test('a choice of a folder that is closed does nothing', async () => {
  Object.assign(globalThis, {
    showDirectoryPicker: async () => {
      throw new DOMException('The user aborted a request.', 'AbortError');
    },
  });
  const actions = await open();
  await choose(/^Into a folder/);
  expect(actions.calls).toEqual([]);
});

test('a browser that lets no page write into a folder is said', async () => {
  await open();
  const item = screen.getByRole('menuitem', { name: /^Into a folder/ });
  expect([item.textContent, item.getAttribute('aria-disabled')]).toEqual([
    'Into a folder…This browser lets no page write into a folder',
    'true',
  ]);
});
