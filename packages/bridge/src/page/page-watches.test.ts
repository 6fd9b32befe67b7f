import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileChange, Machine } from '../machine/machine.ts';
import { CuttingProxy } from '../testing/cutting-proxy.ts';
import { openInstance, type PageInstance } from '../testing/page-instance.ts';
import { type StartedBridge, startTestBridge } from '../testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

let outer: TemporaryFolder;
let machine: Machine;
let tellWatchers: ((change: FileChange) => void)[];
let bridge: StartedBridge;
let instance: PageInstance;
let proxy: CuttingProxy;
let port = 0;

beforeEach(async () => {
  outer = await temporaryFolder();
  const local = await openTestMachine(outer.path);
  tellWatchers = [];
  // As a machine that cannot watch while it is cut off: it says nothing of its own accord.
  const watch: Machine['files']['watch'] = async (_path, _options, listener) => {
    tellWatchers.push(listener);
    return { method: 'events', close: () => undefined };
  };
  machine = { ...local, files: new Proxy(local.files, { get: (files, name) => (name === 'watch' ? watch : boundField(files, name)) }) };
  await mkdir(inside('src/deep'), { recursive: true });
  for (const path of ['a', 'b', 'src/c', 'src/deep/d', 'src/deep/e']) await writeFile(inside(path), 'before');
  bridge = await startTestBridge(machine);
  proxy = await CuttingProxy.start(bridge.server.port);
  port = proxy.port;
  instance = await openInstance({ port: () => port, origin: () => bridge.origin });
});
afterEach(async () => {
  instance.teardown();
  proxy.close();
  await bridge.close();
  await machine.close();
  await outer.remove();
});

const inside = (path: string) => join(outer.path, path);

function boundField(files: Machine['files'], name: string | symbol): unknown {
  const value: unknown = Reflect.get(files, name);
  return typeof value === 'function' ? value.bind(files) : value;
}

/** Watches the folder as a client does that has read it. Resolves to what waits until a name has come. */
async function watchAll(): Promise<{ names: string[]; until(name: string): Promise<void> }> {
  const names: string[] = [];
  let wake = (): void => undefined;
  await instance.fs().watch('.', { recursive: true }, (_event, name) => {
    names.push(name);
    wake();
  });
  for (const folder of ['.', 'src', 'src/deep']) await instance.fs().readdir(folder);
  return {
    names,
    async until(name) {
      while (!names.includes(name)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

async function changeMeanwhile(): Promise<void> {
  await writeFile(inside('a'), 'after');
  await writeFile(inside('new'), 'after');
  await rm(inside('b'));
  await rm(inside('src/deep/e'));
}
const EXPECTED = ['a', 'b', 'new', 'src', 'src/deep/e'];

it('names what may have changed, and what has gone, when the machine says no more than that something has', async () => {
  const { names, until } = await watchAll();
  await changeMeanwhile();
  for (const tell of tellWatchers) tell({ event: 'rename', name: '.' });
  await until('src');
  expect([...names].sort()).toEqual(EXPECTED);
});

it('names it when another bridge answers, and continues to watch there', async () => {
  const { names, until } = await watchAll();
  await changeMeanwhile();
  const former = bridge;
  bridge = await startTestBridge(machine);
  port = bridge.server.port;
  proxy.cut();
  await until('src');
  expect([...names].sort()).toEqual(EXPECTED);
  tellWatchers.at(-1)?.({ event: 'change', name: 'src/c' });
  await until('src/c');
  await former.close();
});

it('names what came by a change and has gone since', async () => {
  const { names, until } = await watchAll();
  tellWatchers[0]?.({ event: 'rename', name: 'src/passing' });
  await until('src/passing');
  names.length = 0;
  tellWatchers[0]?.({ event: 'rename', name: '.' });
  await until('src');
  expect(names).toContain('src/passing');
});

it('says that the folder itself has changed where it cannot be listed', async () => {
  const { names, until } = await watchAll();
  await rm(outer.path, { recursive: true });
  tellWatchers[0]?.({ event: 'rename', name: '.' });
  await until('.');
  expect(names).toEqual(['.']);
  await mkdir(outer.path);
});
