import { describe, expect, test } from 'vitest';
import { FACTS } from '../../machines/testing/machine-facts.ts';
import type { FileAccess } from '../file-access.ts';
import { MemoryWorkspace } from '../memory/memory-workspace.ts';
import type { FileEvent, WorkspacePath } from '../types.ts';
import { withoutPrivate } from './without-private.ts';

const pathOf = (path: string) => path as WorkspacePath; // Paths of these tests.

/** A home folder that is open as a project, on a machine or in the browser. */
function openHome(isMachine = true) {
  const workspace = new MemoryWorkspace({
    '.ssh/id_rsa': 'key',
    '.config/gh/hosts.yml': 'token',
    '.config/nvim/init.lua': 'x',
    '.netrc': 'password',
    '.bash_history': 'history',
    'app/.env': 'A=1',
    'app/main.js': 'x',
  });
  let tell: (event: FileEvent) => void = () => undefined;
  const access: FileAccess = {
    readFile: (path) => workspace.readFile(path),
    writeFile: (path, content) => workspace.writeFile(path, content),
    readUnfollowed: (path) => workspace.readUnfollowed(path),
    makeLink: (path, linkTo) => workspace.makeLink(path, linkTo),
    kindOf: (path) => workspace.kindOf(path),
    readDirectory: (path) => workspace.readDirectory(path),
    makeDirectory: (path) => workspace.makeDirectory(path),
    remove: (path) => workspace.remove(path),
    rename: (from, to) => workspace.rename(from, to),
    watchFiles(listener) {
      tell = listener;
      return () => undefined;
    },
    watchSettled: async () => undefined,
  };
  const facts = { ...FACTS, home: '/home/ada', folder: '/home/ada' };
  const files = withoutPrivate(access, isMachine ? { host: 'machine', origin: '', facts } : { host: 'engine', origin: '' });
  const names = async (path: string) => (await files.readDirectory(pathOf(path))).map(({ name }) => name);
  return { files, names, emit: (path: string) => tell({ type: 'changed', path: pathOf(path) }) };
}

describe('a home folder on a machine', () => {
  test('is listed without the user’s private files, but with the secrets of projects', async () => {
    const { names } = openHome();
    expect(await names('')).toEqual(['.config', 'app']);
    expect(await names('.config')).toEqual(['nvim']);
    expect(await names('app')).toEqual(['.env', 'main.js']);
    await expect(names('.ssh')).rejects.toThrow('.ssh holds keys or histories of the user, and is not listed.');
  });

  test('tells nothing of what changes there', () => {
    const { files, emit } = openHome();
    const heard: string[] = [];
    files.watchFiles(({ path }) => heard.push(path));
    for (const path of ['.ssh/known_hosts', '.bash_history', '.config/gh/hosts.yml', 'app/main.js']) emit(path);
    expect(heard).toEqual(['app/main.js']);
  });

  test('loses no folder as a whole that may hold what was not shown', async () => {
    const { files } = openHome();
    for (const path of ['.config', '.ssh']) await expect(files.remove(pathOf(path))).rejects.toThrow('is not removed or moved as a whole');
    await expect(files.rename(pathOf('.config'), pathOf('x'))).rejects.toThrow('is not removed or moved as a whole');
    await files.remove(pathOf('app'));
    expect(await files.kindOf(pathOf('app'))).toBeNull();
    expect(await files.kindOf(pathOf('.ssh/id_rsa'))).toBe('file');
  });

  test('gives a file that is named, which the policy has asked about', async () => {
    const { files } = openHome();
    expect(new TextDecoder().decode(await files.readFile(pathOf('.netrc')))).toBe('password');
  });
});

test('in the browser nothing is left out', async () => {
  expect(await openHome(false).names('')).toContain('.ssh');
});
