import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { OutputReader } from '../testing/read-output.ts';
import { openSshMachine } from './ssh-machine.ts';
import { openTestMachine, type TestMachine } from './testing/test-machine.ts';
import { testPorts } from './testing/test-ports.ts';
import type { TestServerOptions } from './testing/test-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: Partial<TestServerOptions>): Promise<TestMachine> {
  const bench = await openTestMachine(options);
  closing.push(() => bench.close());
  return bench;
}

test.each([['../../evil'], ['a/b'], ['/etc/passwd'], ['a\0b'], ['']])('a listing with the name %j is refused', async (name) => {
  const { machine, folder } = await open({ lies: { names: (names) => [...names, name] } });
  await expect(machine.files.list(folder)).rejects.toMatchObject({
    code: 'EIO',
    message: expect.stringContaining('a name that no file can have'),
  });
});

test('a listing without an end ends', async () => {
  const { machine, folder } = await open({
    lies: { isEndless: true, names: () => Array.from({ length: 2_000 }, (_, index) => `f${index}`) },
  });
  await expect(machine.files.list(folder)).rejects.toMatchObject({
    code: 'EIO',
    message: expect.stringContaining('more than 200000 entries'),
  });
});

test.each(['relative', '/open/../etc', '/a\0b', '//etc', '/elsewhere'])('the real path %j is refused', async (path) => {
  const { machine, folder } = await open({ lies: { realPath: () => path } });
  await expect(machine.files.read(join(folder, 'x'))).rejects.toMatchObject({ code: expect.stringMatching(/^(?:EIO|EACCES)$/) });
});

test('a size that is only claimed allocates nothing', async () => {
  const { machine, folder } = await open({ lies: { size: 2 ** 50 } });
  await writeFile(join(folder, 'small'), 'small');
  await expect(machine.files.read(join(folder, 'small'))).rejects.toMatchObject({ code: 'EFBIG' });
  const part = await machine.files.read(join(folder, 'small'), { offset: 1, limit: 100 });
  expect(Buffer.from(part).toString()).toBe('mall');
});

test('a login shell whose files answer, count and ask is not taken for the program', async () => {
  const noise = `printf '\\033[6n\\033]0;x\\007%02000d' 0; echo group 1; echo "devonz group 1"`;
  const bench = await open({ shell: '/bin/bash', environment: { BASH_ENV: '/dev/null' } });
  await writeFile(join(bench.folder, 'rc'), noise);
  const loud = await openTestMachine({ shell: '/bin/bash', environment: { BASH_ENV: join(bench.folder, 'rc') } });
  closing.push(() => loud.close());
  for (const terminal of [null, { columns: 80, rows: 24 }]) {
    const process = await loud.machine.processes.start({
      command: 'printf',
      args: ['%s', 'own'],
      cwd: loud.folder,
      env: { BASH_ENV: '' },
      terminal,
    });
    const output = new OutputReader(process);
    expect(await process.end).toEqual({ type: 'exited', code: 0 });
    await output.ended;
    expect(output.text).toEqual({ stdout: 'own', stderr: '' });
  }
});

test('a login shell that lets nobody in is quoted without what a terminal obeys', async () => {
  const bench = await open({});
  const shell = join(bench.folder, 'nologin');
  await writeFile(shell, "#!/bin/sh\nprintf '\\033[31mThis account is\\033[0m closed.\\n'\nexit 1\n", { mode: 0o755 });
  await expect(openTestMachine({ shell })).rejects.toThrow(/closed the shell that controls/);
});

test('a greeting without an end is given up', async () => {
  await expect(openTestMachine({ greeting: `${'x'.repeat(1_000)}\r\n`.repeat(70) })).rejects.toThrow('sends a greeting without an end');
});

test.each([
  ['says nothing', () => undefined],
  ['sends lines that are no SSH without an end', (write: (text: string) => boolean) => flood(write)],
])('a server that %s is given up after 30 seconds, or at once', async (_name, behave) => {
  const sockets = new Set<{ destroy(): void }>();
  let wake = () => undefined as void;
  const isConnected = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behave((text) => socket.writable && socket.write(text));
    wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const ports = testPorts();
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const opening = openSshMachine({ target: `tester@127.0.0.1:${port}`, folder: '' }, ports);
  const failed = opening.then(
    () => 'connected',
    (error: Error) => error.message,
  );
  await isConnected;
  ports.clock.advance(30_000);
  expect(await failed).toMatch(/did not complete the connection in time|Max greeting lines exceeded|Header line too long/);
});

function flood(write: (text: string) => boolean): void {
  for (let index = 0; index < 2_000 && write(`line ${index}\r\n`); index += 1);
}
