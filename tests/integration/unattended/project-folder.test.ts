import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectChanges, writeChanges } from '../../../scripts/agent/project-changes.ts';
import { readProjectFolder } from '../../../scripts/agent/project-folder.ts';
import { unifiedPatch } from '../../../scripts/agent/unified-patch.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'devonz-agent-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
const bytes = (text: string) => new TextEncoder().encode(text);
const atTheEnd = (files: Record<string, string>) => new Map(Object.entries(files).map(([path, text]) => [path, bytes(text)]));
const text = (path: string) => readFile(join(root, path), 'utf8');

describe('reading a folder', () => {
  test('takes what .gitignore leaves in, also that of a folder below, and no folders of tools', async () => {
    await put({
      '.gitignore': 'secret.txt\n/out/\n',
      'a.ts': 'a',
      'secret.txt': 's',
      'out/b.js': 'b',
      'lib/.gitignore': '*.log\n!keep.log\n',
      'lib/x.log': 'x',
      'lib/keep.log': 'k',
      'node_modules/p/index.js': 'p',
      '.git/config': 'g',
    });
    const { files, leftOut } = await readProjectFolder(root, 100);
    expect([...files.keys()]).toEqual(['.gitignore', 'a.ts', 'lib/.gitignore', 'lib/keep.log']);
    expect(leftOut).toEqual([]);
  });

  test('leaves out links, large files and names that the project cannot hold, and says so', async () => {
    await put({ 'a.txt': 'a', 'back\\slash.txt': 'b' });
    await symlink('/etc', join(root, 'etc'));
    await writeFile(join(root, 'large.bin'), new Uint8Array(10 * 1024 * 1024 + 1));
    const { files, leftOut } = await readProjectFolder(root, 100);
    expect([...files.keys()]).toEqual(['a.txt']);
    expect(leftOut.join('\n')).toMatch(/slash\.txt.*name[\s\S]*"etc": a symbolic link[\s\S]*"large\.bin": 11 MB/);
  });

  test('refuses what is no folder and what has too many files, in words', async () => {
    await put({ 'a.txt': 'a', 'b.txt': 'b' });
    await expect(readProjectFolder(join(root, 'nowhere'), 10)).rejects.toThrow('There is no folder');
    await expect(readProjectFolder(join(root, 'a.txt'), 10)).rejects.toThrow('is not a folder');
    await expect(readProjectFolder(root, 1)).rejects.toThrow('--max-files');
  });
});

describe('writing back', () => {
  test('creates, changes and deletes, keeps modes, and removes folders that are empty then', async () => {
    await put({ 'keep.txt': 'k', 'run.sh': 'old', 'gone/deep/x.txt': 'x' });
    await chmod(join(root, 'run.sh'), 0o755);
    const snapshot = await readProjectFolder(root, 100);
    const changes = projectChanges(snapshot, atTheEnd({ 'keep.txt': 'k', 'run.sh': 'new', 'new/y.txt': 'y' }));
    await writeChanges(root, changes);
    expect((await readdir(root)).sort()).toEqual(['keep.txt', 'new', 'run.sh']);
    expect([await text('run.sh'), await text('new/y.txt')]).toEqual(['new', 'y']);
    expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o755);
  });

  test('writes nothing at all where a file of them has changed meanwhile, and names it', async () => {
    await put({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    const snapshot = await readProjectFolder(root, 100);
    const changes = projectChanges(snapshot, atTheEnd({ 'a.txt': 'A', 'b.txt': 'B', 'new.txt': 'n' }));
    await put({ 'b.txt': 'mine', 'new.txt': 'mine too' });
    await expect(writeChanges(root, changes)).rejects.toThrow(/b\.txt was changed on the disk meanwhile; new\.txt is on the disk by now/);
    expect([await text('a.txt'), await text('b.txt'), await text('c.txt')]).toEqual(['a', 'mine', 'c']);
  });

  test.each(['../out.txt', '.git/hooks/pre-commit', '.GIT/config', 'a/../../x', '/etc/x', 'a\\..\\x', ''])(
    'never writes %j, whatever came out of the browser',
    async (path) => {
      const changes = projectChanges(await readProjectFolder(root, 100), atTheEnd({ [path]: 'x' }));
      await expect(writeChanges(root, changes)).rejects.toThrow('no path that may be written');
    },
  );

  test('follows no link out of the folder', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'devonz-elsewhere-'));
    await symlink(elsewhere, join(root, 'link'));
    const changes = projectChanges(await readProjectFolder(root, 100), atTheEnd({ 'link/x.txt': 'x' }));
    await expect(writeChanges(root, changes)).rejects.toThrow('behind the symbolic link link');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });
});

test('the patch is one that git applies, for new, changed and deleted files, odd names and texts without an end', async () => {
  await put({ 'a.txt': 'one\ntwo\nthree\n', 'gone.txt': 'bye\n', 'no end.txt': 'x', 'é"q.txt': 'u\n', 'empty-soon.txt': 'e\n' });
  const snapshot = await readProjectFolder(root, 100);
  const end = {
    'a.txt': 'one\n2\nthree\n',
    'no end.txt': 'x\ny',
    'é"q.txt': 'v\n',
    'sub/new.txt': 'n\n',
    'empty-soon.txt': '',
    'nothing.txt': '',
  };
  const { text: patch, binary } = unifiedPatch(projectChanges(snapshot, atTheEnd(end)));
  expect(binary).toEqual([]);
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: root,
    input: patch,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  });
  const applied = await readProjectFolder(root, 100);
  expect(new Map([...applied.files].map(([path, content]) => [path, new TextDecoder().decode(content)]))).toEqual(
    new Map(Object.entries(end).sort()),
  );
});

test('a binary file is named instead of being put into the patch', async () => {
  const snapshot = await readProjectFolder(root, 100);
  const files = new Map([['x.bin', new Uint8Array([0, 1, 2])]]);
  expect(unifiedPatch(projectChanges(snapshot, files))).toEqual({ text: '', binary: ['x.bin'] });
});
