import { existsSync } from 'node:fs';
import { chmod, link, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileChange, MachineFiles } from '../machine/machine.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { createLocalFiles } from './local-files.ts';

let outside: TemporaryFolder;
let root: string;
let files: MachineFiles;
beforeEach(async () => {
  outside = await temporaryFolder();
  root = join(outside.path, 'project');
  await mkdir(root);
  await writeFile(join(outside.path, 'secret.txt'), 'secret');
  let count = 0;
  files = createLocalFiles(root, process.platform, () => `n${count++}`);
});
afterEach(() => outside.remove());

const bytes = (text: string) => new TextEncoder().encode(text);
const text = async (path: string) => new TextDecoder().decode(await files.read(path));
const inside = (path: string) => join(root, path);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: { code?: string }) => error.code,
  );

describe('files of this computer', () => {
  it('are read whole or in part, written, listed, renamed and removed', async () => {
    await files.write(inside('a.txt'), bytes('0123456789'));
    expect(await text(inside('a.txt'))).toBe('0123456789');
    expect(new TextDecoder().decode(await files.read(inside('a.txt'), { offset: 3, limit: 4 }))).toBe('3456');
    expect((await files.read(inside('a.txt'), { offset: 8, limit: 100 })).byteLength).toBe(2);
    expect((await files.read(inside('a.txt'), { offset: 80, limit: 1 })).byteLength).toBe(0);
    expect(await files.makeFolder(inside('b/c'), true)).toBe(inside('b'));
    await files.rename(inside('a.txt'), inside('b/d.txt'));
    await files.makeLink('d.txt', inside('b/link'));
    expect(await files.list(inside('b'))).toEqual([
      { name: 'c', kind: 'directory' },
      { name: 'd.txt', kind: 'file' },
      { name: 'link', kind: 'symlink' },
    ]);
    expect([await files.readLink(inside('b/link')), await text(inside('b/link'))]).toEqual(['d.txt', '0123456789']);
    expect(await files.status(inside('b/link'))).toMatchObject({ kind: 'symlink' });
    await files.remove(inside('b'), { isRecursive: true, isForced: false });
    expect(await readdir(root)).toEqual([]);
  });

  it('keep their mode and their other names when they are replaced, and a failure leaves no half of one', async () => {
    await writeFile(inside('run.sh'), 'one');
    await chmod(inside('run.sh'), 0o751);
    await files.write(inside('run.sh'), bytes('two'));
    expect((await stat(inside('run.sh'))).mode & 0o7777).toBe(0o751);
    await link(inside('run.sh'), inside('second'));
    await files.write(inside('second'), bytes('three'));
    expect(await text(inside('run.sh'))).toBe('three');
    expect(await codeOf(files.write(root, bytes('x')))).toBe('EISDIR');
    await expect(files.write(inside('no/file'), bytes('x'))).rejects.toThrow(
      `ENOENT: no such file or directory, open '${inside('no/file')}'`,
    );
    expect((await readdir(root)).sort()).toEqual(['run.sh', 'second']);
  });

  it('are had by no path that leads out: dots, links to folders and files, links to links, and links to what does not exist', async () => {
    await symlink(outside.path, inside('up'));
    await symlink(join(outside.path, 'secret.txt'), inside('file'));
    await symlink('file', inside('again'));
    await symlink(join(outside.path, 'new.txt'), inside('dangling'));
    await symlink('up/new.txt', inside('through'));
    const out = ['up/secret.txt', 'file', 'again', 'dangling', 'through', 'up', '../secret.txt', '../../etc/passwd'];
    const escapes = out.map((path) => `${root}/${path}`).concat('/etc/passwd', outside.path);
    for (const path of escapes) {
      const below = `${path}/x`;
      const seen = await Promise.all([
        codeOf(files.read(path)),
        codeOf(files.read(below)),
        codeOf(files.write(path, bytes('evil'))),
        codeOf(files.list(path)),
        codeOf(files.makeFolder(below, true)),
        codeOf(files.setMode(path, 0o777)),
        codeOf(files.rename(path.startsWith(`${root}/up/`) ? path : below, inside('stolen'))),
        codeOf(files.remove(below, { isRecursive: true, isForced: true })),
        codeOf(files.watch(path, { isRecursive: true }, () => undefined)),
      ]);
      expect([path, ...new Set(seen)]).toEqual([path, 'EACCES']);
    }
    expect((await readdir(outside.path)).sort()).toEqual(['project', 'secret.txt']);
    expect(await readFile(join(outside.path, 'secret.txt'), 'utf8')).toBe('secret');
    // The link itself is in the folder.
    await files.remove(inside('up'), { isRecursive: true, isForced: false });
    expect(existsSync(join(outside.path, 'secret.txt'))).toBe(true);
  });

  it('follow links that stay inside, also to what is made by writing', async () => {
    await mkdir(inside('real'));
    await symlink('real', inside('alias'));
    await symlink('alias/new.txt', inside('shortcut'));
    await files.write(inside('shortcut'), bytes('made'));
    expect(await readFile(inside('real/new.txt'), 'utf8')).toBe('made');
    expect(await codeOf(files.read(inside('real/new.txt/below')))).toBe('ENOTDIR');
    await symlink('loop', inside('loop'));
    expect(await codeOf(files.read(inside('loop')))).toBe('ELOOP');
  });
});

describe('a watch', () => {
  const watchFor = async (path: string, isRecursive: boolean) => {
    const seen: string[] = [];
    let wake = (): void => undefined;
    const watch = await files.watch(path, { isRecursive }, ({ event, name }: FileChange) => {
      seen.push(`${event} ${name}`);
      wake();
    });
    const until = async (wanted: string) => {
      while (!seen.includes(wanted)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    return { seen, until, watch };
  };

  it('tells of new, changed, replaced and removed files and folders below it, and of no temporary one', async () => {
    await mkdir(inside('deep/er'), { recursive: true });
    await writeFile(inside('deep/er/old.txt'), '');
    const { seen, until, watch } = await watchFor(root, true);
    await files.write(inside('deep/er/old.txt'), bytes('replaced'));
    await until('change deep/er/old.txt');
    expect(seen).not.toContain('rename deep/er/old.txt');
    await files.write(inside('deep/new.txt'), bytes('new'));
    await until('rename deep/new.txt');
    await until('change deep/new.txt');
    await mkdir(inside('later/inner'), { recursive: true });
    await writeFile(inside('later/inner/x.txt'), 'x');
    await until('rename later/inner/x.txt');
    await rename(inside('later'), inside('moved'));
    await until('rename later');
    await writeFile(inside('moved/inner/y.txt'), 'y');
    await until('rename moved/inner/y.txt');
    await files.remove(inside('deep/er/old.txt'), { isRecursive: false, isForced: false });
    await until('rename deep/er/old.txt');
    expect(seen.filter((line) => line.includes('.tmp'))).toEqual([]);
    watch.close();
  });

  it('tells of one folder or file alone when it is not recursive', async () => {
    await mkdir(inside('sub'));
    await writeFile(inside('one.txt'), '');
    const flat = await watchFor(root, false);
    const single = await watchFor(inside('one.txt'), false);
    await writeFile(inside('sub/deep.txt'), 'x');
    await writeFile(inside('one.txt'), 'x');
    await flat.until('change one.txt');
    await single.until('change one.txt');
    expect(flat.seen.filter((line) => line.includes('deep'))).toEqual([]);
    flat.watch.close();
    single.watch.close();
  });
});
