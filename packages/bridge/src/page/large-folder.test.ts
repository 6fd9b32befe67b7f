import { link, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../machine/machine.ts';
import { formatReadItself, WATCH_LIMIT_EVENT, WATCH_LISTED } from '../protocol/large-folders.ts';
import { openInstance, type PageInstance } from '../testing/page-instance.ts';
import { type StartedBridge, startTestBridge } from '../testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const FOLDERS = 400;
const FILES_OF_EACH = 50;

/** Files and folders that were looked at, by calls of the machine. */
let calls: string[] = [];
let folder: TemporaryFolder;
let machine: Machine;
let bridge: StartedBridge;
beforeAll(async () => {
  folder = await temporaryFolder();
  // Names of one file cost a tenth of files.
  await writeFile(join(folder.path, 'one'), 'small');
  for (let number = 0; number < FOLDERS; number += 1) {
    const path = join(folder.path, `packages/p${number}/src`);
    await mkdir(path, { recursive: true });
    await Promise.all(Array.from({ length: FILES_OF_EACH }, (_, file) => link(join(folder.path, 'one'), join(path, `${file}.ts`))));
  }
  const local = await openTestMachine(folder.path);
  const counted: Machine['files'] = {
    ...local.files,
    list: (path) => {
      calls.push(`list ${path}`);
      return local.files.list(path);
    },
    read: (path, range) => {
      calls.push(`read ${path}`);
      return local.files.read(path, range);
    },
  };
  machine = { ...local, files: counted };
  bridge = await startTestBridge(machine);
});
afterAll(async () => {
  await bridge.close();
  await machine.close();
  await folder.remove();
});

const inside = (path: string) => join(folder.path, path);
const open = (): Promise<PageInstance> => openInstance({ port: () => bridge.server.port, origin: () => bridge.origin });

/** Collects what a watch tells. */
function listener() {
  const names: string[] = [];
  let wake = (): void => undefined;
  return {
    names,
    take: (_event: string, name: string) => {
      names.push(name);
      wake();
    },
    async until(name: string): Promise<void> {
      while (!names.includes(name)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

describe(`a folder of ${FOLDERS * FILES_OF_EACH} files`, () => {
  it('is connected, and watched where it was listed, without a look at anything else', async () => {
    calls = [];
    const page = await open();
    const { names, take, until } = listener();
    const watch = await page.fs().watch('.', { recursive: true, encoding: WATCH_LISTED }, take);
    expect(calls).toEqual([]);
    expect(await page.fs().readdir('packages')).toHaveLength(FOLDERS);
    await page.fs().readdir('packages/p7/src');
    expect(calls).toEqual([`list ${inside('packages')}`, `list ${inside('packages/p7/src')}`]);
    await writeFile(inside('packages/p8/src/unseen.ts'), 'x');
    await writeFile(inside('packages/p7/src/seen.ts'), 'x');
    await until('packages/p7/src/seen.ts');
    await mkdir(inside('packages/new'));
    await until('packages/new');
    expect(names.filter((name) => name.includes('p8'))).toEqual([]);
    watch.close();
    page.teardown();
  });

  it('is watched as a whole by whoever asks for that', async () => {
    const page = await open();
    const { take, until } = listener();
    const watch = await page.fs().watch('.', { recursive: true }, take);
    await writeFile(inside(`packages/p${FOLDERS - 1}/src/0.ts.new`), 'x');
    await until(`packages/p${FOLDERS - 1}/src/0.ts.new`);
    watch.close();
    page.teardown();
  });

  it('is listed and read whole, and every file is what it is', async () => {
    const page = await open();
    const { readdir, readFile } = page.fs();
    const packages = (await readdir('packages')).map(String).filter((name) => /^p\d+$/.test(name));
    const names = await Promise.all(
      packages.map(async (name) => (await readdir(`packages/${name}/src`)).map((file) => `packages/${name}/src/${String(file)}`)),
    );
    const files = names.flat().filter((name) => /\/\d+\.ts$/.test(name));
    expect(files).toHaveLength(FOLDERS * FILES_OF_EACH);
    const contents = await Promise.all(files.slice(0, 2_000).map((file) => readFile(file, formatReadItself(100))));
    expect(new Set(contents.map((content) => (typeof content === 'string' ? content : new TextDecoder().decode(content))))).toEqual(
      new Set(['small']),
    );
    page.teardown();
  });
});

it('a file of two gigabytes is refused before a byte of it is read, unless a part is asked for', async () => {
  await writeFile(inside('large'), '');
  await truncate(inside('large'), 2 * 1024 ** 3);
  calls = [];
  const page = await open();
  await expect(page.fs().readFile('large', formatReadItself(10 * 1024 ** 2))).rejects.toThrow(/^EFBIG: file too large, read /);
  expect(calls).toEqual([]);
  await expect(page.fs().readFile('large')).rejects.toThrow(/^EFBIG: /);
  page.teardown();
});

it('a page is notified of how many folders are not watched, and of each later one', async () => {
  const limited: Machine = {
    ...machine,
    files: {
      ...machine.files,
      async watch(_path, { onLimit }) {
        onLimit?.({ reason: 'system', watched: 8_192, unwatched: 3 });
        return { method: 'events', close: () => undefined };
      },
    },
  };
  const other = await startTestBridge(limited);
  const page = await openInstance({ port: () => other.server.port, origin: () => other.origin });
  const told = new Promise<unknown>((resolve) => page.on(WATCH_LIMIT_EVENT, resolve as (limit: never) => void));
  await page.fs().watch('.', { recursive: true }, () => undefined);
  expect(await told).toEqual({ reason: 'system', watched: 8_192, unwatched: 3 });
  page.teardown();
  await other.close();
});
