import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileWatch, Machine } from './machine/machine.ts';
import type { Call } from './protocol/page-messages.ts';
import { FakeMachine } from './testing/fake-machine.ts';
import { openConnection } from './testing/open-connection.ts';
import { type StartedBridge, startTestBridge } from './testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from './testing/temporary-folder.ts';

const START: Omit<Extract<Call, { call: 'start' }>, 'process' | 'command'> = {
  call: 'start',
  args: [],
  env: {},
  cwd: '/project',
  terminal: null,
  isPlain: false,
  isAgents: false,
  isErrorSeparate: true,
};

/** Opens a WebSocket by hand, so that its frames and its end can be anything. Resolves when it is open. */
async function openRaw({ server: { port } }: StartedBridge, origin: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const head = [
    'GET /session HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

/** The head of a masked frame with this many bytes; the mask is zeros. */
function frameHead(opcode: number, bytes: number): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(bytes), 2);
  return head;
}

describe('what is no ordinary file', () => {
  let outer: TemporaryFolder;
  let machine: Machine;
  let bridge: StartedBridge;
  beforeEach(async () => {
    outer = await temporaryFolder();
    machine = await openTestMachine(outer.path);
    bridge = await startTestBridge(machine);
  });
  afterEach(async () => {
    await bridge.close();
    await machine.close();
    await outer.remove();
  });
  const inside = (path: string) => join(outer.path, path);
  const asking = () => {
    const connection = openConnection({ port: () => bridge.server.port, origin: () => bridge.origin });
    const codeOf = (call: Call, bytes?: Uint8Array) =>
      connection.ask(call, bytes).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    return { connection, codeOf };
  };

  it('a pipe that nobody writes into holds no other call, whether it is read or written', async () => {
    const { connection, codeOf } = asking();
    await writeFile(inside('file'), 'content');
    // More than there are threads for files.
    const pipes = Array.from({ length: 10 }, (_, index) => inside(`pipe${index}`));
    execFileSync('sh', ['-c', 'mkfifo "$@"', 'sh', ...pipes]);
    await symlink('pipe0', inside('link'));
    const paths = [...pipes, inside('link')];
    expect(await Promise.all(paths.map((path) => codeOf({ call: 'read', path })))).toEqual(paths.map(() => 'EINVAL'));
    expect(await Promise.all(paths.map((path) => codeOf({ call: 'write', path }, Buffer.from('x'))))).toEqual(paths.map(() => 'EINVAL'));
    expect((await connection.ask({ call: 'read', path: inside('file') })).bytes.byteLength).toBe(7);
    connection.close('done');
  });

  it('the open folder itself is neither removed nor moved', async () => {
    const { connection, codeOf } = asking();
    await writeFile(inside('file'), 'content');
    await mkdir(inside('empty'));
    for (const path of [outer.path, `${outer.path}/`, `${outer.path}/.`, `${outer.path}/empty/..`]) {
      expect(await codeOf({ call: 'remove', path, isRecursive: true, isForced: true }), path).toBe('EACCES');
      expect(await codeOf({ call: 'rename', from: path, to: inside('empty/x') }), path).toBe('EACCES');
      expect(await codeOf({ call: 'rename', from: inside('empty'), to: path }), path).toBe('EACCES');
    }
    expect(await readFile(inside('file'), 'utf8')).toBe('content');
    connection.close('done');
  });

  it('a path that ends for the system before it ends for the bridge is refused', async () => {
    const { connection, codeOf } = asking();
    await writeFile(inside('file'), 'content');
    for (const path of [`${outer.path}/file\0`, `${outer.path}/file\0/../../x`, `\0${outer.path}`]) {
      expect(await codeOf({ call: 'read', path })).toBe('EINVAL');
      expect(await codeOf({ call: 'write', path }, Buffer.from('x'))).toBe('EINVAL');
      expect(await codeOf({ call: 'rename', from: inside('file'), to: path })).toBe('EINVAL');
      expect(await codeOf({ ...START, process: 1, command: 'true', cwd: path })).toBe('EINVAL');
    }
    expect(await codeOf({ call: 'read', path: inside('file') })).toBe('done');
    connection.close('done');
  });

  it('what is being written is not listed, and a client that is killed meanwhile leaves the file as it was', async () => {
    const { connection, codeOf } = asking();
    await writeFile(inside('.devonz-abc123.tmp'), 'half');
    await writeFile(inside('file'), 'before');
    expect((await connection.ask({ call: 'list', path: outer.path })).value).toEqual([{ name: 'file', kind: 'file' }]);
    const victim = await openRaw(bridge, bridge.origin);
    const hello = Buffer.from(JSON.stringify({ type: 'hello', version: 1, session: null, received: 0 }));
    victim.write(Buffer.concat([frameHead(1, hello.byteLength), hello]));
    await new Promise((resolve) => victim.once('data', resolve));
    const call: Call = { call: 'write', path: inside('file') };
    const head = Buffer.from(JSON.stringify({ type: 'request', id: 1, call }));
    const prefix = Buffer.alloc(12);
    prefix.writeUInt32BE(1, 0);
    prefix.writeUInt32BE(head.byteLength, 8);
    // Half of what the frame says that it has.
    victim.write(Buffer.concat([frameHead(2, 12 + head.byteLength + 2_000_000), prefix, head, Buffer.alloc(1_000_000, 'x')]));
    victim.resetAndDestroy();
    expect(await codeOf({ call: 'read', path: inside('file') })).toBe('done');
    expect(await readFile(inside('file'), 'utf8')).toBe('before');
    expect((await readdir(outer.path)).sort()).toEqual(['.devonz-abc123.tmp', 'file']);
    expect((await stat(inside('file'))).size).toBe(6);
    connection.close('done');
  });
});

describe('a client', () => {
  let machine: FakeMachine;
  let bridge: StartedBridge;
  beforeEach(async () => {
    machine = new FakeMachine();
    bridge = await startTestBridge(machine);
  });
  afterEach(() => bridge.close());

  it('that announces a frame of a terabyte is cut off at once', async () => {
    const socket = await openRaw(bridge, bridge.origin);
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    socket.write(frameHead(2, 1e12));
    await new Promise((resolve) => socket.once('close', resolve));
    // The close frame has the code of a message that is too big.
    expect(Buffer.concat(received).readUInt16BE(2)).toBe(1009);
    expect((await bridge.ask({ path: '/.well-known/devonz-bridge' })).status).toBe(200);
  });

  it('that resets its connection while a preview’s program is looked for ends nothing but that', async () => {
    const program = new PassThrough();
    let found = (): void => undefined;
    const looked = new Promise<void>((resolve) => {
      machine.ports.connect = async () => {
        resolve();
        await new Promise<void>((again) => {
          found = again;
        });
        return program;
      };
    });
    const { preview, port } = bridge.server.names;
    const socket = connect(port, '127.0.0.1');
    const host = `p3000-${preview}.ide.localhost:${port}`;
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await looked;
    socket.resetAndDestroy();
    // The bridge has met the reset once it has answered later requests.
    for (let count = 0; count < 5; count += 1) expect((await bridge.ask({ path: '/.well-known/devonz-bridge' })).status).toBe(200);
    const ended = new Promise((resolve) => program.once('close', resolve));
    found();
    await ended;
    expect((await bridge.ask({ path: '/.well-known/devonz-bridge' })).status).toBe(200);
  });

  it('is not flooded by what a preview’s page reports', async () => {
    const reports: unknown[] = [];
    const connection = openConnection(
      { port: () => bridge.server.port, origin: () => bridge.origin },
      { onMessage: (message) => void reports.push(message) },
    );
    await connection.ask({ call: 'facts' });
    const { preview, port } = bridge.server.names;
    const host = `p3000-${preview}.ide.localhost:${port}`;
    const report = () =>
      bridge.ask({ method: 'POST', path: '/__devonz/report', host, headers: { origin: `http://${host}` }, body: '{"type":"x"}' });
    expect((await report()).status).toBe(204);
    for (let count = 0; count < 100; count += 1) await report();
    await connection.ask({ call: 'facts' });
    expect(reports.length).toBeGreaterThan(0);
    // A second or two may have passed.
    expect(reports.length).toBeLessThan(100);
    connection.close('done');
  });

  it('that gives a number twice has one process and one watch of it', async () => {
    const closed: number[] = [];
    let opened = 0;
    machine.files.watch = async (): Promise<FileWatch> => {
      opened += 1;
      const number = opened;
      return { method: 'events', close: () => void closed.push(number) };
    };
    const connection = openConnection({ port: () => bridge.server.port, origin: () => bridge.origin });
    await connection.ask({ ...START, process: 1, command: 'server' });
    await expect(connection.ask({ ...START, process: 1, command: 'server' })).rejects.toThrow('There is a process 1 already.');
    for (let count = 0; count < 2; count += 1)
      await connection.ask({ call: 'watch', watch: 1, path: '/project', isRecursive: true, isListedOnly: false });
    expect([machine.started.length, closed]).toEqual([1, [1]]);
    connection.close('done');
  });

  it('two of them change the same file one after the other, and each keeps its own processes', async () => {
    const [one, two] = [0, 1].map(() => openConnection({ port: () => bridge.server.port, origin: () => bridge.origin }));
    if (one === undefined || two === undefined) throw new Error('There are two.');
    await Promise.all([one, two].map((each) => each.ask({ ...START, process: 1, command: 'server' })));
    const write = (text: string) => one.ask({ call: 'write', path: '/project/a' }, Buffer.from(text.repeat(1_000)));
    await Promise.all([write('1'), two.ask({ call: 'write', path: '/project/a' }, Buffer.from('2'.repeat(1_000)))]);
    const { bytes } = await two.ask({ call: 'read', path: '/project/a' });
    expect(Buffer.from(bytes).toString()).toMatch(/^(?:1{1000}|2{1000})$/);
    one.close('done');
    await two.ask({ call: 'facts' });
    const ended = machine.started.filter(({ signals }) => signals.length > 0);
    expect([machine.started.length, ended.length <= 1]).toEqual([2, true]);
    two.close('done');
  });
});
