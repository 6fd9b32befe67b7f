import { describe, expect, inject, it } from 'vitest';
import { itEngineOnly, itWatching } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

const isHosted = inject('hostName') === 'stackblitz';
const itsOwn = itEngineOnly('its own programs `xdg-open` and `code`; those of a machine open a window there');

describe('the client’s surface', () => {
  const client = useClient();

  it('gives names as bytes with their types', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('typed/folder', { recursive: true });
      await fs.writeFile('typed/ä.txt', '');
      const entries = await fs.readdir('typed', { encoding: 'buffer', withFileTypes: true });
      return entries.map((entry) => [[...entry.name], entry.isFile(), entry.isDirectory()]);
    });
    expect(seen).toEqual([
      [[...new TextEncoder().encode('folder')], false, true],
      [[...new TextEncoder().encode('ä.txt')], true, false],
    ]);
  });

  itWatching('watches with names in an encoding', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('encoded', { recursive: true });
      const names: unknown[] = [];
      const watcher = fs.watch('encoded', { encoding: 'hex' }, (_event, name) => void names.push(name));
      let attempt = 0;
      await until(async () => {
        await fs.writeFile('encoded/ab', String(attempt++));
        return names.length > 0;
      });
      watcher.close();
      return names[0];
    });
    expect(seen).toBe('6162');
  });

  it('reads and writes utf16le, ucs2, binary and base64url, and gives the first folder a recursive mkdir has made', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.writeFile('u.txt', 'h€', 'utf16le');
      return {
        bytes: [...(await fs.readFile('u.txt'))],
        text: await fs.readFile('u.txt', 'ucs2'),
        binary: await fs.readFile('u.txt', 'binary'),
        base64url: await fs.readFile('u.txt', 'base64url'),
        made: await fs.mkdir('one/two/three', { recursive: true }),
        unknown: await messageOf(fs.readFile('u.txt', 'none' as 'utf8')),
      };
    });
    expect(seen).toEqual({
      bytes: [0x68, 0, 0xac, 0x20],
      text: 'h€',
      binary: 'h\0¬ ',
      base64url: 'aACsIA',
      made: expect.stringMatching(/one$/),
      unknown: expect.stringMatching(/encoding/i),
    });
  });

  it('resizes the terminal of a process', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn(
        'node',
        [
          '-e',
          'process.stdout.on("resize", () => { console.log(String([process.stdout.columns, process.stdout.rows])); process.exit(4); }); console.log("ready"); setInterval(() => {}, 1000)',
        ],
        { terminal: { cols: 80, rows: 24 } },
      );
      let text = '';
      const shown = child.output.pipeTo(
        new WritableStream({
          write(part) {
            text += part;
          },
        }),
      );
      await until(() => text.includes('ready'));
      child.resize({ cols: 101, rows: 33 });
      const exitCode = await child.exit;
      await shown;
      return [exitCode, text.includes('101,33')];
    });
    expect(seen).toEqual([4, true]);
  });

  itsOwn('tells what programs ask to be opened, by xdg-open and code', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      const events: unknown[] = [];
      container.on('xdg-open', (text) => void events.push(['xdg-open', text]));
      container.on('code', (type, { files }) => void events.push(['code', type, files]));
      await runToEnd('xdg-open', ['http://localhost:3000/x']);
      await runToEnd('code', ['-g', 'src/a.ts:3:7']);
      await runToEnd('code', ['--diff', 'a.ts', 'b.ts']);
      return until(() => events.length === 3 && events);
    });
    expect(seen).toEqual([
      ['xdg-open', 'http://localhost:3000/x'],
      ['code', 'open', [{ filepath: expect.stringMatching(/src\/a\.ts$/), line: 3, column: 7 }]],
      ['code', 'diff', [{ filepath: expect.stringMatching(/a\.ts$/) }, { filepath: expect.stringMatching(/b\.ts$/) }]],
    ]);
  });

  it('exports what is left as a snapshot that mounts again, and says so of a file', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({ ex: { directory: { 'a.ts': { file: { contents: 'a' } }, 'b.log': { file: { contents: 'b' } } } } });
      const snapshot = await container.export('ex', { format: 'binary', excludes: ['*.log'] });
      await container.fs.mkdir('again');
      await container.mount(snapshot, { mountPoint: 'again' });
      return { names: await container.fs.readdir('again'), file: await messageOf(container.export('ex/a.ts')) };
    });
    expect(seen.names).toEqual(['a.ts']);
    expect(seen.file).toMatch(/ENOTDIR|single file/);
  });

  it('never ends the output of a process that is asked to send none, and reports its exit', async () => {
    const seen = await client.inPage(async () => {
      const child = await (await booted()).spawn('jsh', ['-c', 'echo unseen; exit 5'], { output: false });
      const first = child.output.getReader().read();
      const exitCode = await child.exit;
      return [exitCode, await Promise.race([first.then(() => 'output'), Promise.resolve('silence')])];
    });
    expect(seen).toEqual([5, 'silence']);
  });

  it('refuses a working directory name that leads elsewhere, and a second teardown', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      container.teardown();
      let again = '';
      try {
        container.teardown();
      } catch (error) {
        again = error instanceof Error ? error.message : String(error);
      }
      return [await messageOf(WebContainer.boot({ workdirName: '../out' })), again];
    });
    expect(seen).toEqual(['workdirName should be a valid folder name', 'WebContainer already torn down']);
  });
});

describe.each([
  ['exceptions-only', ['PREVIEW_UNCAUGHT_EXCEPTION']],
  [false, []],
] as const)('a container booted with forwardPreviewErrors: %s', (forwardPreviewErrors, expected) => {
  const client = useClient();

  // The hosted runtime accepts 'credentialless' only from pages isolated that way; ours always accepts it.
  it.skipIf(isHosted)('tells of no more than that, also with coep: credentialless', async () => {
    const seen = await client.inPage(
      async ({ forwardPreviewErrors, count }) => {
        const container = await WebContainer.boot({ coep: 'credentialless', forwardPreviewErrors });
        const types: string[] = [];
        const told = new Promise<void>((resolve) =>
          container.on('preview-message', ({ type }) => {
            types.push(type);
            if (types.length === count) resolve();
          }),
        );
        const ready = new Promise<string>((resolve) => container.on('server-ready', (_port, url) => resolve(url)));
        const page =
          '<script>console.error("told"); setTimeout(() => { throw new Error("thrown"); }); setTimeout(() => fetch("/done"), 50)</script>';
        await container.fs.writeFile(
          'server.cjs',
          `require('http').createServer((q, s) => { s.setHeader('content-type', 'text/html'); s.end(q.url === '/done' ? '' : ${JSON.stringify(page)});
          if (q.url === '/done') console.log('done'); }).listen(4650)`,
        );
        const child = await container.spawn('node', ['server.cjs']);
        const reader = child.output.getReader();
        const frame = document.createElement('iframe');
        frame.src = await ready;
        document.body.appendChild(frame);
        await reader.read();
        // A report and a request take different paths: on a busy machine the request may arrive first.
        if (count > 0) await told;
        await container.fs.readdir('/');
        return types;
      },
      { forwardPreviewErrors, count: expected.length },
    );
    expect(seen).toEqual(expected);
  });
});
