import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';
import { workdirPattern } from './harness/workdir-pattern.ts';

describe.each(['webcontainer-api-oldest', 'webcontainer-api-older'] as const)('an older client (%s)', (build) => {
  const client = useClient({ build });

  it('mounts, reads, runs, types into a terminal, hears of servers, and is torn down', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({
        'server.cjs': { file: { contents: "require('http').createServer((q, s) => s.end('up')).listen(4660)" } },
        folder: { directory: { 'a.txt': { file: { contents: 'text' } } } },
      });
      await container.fs.mkdir('made/deep', { recursive: true });
      await container.fs.writeFile('made/b.txt', new Uint8Array([104, 105]));
      const entries = await container.fs.readdir('.', { withFileTypes: true });
      // The oldest client never ends a program's output stream: the output received at exit is complete.
      const gather = (child: { output: ReadableStream<string> }) => {
        const parts: string[] = [];
        void child.output.pipeTo(new WritableStream({ write: (text) => void parts.push(text) }));
        return parts;
      };
      const run = await container.spawn('node', ['-p', 'process.argv[1] + process.env.NAME', 'x'], { env: { NAME: 'y' } });
      const output = gather(run);
      const runExit = await run.exit;
      const shell = await container.spawn('jsh', { terminal: { cols: 80, rows: 24 } });
      const shown = gather(shell);
      const input = shell.input.getWriter();
      await input.write('echo $((40+2)); exit 3\r');
      const exitCode = await shell.exit;
      const ready = new Promise<number>((resolve) => container.on('server-ready', (port) => resolve(port)));
      const server = await container.spawn('node', ['server.cjs']);
      const port = await ready;
      server.kill();
      await server.exit;
      await container.fs.rm('folder', { recursive: true });
      const result = {
        workdir: container.workdir,
        text: await container.fs.readFile('made/b.txt', 'utf8'),
        folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
        run: [runExit, output.join('')],
        shell: [exitCode, /[\r\n]42\r\n/.test(shown.join(''))],
        port,
        left: (await container.fs.readdir('/')).sort(),
      };
      container.teardown();
      return result;
    });
    expect(seen).toEqual({
      workdir: expect.stringMatching(workdirPattern()),
      text: 'hi',
      folders: ['folder', 'made'],
      run: [0, 'xy\n'],
      shell: [3, true],
      port: 4660,
      left: ['made', 'server.cjs'],
    });
  });
});
