import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { PathWatch, type PathWatcherEvent, type WatchPathsOptions } from './watch-paths.ts';

const FOLDER = '/home/project';

/** A watch whose bursts end when `settle` is called. */
function watched(options: WatchPathsOptions = {}) {
  const { fileSystem } = createTestKernel();
  let due: (() => void) | null = null;
  const told: PathWatcherEvent[] = [];
  const later = (work: () => void): (() => void) => {
    due = work;
    return () => {
      due = null;
    };
  };
  const watch = new PathWatch({ fileSystem, folder: FOLDER, later }, options, (events) => told.push(...events));
  const settle = async (): Promise<string[]> => {
    for (let work = due; work !== null; work = due) {
      due = null;
      work();
      // The next burst starts once the listener's promise has resolved.
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
    return told.splice(0).map(({ type, path }) => `${type} ${path.slice(FOLDER.length + 1)}`);
  };
  return { fileSystem, watch, settle, told };
}

const write = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('PathWatch', () => {
  it('leaves out what is excluded, hidden or not included', async () => {
    const { fileSystem, watch, settle } = watched({
      include: ['**/*.ts', 'docs/**'],
      exclude: ['**/dist', '*.log', '/home/project/docs/old'],
      ignoreHiddenFiles: true,
      ignoreHiddenFolders: true,
    });
    for (const folder of ['dist', 'src/dist', '.cache', 'docs/old', 'docs/new']) fileSystem.mkdir(`${FOLDER}/${folder}`, true, 0o755);
    const names = [
      'a.ts',
      'a.js',
      '.a.ts',
      'dist/b.ts',
      'src/dist/c.ts',
      'src/d.ts',
      '.cache/e.ts',
      'docs/f.log',
      'docs/old/g.md',
      'docs/new/h.md',
    ];
    for (const name of names) fileSystem.writeFile(`${FOLDER}/${name}`, write(name));
    watch.start();
    expect(await settle()).toEqual(['add_file a.ts', 'add_dir docs/new', 'add_file docs/new/h.md', 'add_file src/d.ts']);
    fileSystem.writeFile(`${FOLDER}/dist/b.ts`, write('new'));
    expect(await settle()).toEqual([]);
  });

  it('sends contents as far as they are asked for', async () => {
    const { fileSystem, watch, settle, told } = watched({ includeContent: true, excludeLargeContent: 3 });
    fileSystem.writeFile(`${FOLDER}/small`, write('abc'));
    fileSystem.writeFile(`${FOLDER}/large`, write('abcd'));
    fileSystem.symlink('small', `${FOLDER}/link`);
    fileSystem.symlink('..', `${FOLDER}/up`);
    watch.start();
    const settled = settle();
    const contents = told.map(({ path, buffer }) => [path.slice(FOLDER.length + 1), buffer && new TextDecoder().decode(buffer)]);
    await settled;
    expect(contents).toEqual([
      ['large', undefined],
      ['link', 'abc'],
      ['small', 'abc'],
      ['up', undefined],
    ]);
  });

  it('tells of a file that takes a folder’s place, and of the reverse', async () => {
    const { fileSystem, watch, settle } = watched();
    fileSystem.mkdir(`${FOLDER}/x`, true, 0o755);
    fileSystem.writeFile(`${FOLDER}/x/y`, write(''));
    watch.start();
    await settle();
    fileSystem.removeTree(`${FOLDER}/x`, false);
    fileSystem.writeFile(`${FOLDER}/x`, write(''));
    expect(await settle()).toEqual(['remove_file x/y', 'remove_dir x', 'add_file x']);
    fileSystem.unlink(`${FOLDER}/x`);
    fileSystem.mkdir(`${FOLDER}/x`, false, 0o755);
    expect(await settle()).toEqual(['remove_file x', 'add_dir x']);
  });

  it('tells that what was in a folder has left with it when another folder takes its place', async () => {
    const { fileSystem, watch, settle } = watched();
    fileSystem.mkdir(`${FOLDER}/b/c`, true, 0o755);
    watch.start();
    await settle();
    fileSystem.rename(`${FOLDER}/b`, `${FOLDER}/a`);
    fileSystem.mkdir(`${FOLDER}/b`, false, 0o755);
    expect(await settle()).toEqual(['add_dir a', 'add_dir a/c', 'update_directory b', 'remove_dir b/c']);
  });

  it('whatever happens, and however it falls into bursts: who applies what is reported holds the tree that exists', async () => {
    const name = fc.constantFrom('a', 'b', 'a/c', 'a/d', 'b/c', 'b/d/e', 'f');
    const step = fc.oneof(
      fc.record({ act: fc.constant('write' as const), at: name }),
      fc.record({ act: fc.constant('mkdir' as const), at: name }),
      fc.record({ act: fc.constant('remove' as const), at: name }),
      fc.record({ act: fc.constant('rename' as const), at: name, to: name }),
      fc.constant({ act: 'settle' as const, at: '' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { fileSystem, watch, settle } = watched();
        watch.start();
        const tree = new Map<string, string>();
        const apply = (events: string[]): void => {
          for (const event of events) {
            const [type = '', path = ''] = event.split(' ');
            if (type.startsWith('add_')) expect(tree.has(path), event).toBe(false);
            if (type.startsWith('remove_')) expect(tree.delete(path), event).toBe(true);
            else if (type !== 'change' && type !== 'update_directory') tree.set(path, type === 'add_dir' ? 'folder' : 'file');
          }
        };
        for (const given of steps) {
          const path = `${FOLDER}/${given.at}`;
          if (given.act === 'settle') apply(await settle());
          try {
            if (given.act === 'write') fileSystem.writeFile(path, write('text'));
            else if (given.act === 'mkdir') fileSystem.mkdir(path, true, 0o755);
            else if (given.act === 'remove') fileSystem.removeTree(path, true);
            else if (given.act === 'rename') fileSystem.rename(path, `${FOLDER}/${given.to}`);
          } catch {
            // A step that the file system rejects changes nothing.
          }
        }
        apply(await settle());
        const there = new Map<string, string>();
        const walk = (folder: string): void => {
          for (const { name, kind } of fileSystem.readdir(folder)) {
            there.set(`${folder}/${name}`.slice(FOLDER.length + 1), kind === 'directory' ? 'folder' : 'file');
            if (kind === 'directory') walk(`${folder}/${name}`);
          }
        };
        walk(FOLDER);
        expect(Object.fromEntries(tree)).toEqual(Object.fromEntries(there));
      }),
      { numRuns: 150 },
    );
  });
});
