import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileChange } from '../../machine/machine.ts';
import { findProgram } from '../../testing/find-program.ts';
import { makeFolder, openTestMachine, plainPath, type TestMachine } from '../testing/test-machine.ts';

let bench: TestMachine;
let outside: string;
let tools: string;
beforeEach(async () => {
  tools = await makeFolder();
  // Without `inotifywait`, wherever it is installed.
  bench = await openTestMachine({ environment: { PATH: await plainPath(tools) } });
  outside = await makeFolder();
  await fs.writeFile(join(outside, 'secret'), 'secret');
});
afterEach(async () => {
  await bench.close();
  for (const folder of [outside, tools]) await fs.rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(bench.folder, name);
const files = () => bench.machine.files;
const text = async (path: string) => Buffer.from(await files().read(path)).toString();

describe('files over SFTP', () => {
  test('of any content and size are written and read back, and in ranges', async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 0, max: 300_000 }).map((size) => new Uint8Array(size).map((_, index) => index % 251)),
    );
    await fc.assert(
      fc.asyncProperty(content, fc.nat(310_000), fc.nat(310_000), async (bytes, offset, limit) => {
        await files().write(at('f'), bytes);
        expect(Buffer.compare(await fs.readFile(at('f')), bytes)).toBe(0);
        expect(Buffer.compare(await files().read(at('f')), bytes)).toBe(0);
        expect(Buffer.compare(await files().read(at('f'), { offset, limit }), bytes.subarray(offset, offset + limit))).toBe(0);
      }),
      { numRuns: 20 },
    );
    expect(await fs.readdir(bench.folder)).toEqual(['f']);
  });

  test('keep their mode, and a link stays a link', async () => {
    await fs.writeFile(at('run'), 'a');
    await fs.chmod(at('run'), 0o751);
    await fs.symlink('run', at('link'));
    await files().write(at('link'), Buffer.from('b'));
    expect([await fs.readFile(at('run'), 'utf8'), (await fs.stat(at('run'))).mode & 0o7777]).toEqual(['b', 0o751]);
    expect(await files().readLink(at('link'))).toBe('run');
    expect(await files().status(at('link'))).toMatchObject({ kind: 'symlink' });
    expect(await files().status(at('run'))).toMatchObject({ kind: 'file', size: 1, mode: 0o751 });
    await files().setMode(at('run'), 0o600);
    expect((await fs.stat(at('run'))).mode & 0o7777).toBe(0o600);
  });

  test('are made, moved and removed as Node does', async () => {
    expect(await files().makeFolder(at('a/b/c'), true)).toBe(at('a'));
    expect(await files().makeFolder(at('a/b/c'), true)).toBe(undefined);
    await files().write(at('a/x'), Buffer.from('1'));
    await files().write(at('a/y'), Buffer.from('2'));
    await files().rename(at('a/x'), at('a/y'));
    expect(await text(at('a/y'))).toBe('1');
    await files().rename(at('a/b'), at('moved'));
    await files().makeLink('y', at('a/link'));
    expect(await files().list(at('a'))).toEqual([
      { name: 'link', kind: 'symlink' },
      { name: 'y', kind: 'file' },
    ]);
    await files().remove(at('a'), { isRecursive: true, isForced: false });
    await files().remove(at('gone'), { isRecursive: false, isForced: true });
    expect(await fs.readdir(bench.folder)).toEqual(['moved']);
  });

  test('that fail have Node’s codes', async () => {
    await fs.mkdir(at('folder/inner'), { recursive: true });
    await fs.mkdir(at('empty'));
    await fs.writeFile(at('file'), '');
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: { code?: string }) => error.code,
      );
    expect(await code(files().read(at('missing')))).toBe('ENOENT');
    expect(await code(files().read(at('folder')))).toBe('EISDIR');
    expect(await code(files().write(at('folder'), new Uint8Array()))).toBe('EISDIR');
    expect(await code(files().write(at('missing/x'), new Uint8Array()))).toBe('ENOENT');
    expect(await code(files().list(at('file')))).toBe('ENOTDIR');
    expect(await code(files().list(at('missing')))).toBe('ENOENT');
    expect(await code(files().makeFolder(at('file'), false))).toBe('EEXIST');
    expect(await code(files().makeFolder(at('file'), true))).toBe('EEXIST');
    expect(await code(files().makeLink('x', at('folder')))).toBe('EISDIR');
    expect(await code(files().remove(at('missing'), { isRecursive: true, isForced: false }))).toBe('ENOENT');
    expect(await code(files().remove(at('folder'), { isRecursive: false, isForced: false }))).toBe('ERR_FS_EISDIR');
    expect(await code(files().rename(at('empty'), at('folder')))).toBe('ENOTEMPTY');
    expect(await code(files().rename(at('missing'), at('x')))).toBe('ENOENT');
    expect(await code(files().read(at('a\0b')))).toBe('EINVAL');
  });
});

describe('outside the open folder', () => {
  test('nothing is reached by a path or a link', async () => {
    await fs.symlink(outside, at('out'));
    await fs.symlink(join(outside, 'secret'), at('file'));
    await fs.symlink(join(outside, 'new'), at('dangling'));
    await fs.symlink('..', at('up'));
    const paths = [join(outside, 'secret'), at('../x'), at('out/secret'), at('file'), at('up/x'), `${bench.folder}x/y`, '/etc/passwd'];
    const refused = { code: 'EACCES' };
    for (const path of paths) {
      await expect(files().read(path), path).rejects.toMatchObject(refused);
      await expect(files().write(path, Buffer.from('x')), path).rejects.toMatchObject(refused);
      await expect(files().setMode(path, 0o777), path).rejects.toMatchObject(refused);
    }
    for (const path of [join(outside, 'x'), at('../x'), at('out/x'), at('up/x')]) {
      await expect(files().makeFolder(path, true), path).rejects.toMatchObject(refused);
      await expect(files().makeLink('a', path), path).rejects.toMatchObject(refused);
      await expect(files().rename(at('file'), path), path).rejects.toMatchObject(refused);
      await expect(files().remove(path, { isRecursive: true, isForced: true }), path).rejects.toMatchObject(refused);
      await expect(files().list(path), path).rejects.toMatchObject(refused);
    }
    await expect(files().write(at('dangling'), Buffer.from('x'))).rejects.toMatchObject(refused);
    await expect(files().remove(bench.folder, { isRecursive: true, isForced: true })).rejects.toMatchObject(refused);
    expect(await fs.readdir(outside)).toEqual(['secret']);
    await files().remove(at('out'), { isRecursive: true, isForced: false });
    expect(await fs.readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('watching', () => {
  test('by looking sees what was listed or read, from then on', async () => {
    await fs.mkdir(at('sub'));
    await fs.writeFile(at('a'), '1');
    await fs.writeFile(at('sub/deep'), '1');
    const changes: FileChange[] = [];
    const watch = await files().watch(bench.folder, { isRecursive: true }, (change) => changes.push(change));
    expect(watch.method).toBe('polling');
    await files().read(at('sub/deep'));
    await fs.writeFile(at('a'), '22');
    await fs.writeFile(at('b'), '');
    await fs.writeFile(at('sub/deep'), '22');
    const expected = ['change a', 'rename b', 'change sub/deep'];
    await roundUntil(() => changes.length >= expected.length);
    expect(changes.map(({ event, name }) => `${event} ${name}`).sort()).toEqual([...expected].sort());
    changes.length = 0;
    await fs.rm(at('b'));
    await roundUntil(() => changes.length > 0);
    expect(changes).toEqual([{ event: 'rename', name: 'b' }]);
    watch.close();
    expect(bench.ports.clock.waiting).toBe(0);
  });

  /** Lets a round of looking begin, and waits for its end. */
  async function roundUntil(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      bench.ports.clock.advance(2_000);
      await files().status(bench.folder);
    }
  }
});

const inotifywait = findProgram('inotifywait');

describe.each([inotifywait].filter((path) => path !== null))('watching by %s there', () => {
  test('sees every change at once', async () => {
    const eventful = await openTestMachine();
    const path = (name: string) => join(eventful.folder, name);
    await fs.mkdir(path('sub'));
    await fs.writeFile(path('sub/old'), '1');
    const changes: string[] = [];
    let wake = () => undefined as void;
    const watch = await eventful.machine.files.watch(eventful.folder, { isRecursive: true }, ({ event, name }) => {
      changes.push(`${event} ${name}`);
      wake();
    });
    expect(watch.method).toBe('events');
    const seen = async (expected: string) => {
      while (!changes.includes(expected)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    await fs.writeFile(path('new'), '');
    await seen('rename new');
    await fs.writeFile(path('sub/old'), '22');
    await seen('change sub/old');
    await fs.rename(path('new'), path(`sub/it's "new"`));
    await seen(`rename sub/it's "new"`);
    await eventful.machine.files.write(path('sub/old'), Buffer.from('3'));
    await seen('rename sub/old');
    expect(changes.filter((change) => change.includes('.devonz-'))).toEqual([]);
    watch.close();
    await eventful.close();
  });
});

test(inotifywait === null ? 'NOT TRIED, since inotifywait is not installed here: watching by events' : 'inotifywait is there', () => {
  expect([null, inotifywait]).toContain(inotifywait);
});
