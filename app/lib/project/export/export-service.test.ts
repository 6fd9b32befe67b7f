import { unzipSync } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { createScriptedProcess } from '../../runtime/testing/create-scripted-process.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Runtime, SpawnRequest, WorkspacePath } from '../../runtime/types.ts';
import type { BootedRuntime } from '../../runtime/webcontainer.ts';
import { $runtime } from '../../stores/workbench.ts';
import { readZipDirectory } from '../import/zip-directory.ts';
import { MemoryFolder } from '../testing/memory-folder.ts';
import { createExportService } from './export-service.ts';

afterEach(() => $runtime.set({ status: 'off' }));

const bytes = (text: string) => new TextEncoder().encode(text);
const pathOf = (text: string): WorkspacePath => {
  const path = toWorkspacePath(text);
  if (path === null) throw new Error(`${text} is no path`);
  return path;
};

/** An export service for a project with these files and links. `listing` is the output and exit code of the runtime's listing program. */
async function exporting(texts: Record<string, string>, listing?: { printed: string; code: number }, links: Record<string, string> = {}) {
  const workspace = new MemoryWorkspace();
  for (const [path, text] of Object.entries(texts)) await workspace.writeFile(pathOf(path), bytes(text));
  for (const [path, target] of Object.entries(links)) await workspace.makeLink(pathOf(path), target);
  const said: string[] = [];
  const spawned: SpawnRequest[] = [];
  const asked: (readonly string[])[] = [];
  const secrets: { taken: ReadonlySet<string> | null } = { taken: new Set() };
  let exports = 0;
  const runtime: Pick<Runtime, 'spawn'> = {
    async spawn(request) {
      spawned.push(request);
      const scripted = createScriptedProcess();
      scripted.print(listing?.printed ?? '');
      scripted.exit(listing?.code ?? 1);
      return scripted.process;
    },
  };
  if (listing !== undefined) $runtime.set({ status: 'ready', host: 'engine' });
  const service = createExportService({
    project: {
      contents: async () => [
        ...Object.entries(texts)
          .filter(([path]) => !path.includes('node_modules'))
          .map(([path, text]) => ({ path, content: bytes(text), ...(path.endsWith('.bin') ? { isExecutable: true as const } : {}) })),
        ...Object.entries(links).map(([path, linkTo]) => ({ path, linkTo })),
      ],
      workspace: () => workspace,
      recorded: async () => undefined,
    },
    // Nothing else of a runtime is used here.
    runtime: { ready: async () => ({ runtime }) as BootedRuntime },
    notices: {
      info: (message) => said.push(message),
      error: (message) => said.push(message),
      guard: async (what, work) => {
        try {
          return await work();
        } catch (error) {
          said.push(`${what}: ${(error as Error).message}`);
          return null;
        }
      },
    },
    onExported: () => {
      exports += 1;
    },
    chooseSecrets: async (paths) => {
      asked.push(paths);
      return secrets.taken;
    },
  });
  return { service, said, spawned, asked, secrets, exports: () => exports };
}

async function namesIn(blob: Blob | null): Promise<string[]> {
  return blob === null ? [] : Object.keys(unzipSync(new Uint8Array(await blob.arrayBuffer()))).sort();
}

const listed = (found: object) => ({
  printed: JSON.stringify({ executables: [], emptyFolders: [], packages: [], links: [], ...found }),
  code: 0,
});

test('without a runtime a project leaves as its record has it', async () => {
  const { service, said, spawned, exports } = await exporting({ 'a.txt': 'a', 'src/b.txt': 'b' });
  expect(await namesIn(await service.exportZip())).toEqual(['a.txt', 'src/b.txt']);
  expect([said, spawned, exports()]).toEqual([[], [], 1]);
});

test('what may be run is what the runtime says, and without one what the record says', async () => {
  const modes = async (blob: Blob | null) =>
    blob === null ? [] : readZipDirectory(new Uint8Array(await blob.arrayBuffer())).map(({ name, mode }) => [name, mode.toString(8)]);
  const { service: alone } = await exporting({ 'a.txt': 'a', 'b.bin': 'b' });
  expect(await modes(await alone.exportZip())).toEqual([
    ['a.txt', '100644'],
    ['b.bin', '100755'],
  ]);
  const { service } = await exporting({ 'a.txt': 'a', 'b.bin': 'b' }, listed({ executables: ['a.txt'] }));
  expect(await modes(await service.exportZip())).toEqual([
    ['a.txt', '100755'],
    ['b.bin', '100644'],
  ]);
});

test('empty folders and installed packages are what the runtime says there is, and a link that leads out is left out', async () => {
  const { service } = await exporting(
    { 'a.txt': 'a', 'node_modules/p/cli.js': 'cli' },
    listed({
      emptyFolders: ['logs', '../out'],
      packages: ['node_modules/p/cli.js', 'node_modules/p/gone.js', '../../etc/passwd'],
      links: [
        { path: 'node_modules/.bin/p', target: '../p/cli.js' },
        { path: 'node_modules/up', target: '../../..' },
        { path: 'node_modules/root', target: '/etc' },
      ],
    }),
  );
  expect(await namesIn(await service.exportZip({ withPackages: true }))).toEqual([
    'a.txt',
    'logs/',
    'node_modules/.bin/p',
    'node_modules/p/cli.js',
  ]);
});

const LINKED_FILES = { 'src/a.txt': 'a', 'b.txt': 'b', 'node_modules/kit/index.js': 'kit' };
const LINKS = {
  'src/own.txt': './a.txt',
  'src/up.txt': '../b.txt',
  'src/folder': '../src',
  'src/out.txt': '../../out.txt',
  'src/round': 'round',
  'src/chain': 'round/x',
  root: '/',
  // A link to a package; packages are not exported.
  'src/kit.js': '../node_modules/kit/index.js',
};

async function leaving(blob: Blob | null) {
  const archive = new Uint8Array((await blob?.arrayBuffer()) ?? []);
  const contents = unzipSync(archive);
  return Object.fromEntries(
    readZipDirectory(archive).map(({ name, mode }) => [name, `${mode.toString(8)} ${new TextDecoder().decode(contents[name])}`]),
  );
}

test('a link leaves as a link where that leads inside of what leaves, as a copy where it leads elsewhere in the project, else not', async () => {
  const running = listed({ links: [{ path: '../evil', target: 'b.txt' }] });
  const { service } = await exporting(LINKED_FILES, running, LINKS);
  const always = { 'src/a.txt': '100644 a', 'src/own.txt': '120777 ./a.txt', 'src/folder': '120777 ../src', 'src/kit.js': '100644 kit' };
  // A link to itself is harmless where it is unpacked.
  const round = { 'src/round': '120777 round' };
  expect(await leaving(await service.exportZip())).toEqual({
    ...always,
    ...round,
    'b.txt': '100644 b',
    'src/up.txt': '120777 ../b.txt',
  });
  expect(await leaving(await service.exportFolder('src'))).toEqual({ ...always, ...round, 'src/up.txt': '100644 b' });
  const desk = new MemoryFolder('Desk');
  await service.exportToFolder(desk.asHandle(), 'shop');
  expect(desk.texts()).toEqual({
    'shop/b.txt': 'b',
    'shop/src/a.txt': 'a',
    'shop/src/kit.js': 'kit',
    'shop/src/own.txt': 'a',
    'shop/src/up.txt': 'b',
  });
});

test('without a runtime the record knows the links, and what of the project they lead to', async () => {
  const { service } = await exporting(LINKED_FILES, undefined, LINKS);
  expect(await leaving(await service.exportZip())).toEqual({
    'b.txt': '100644 b',
    'src/a.txt': '100644 a',
    'src/folder': '120777 ../src',
    'src/own.txt': '120777 ./a.txt',
    'src/round': '120777 round',
    'src/up.txt': '120777 ../b.txt',
  });
});

test('a runtime that does not say what there is keeps no project from leaving, but the packages that were asked for', async () => {
  const { service, said, exports } = await exporting({ 'a.txt': 'a' }, { printed: 'no memory', code: 1 });
  expect(await namesIn(await service.exportZip())).toEqual(['a.txt']);
  expect(await service.exportZip({ withPackages: true })).toBeNull();
  expect(said).toEqual([
    'The runtime did not say which files are programs and which folders are empty: the export is without that.',
    'The project could not be exported: the list of its files could not be made (node ended with 1): no memory',
  ]);
  expect(exports()).toBe(1);
});

test('installed packages without a runtime are refused with the reason', async () => {
  const { service, said } = await exporting({ 'a.txt': 'a' });
  expect(await service.exportZip({ withPackages: true })).toBeNull();
  expect(said).toEqual([
    'The project could not be exported: installed packages are in the runtime, and none runs; start it again, or export without them',
  ]);
});

test('one file leaves with its bytes, and one that is not there is said', async () => {
  const { service, said } = await exporting({ 'a.txt': 'one' });
  expect(await (await service.exportFile('a.txt'))?.text()).toBe('one');
  expect(await service.exportFile('none.txt')).toBeNull();
  expect(said).toEqual([expect.stringMatching(/^none\.txt could not be exported: /)]);
});

test('a folder is written beside what is there, and what cannot be named there is said', async () => {
  const { service, said } = await exporting({ 'src/a.txt': 'a', 'b?.txt': 'b' });
  const desk = new MemoryFolder('Desk');
  await (await desk.getDirectoryHandle('Shop', { create: true })).getFileHandle('own.txt', { create: true });
  await service.exportToFolder(desk.asHandle(), 'shop');
  expect(desk.texts()).toEqual({ 'Shop/own.txt': '', 'shop-2/src/a.txt': 'a' });
  expect(said).toEqual(['1 file written into “Desk/shop-2”. Not written, because this computer takes no such names: b?.txt.']);
});

test('a folder that may no longer be written ends the export with the reason', async () => {
  const { service, said, exports } = await exporting({ 'a.txt': 'a' });
  const desk = new MemoryFolder('Desk');
  desk.permission = 'denied';
  await service.exportToFolder(desk.asHandle(), 'shop');
  expect(said).toEqual(['The project was not written into the folder: It may not be read']);
  expect(exports()).toBe(0);
});

test('secret files are named and left out, unless they are chosen, in every kind of export', async () => {
  const files = { 'a.txt': 'a', '.env': 'KEY=1', '.env.example': 'KEY=', 'server/.env.local': 'KEY=2', 'server/b.txt': 'b' };
  const { service, asked, secrets, exports } = await exporting(files, undefined, { 'server/copy.txt': '../.env' });
  expect(await namesIn(await service.exportZip())).toEqual(['.env.example', 'a.txt', 'server/b.txt', 'server/copy.txt']);
  expect(asked).toEqual([['.env', 'server/.env.local']]);
  expect(await namesIn(await service.exportFolder('server'))).toEqual(['server/b.txt']);
  expect(asked.at(-1)).toEqual(['server/.env.local', 'server/copy.txt']);
  const desk = new MemoryFolder('Desk');
  secrets.taken = new Set(['.env']);
  await service.exportToFolder(desk.asHandle(), 'shop');
  expect(Object.keys(desk.texts()).sort()).toEqual(['shop/.env', 'shop/.env.example', 'shop/a.txt', 'shop/server/b.txt']);
  expect(exports()).toBe(2);
  secrets.taken = null;
  expect(await service.exportZip()).toBeNull();
  expect(exports()).toBe(2);
});

test('without secret files nothing is asked', async () => {
  const { service, asked } = await exporting({ 'a.txt': 'a', '.env.example': 'KEY=' });
  await service.exportZip();
  expect(asked).toEqual([]);
});
