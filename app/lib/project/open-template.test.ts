import { afterEach, expect, it } from 'vitest';
import { createNoticeService } from '../notices/notice-service.ts';
import { $notices, $workbenchTab } from '../stores/workbench.ts';
import { openTemplate } from './open-template.ts';

afterEach(() => {
  $workbenchTab.set('code');
  $notices.set([]);
});

function open({ whileWritten = () => undefined as void, has = [] as { path: string; content: Uint8Array }[] } = {}) {
  const written: string[] = [];
  const project = {
    contents: async () => has,
    async bringIn(files: readonly { path: string }[]) {
      written.push($workbenchTab.get(), ...files.map(({ path }) => path));
      whileWritten();
    },
  };
  const opened = openTemplate('vanilla', { notices: createNoticeService(), project, enterChat: async () => undefined });
  return opened.then(() => written);
}

it('a template shows its files, and whoever goes elsewhere while they are written stays there', async () => {
  $workbenchTab.set('preview');
  const written = await open({ whileWritten: () => $workbenchTab.set('terminal') });
  expect(written).toEqual(expect.arrayContaining(['code', 'package.json']));
  expect($workbenchTab.get()).toBe('terminal');
});

it('a chat that has files keeps them, and is said to have some', async () => {
  expect(await open({ has: [{ path: 'a.txt', content: new Uint8Array() }] })).toEqual([]);
  expect($notices.get().map(({ message }) => message)).toEqual([expect.stringContaining('has files already')]);
});
