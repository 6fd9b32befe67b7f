import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { MachineProcess } from '../../machine/machine.ts';
import { OutputReader } from '../../testing/read-output.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openTestMachine, plainPath, type TestMachine } from '../testing/test-machine.ts';
import type { TestServerOptions } from '../testing/test-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: Partial<TestServerOptions> = {}): Promise<TestMachine> {
  const bench = await openTestMachine(options);
  closers.push(bench.close);
  return bench;
}

/** A server of the machine's user that the bridge has not started. */
async function startForeignServer(): Promise<number> {
  const server = createServer((_request, response) => response.end('foreign'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  // A server that listens on TCP has an address of this kind.
  return (server.address() as AddressInfo).port;
}

const SERVER = `const server = require('http').createServer((request, response) => { response.end('own'); server.close(); });
server.listen(PORT, HOST, () => console.log(server.address().port));`;

/** Starts a server there by a script, in which `"$0" -e "$1"` is the server. */
async function startServer(
  { machine, folder }: TestMachine,
  script: string,
  host = '127.0.0.1',
  port = 0,
): Promise<{ port: number; process: MachineProcess }> {
  const source = SERVER.replace('HOST', JSON.stringify(host)).replace('PORT', String(port));
  const process = await machine.processes.start({
    command: '/bin/sh',
    args: ['-c', script, globalThis.process.execPath, source],
    cwd: folder,
    env: {},
    terminal: null,
  });
  const printed = await new OutputReader(process).until(/\d+\n/);
  return { port: Number(/\d+/.exec(printed)?.[0]), process };
}

function watchPorts({ machine, ports, folder }: TestMachine) {
  const told: string[] = [];
  machine.ports.watch((port, type, owner) => told.push(`${type} ${port} ${owner}`));
  return {
    told,
    async until(entry: string) {
      while (!told.includes(entry)) {
        // A look that is under way must not be taken for one that is never answered.
        if (ports.clock.isDueWithin(1_000)) ports.clock.advance(1_000);
        await machine.files.status(folder);
      }
    },
  };
}

describe('ports of a server', () => {
  test.each([
    ['by a child', '"$0" -e "$1"; true', '127.0.0.1'],
    ['by a grandchild in a session of its own, on IPv6 alone', 'setsid "$0" -e "$1"; true', '::1'],
    ['by what a program has left behind', '"$0" -e "$1" & :', '127.0.0.1'],
  ])('are reported with their owner when they are opened %s, and when they are closed', async (_how, script, host) => {
    const bench = await open();
    const foreign = await startForeignServer();
    const { told, until } = watchPorts(bench);
    const { port, process } = await startServer(bench, script, host);
    await until(`open ${port} ${process.pid}`);
    const socket = await bench.machine.ports.connect(port);
    socket.write('GET / HTTP/1.0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*own$/);
    await until(`close ${port} ${process.pid}`);
    expect(told).toHaveLength(2);
    expect(told.join()).not.toContain(` ${foreign} `);
    await expect(bench.machine.ports.connect(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('are reported as closed and opened when another program has taken one between two looks', async () => {
    const bench = await open();
    const { told, until } = watchPorts(bench);
    const first = await startServer(bench, '"$0" -e "$1"; true');
    await until(`open ${first.port} ${first.process.pid}`);
    first.process.signal('SIGKILL');
    await first.process.end;
    const second = await startServer(bench, '"$0" -e "$1"; true', '127.0.0.1', first.port);
    await until(`open ${first.port} ${second.process.pid}`);
    expect(told.slice(1)).toEqual([`close ${first.port} ${first.process.pid}`, `open ${first.port} ${second.process.pid}`]);
  });

  test('of a server that gives commands no session of their own are reported, too', async () => {
    const bench = await open({ hasNoGroups: true });
    const { until } = watchPorts(bench);
    const { port, process } = await startServer(bench, '"$0" -e "$1"; true');
    await until(`open ${port} ${process.pid}`);
  });

  test('that another program opens are not reported, whatever runs meanwhile', async () => {
    const bench = await open();
    const { told, until } = watchPorts(bench);
    const { port, process } = await startServer(bench, '"$0" -e "$1"');
    const foreign = await startForeignServer();
    await until(`open ${port} ${process.pid}`);
    expect(told.join()).not.toContain(` ${foreign} `);
  });

  test('where the server does not tell whose they are: all that were not open before', async () => {
    const folder = await temporaryFolder();
    closers.push(() => folder.remove());
    const before = await startForeignServer();
    const bench = await open({ environment: { PATH: await plainPath(folder.path) } });
    const { told, until } = watchPorts(bench);
    const after = await startForeignServer();
    await until(`open ${after} null`);
    expect(told.join()).not.toContain(` ${before} `);
  });
});
