import { expect, it } from 'vitest';
import type { WebContainer as InternalContainer, PathWatcherEvent } from 'webcontainer-api-internal';
import { describeEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

declare global {
  // Created by the first test for the others.
  var internal: InternalContainer['internal'];
}

// The hosted runtime's responses to some of these are not public: they follow bolt.diy and the types (decision 0034).
describeEngineOnly('calls of unpublished builds of the client, which no program here makes')('the client’s internal build', () => {
  const client = useClient({ build: 'webcontainer-api-internal' });

  it('watches paths: what is there first, then what has become of it, with contents, and nothing after the watch has ended', async () => {
    const seen = await client.inPage(async () => {
      const container = (await booted()) as unknown as InternalContainer;
      globalThis.internal = container.internal;
      const { fs } = container;
      await fs.mkdir('src/deep', { recursive: true });
      await fs.writeFile('src/a.ts', 'one');
      await fs.mkdir('node_modules/x', { recursive: true });
      await fs.writeFile('node_modules/x/index.js', '');
      const log: string[] = [];
      const note = ({ type, path, buffer }: PathWatcherEvent) =>
        log.push(`${type} ${path}${buffer === undefined ? '' : ` ${new TextDecoder().decode(buffer)}`}`);
      const stop = container.internal.watchPaths(
        { include: [`${container.workdir}/**`], exclude: ['**/node_modules', '.git', '**/package-lock.json'], includeContent: true },
        (events) => events.forEach(note),
      );
      const after = async (count: number) => {
        await until(() => log.length >= count);
        return log.splice(0);
      };
      const atFirst = await after(3);
      await fs.writeFile('src/a.ts', 'two');
      const changed = await after(1);
      await fs.writeFile('node_modules/x/new.js', '');
      await fs.writeFile('package-lock.json', '');
      await fs.writeFile('src/deep/b.ts', 'b');
      const added = await after(1);
      await fs.rename('src', 'lib');
      const moved = await after(8);
      await fs.rm('lib', { recursive: true });
      const removed = await after(4);
      stop();
      await fs.writeFile('unseen.ts', '');
      await fs.readdir('/');
      return { atFirst, changed, added, moved: moved.sort(), removed, afterwards: log };
    });
    expect(seen).toEqual({
      atFirst: ['add_dir /home/project/src', 'add_file /home/project/src/a.ts one', 'add_dir /home/project/src/deep'],
      changed: ['change /home/project/src/a.ts two'],
      added: ['add_file /home/project/src/deep/b.ts b'],
      moved: [
        'add_dir /home/project/lib',
        'add_dir /home/project/lib/deep',
        'add_file /home/project/lib/a.ts two',
        'add_file /home/project/lib/deep/b.ts b',
        'remove_dir /home/project/src',
        'remove_dir /home/project/src/deep',
        'remove_file /home/project/src/a.ts',
        'remove_file /home/project/src/deep/b.ts',
      ],
      removed: [
        'remove_file /home/project/lib/deep/b.ts',
        'remove_dir /home/project/lib/deep',
        'remove_file /home/project/lib/a.ts',
        'remove_dir /home/project/lib',
      ],
      afterwards: [],
    });
  });

  it('searches text as bolt.diy asks for it: by file while it runs, and all of it at the end', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('text/dist', { recursive: true });
      await fs.writeFile('text/a.ts', 'first\nä Needle and needle\n');
      await fs.writeFile('text/b.ts', 'const n = "needle.*";\n');
      await fs.writeFile('text/dist/c.ts', 'needle');
      const search = async (pattern: string, options: object) => {
        const told: unknown[] = [];
        const found = await globalThis.internal.textSearch(
          pattern,
          {
            folders: ['/home/project/text'],
            includes: ['**/*.*'],
            excludes: ['**/node_modules/**', '**/dist/**'],
            gitignore: true,
            requireGit: false,
            globalIgnoreFiles: true,
            ignoreSymlinks: false,
            resultLimit: 500,
            isRegex: false,
            caseSensitive: false,
            isWordMatch: false,
            ...options,
          },
          (path, matches) => void told.push([path, matches]),
        );
        return { all: [...found], told };
      };
      const plain = await search('needle', {});
      const count = async (pattern: string, options: object) =>
        (await search(pattern, options)).all.flatMap(([, matches]) => matches.flatMap(({ ranges }) => ranges)).length;
      return {
        plain,
        caseSensitive: await count('Needle', { caseSensitive: true }),
        literal: await count('needle.*', {}),
        expression: await count('n[e]+dle', { isRegex: true }),
        word: await count('eedle', { isWordMatch: true }),
        limited: await count('needle', { resultLimit: 2 }),
        none: await count('nowhere', {}),
        fault: await messageOf(search('(', { isRegex: true })),
      };
    });
    const range = (startLineNumber: number, startColumn: number, endColumn: number) => ({
      startLineNumber,
      endLineNumber: startLineNumber,
      startColumn,
      endColumn,
    });
    const inA = [range(2, 2, 8), range(2, 13, 19)];
    const inB = [range(1, 11, 17)];
    const all = [
      ['/home/project/text/a.ts', [{ preview: { text: 'ä Needle and needle', matches: inA }, ranges: inA }]],
      ['/home/project/text/b.ts', [{ preview: { text: 'const n = "needle.*";', matches: inB }, ranges: inB }]],
    ];
    expect(seen).toEqual({
      plain: { all, told: all },
      caseSensitive: 1,
      literal: 1,
      expression: 3,
      word: 0,
      limited: 2,
      none: 0,
      fault: expect.stringMatching(/^The search failed: .*regex/s),
    });
  });

  it('finds files by globs, without what is ignored', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('find/build', { recursive: true });
      await fs.writeFile('find/.gitignore', 'build\n');
      for (const name of ['one.ts', 'two.js', '.env', 'build/three.ts']) await fs.writeFile(`find/${name}`, '');
      const find = async (globs: string | undefined, options = {}) =>
        (await globalThis.internal.fileSearch(globs, 'find', options)).map((path) => path.replace('/home/project/find/', '')).sort();
      return {
        ts: await find('**/*.ts'),
        kept: await find('**/*.ts', { gitignore: true }),
        all: await find(undefined, { excludes: ['**/*.js'] }),
        limited: (await find(undefined, { resultLimit: 2 })).length,
      };
    });
    expect(seen).toEqual({
      ts: ['build/three.ts', 'one.ts'],
      kept: ['one.ts'],
      all: ['.env', '.gitignore', 'build/three.ts', 'one.ts'],
      limited: 2,
    });
  });

  it('lists processes, and tells of each that ends', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('node', ['-e', 'setInterval(() => {}, 1000)']);
      const ended: number[] = [];
      const stop = globalThis.internal.onProcessesRemove(({ pid }) => void ended.push(pid));
      const pid = await until(async () => (await globalThis.internal.getProcesses())[0]?.pid);
      child.kill();
      await child.exit;
      await until(() => pid !== undefined && ended.includes(pid));
      stop();
      return (await globalThis.internal.getProcesses()).some((process) => process.pid === pid);
    });
    expect(seen).toBe(false);
  });

  it('serializes a folder in its formats, without links or what is ignored when asked to', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({
        pack: {
          directory: {
            '.gitignore': { file: { contents: '*.log\n' } },
            'a.ts': { file: { contents: 'a' } },
            'b.log': { file: { contents: 'b' } },
            link: { file: { symlink: 'a.ts' } },
          },
        },
      });
      const read = async (options: object) => new TextDecoder().decode(await globalThis.internal.serialize('pack', options));
      const pretty = await read({ format: 'pretty', useGitignore: true, ignoreSymlinks: true });
      await container.fs.mkdir('unpacked');
      await container.mount(await globalThis.internal.serialize('pack', { format: 'binary' }), { mountPoint: 'unpacked' });
      return {
        names: Object.keys(JSON.parse(pretty).d),
        isPretty: pretty.includes('\n  '),
        whole: (await container.fs.readdir('unpacked')).sort(),
        times: await messageOf(read({ includeTimestamps: true })),
      };
    });
    expect(seen).toEqual({
      names: ['.gitignore', 'a.ts'],
      isPretty: true,
      whole: ['.gitignore', 'a.ts', 'b.log', 'link'],
      times: expect.stringMatching(/includeTimestamps is not supported/),
    });
  });

  it('says why it sets no proxy of the client’s own', async () => {
    const seen = await client.inPage(async () => [
      await messageOf(globalThis.internal.setCORSProxy({ address: 'https://proxy.example', domains: ['*'] })),
      await messageOf(globalThis.internal.setCORSAuthToken('token')),
      await globalThis.internal.setCORSProxy(),
    ]);
    expect(seen).toEqual([expect.stringMatching(/not supported.*CORS/), expect.stringMatching(/not supported/), undefined]);
  });
});
