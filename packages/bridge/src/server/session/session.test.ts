import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../protocol/page-messages.ts';
import type { ServerMessage } from '../../protocol/server-messages.ts';
import { CuttingProxy } from '../../testing/cutting-proxy.ts';
import { FakeMachine } from '../../testing/fake-machine.ts';
import { openConnection } from '../../testing/open-connection.ts';
import { type StartedBridge, startTestBridge } from '../../testing/started-bridge.ts';

let machine: FakeMachine;
let bridge: StartedBridge;
beforeEach(async () => {
  machine = new FakeMachine();
  bridge = await startTestBridge(machine);
});
afterEach(() => bridge.close());

const START: Omit<Extract<Call, { call: 'start' }>, 'process' | 'command'> = {
  call: 'start',
  args: [],
  cwd: '/project',
  env: {},
  terminal: null,
  isPlain: false,
  isAgents: false,
  isErrorSeparate: true,
};

interface Heard {
  text: string;
  ends: ServerMessage[];
  lost: string[];
  finals: boolean[];
}

function connectThrough(port: () => number) {
  const heard: Heard = { text: '', ends: [], lost: [], finals: [] };
  let wake = (): void => undefined;
  const connection = openConnection(
    { port, origin: () => bridge.origin },
    {
      onMessage(message, bytes) {
        if (message.type === 'output') {
          heard.text += new TextDecoder().decode(bytes);
          connection.send({ type: 'output-taken', process: message.process, bytes: bytes.byteLength });
        } else if (message.type === 'end') heard.ends.push(message);
        wake();
      },
      onLost(reason, isFinal) {
        heard.lost.push(reason);
        heard.finals.push(isFinal);
        wake();
      },
    },
  );
  const until = async (isDone: () => boolean) => {
    while (!isDone()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { connection, heard, until };
}

describe('a session', () => {
  it('survives 100 cuts at random instants: nothing is lost, nothing is repeated, nothing is carried out twice', async () => {
    const proxy = await CuttingProxy.start(bridge.server.port);
    const { connection, heard, until } = connectThrough(() => proxy.port);
    await connection.ask({ ...START, process: 1, command: 'printer' });
    const printer = machine.started[0];
    let expected = '';
    let number = 0;
    while (proxy.cuts < 100) {
      const writes: Promise<unknown>[] = [];
      for (let count = Math.ceil(Math.random() * 8); count > 0; count -= 1) {
        number += 1;
        expected += `line ${number}\n`;
        printer?.print(`line ${number}\n`);
        writes.push(connection.ask({ call: 'write', path: `/project/${number}` }, new TextEncoder().encode(String(number))));
        connection.send({ type: 'input', process: 1 }, new TextEncoder().encode(`typed ${number}\n`));
      }
      // Between nothing and several turns of the event loop later.
      for (let turns = Math.floor(Math.random() * 12); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
      proxy.cut();
      await Promise.all(writes);
    }
    printer?.end({ type: 'exited', code: 7 });
    await until(() => heard.ends.length > 0);
    expect(heard.text).toBe(expected);
    expect(machine.written).toEqual(Array.from({ length: number }, (_, index) => `/project/${index + 1}`));
    expect(printer?.typed).toBe(Array.from({ length: number }, (_, index) => `typed ${index + 1}\n`).join(''));
    expect(heard).toMatchObject({ ends: [{ type: 'end', process: 1, end: { type: 'exited', code: 7 } }], lost: [] });
    connection.close('done');
    proxy.close();
  });

  it('holds back a program whose output the client does not process', async () => {
    let received = 0;
    const waiting: number[] = [];
    let wake = (): void => undefined;
    const connection = openConnection(
      { port: () => bridge.server.port, origin: () => bridge.origin },
      {
        onMessage(message, bytes) {
          if (message.type !== 'output') return;
          received += bytes.byteLength;
          waiting.push(bytes.byteLength);
          wake();
        },
      },
    );
    await connection.ask({ ...START, process: 1, command: 'flood' });
    const piece = 'x'.repeat(64 * 1024);
    for (let count = 0; count < 100; count += 1) machine.started[0]?.print(piece);
    await connection.ask({ call: 'facts' });
    expect(received).toBeLessThanOrEqual(1024 * 1024);
    while (received < 100 * piece.length) {
      for (const bytes of waiting.splice(0)) connection.send({ type: 'output-taken', process: 1, bytes });
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    connection.close('done');
  });

  it('ends with its client’s teardown, and its programs with it: asked first, then by force', async () => {
    const { connection } = connectThrough(() => bridge.server.port);
    await connection.ask({ ...START, process: 1, command: 'server' });
    const ended = new Promise<void>((resolve) => {
      const look = () => (bridge.clients.at(-1) === 0 ? resolve() : setImmediate(look));
      look();
    });
    connection.close('done');
    await ended;
    expect(machine.started[0]?.signals).toEqual(['SIGTERM']);
    expect(bridge.clients).toEqual([1, 0]);
    await expect(connection.ask({ call: 'facts' })).rejects.toThrow('done');
  });

  it('says what was lost when another bridge answers', async () => {
    const proxy = await CuttingProxy.start(bridge.server.port);
    let port = proxy.port;
    const { connection, heard, until } = connectThrough(() => port);
    await connection.ask({ ...START, process: 1, command: 'server' });
    const former = bridge;
    bridge = await startTestBridge(machine);
    port = bridge.server.port;
    proxy.cut();
    const unanswered = connection.ask({ call: 'read', path: '/project/a' });
    unanswered.catch(() => undefined);
    await until(() => heard.lost.length > 0);
    expect(heard.lost).toEqual([expect.stringMatching(/^The bridge was started again\. What ran there has ended/)]);
    await expect(unanswered).rejects.toThrow('The bridge was started again');
    expect(await connection.ask({ call: 'facts' })).toMatchObject({ value: { host: 'fake' } });
    connection.close('done');
    proxy.close();
    await former.close();
  });

  it('is over for good when the bridge is ended: it is said, and nobody tries to connect again', async () => {
    const sockets: string[] = [];
    const { connection, heard, until } = connectThrough(() => {
      sockets.push('opened');
      return bridge.server.port;
    });
    await connection.ask({ ...START, process: 1, command: 'server' });
    await bridge.close();
    await until(() => heard.lost.length > 0);
    const reason = 'The bridge was ended, and what was started by it. Open the machine again.';
    expect(heard).toMatchObject({ lost: [reason], finals: [true] });
    await expect(connection.ask({ call: 'facts' })).rejects.toThrow(reason);
    bridge = await startTestBridge(machine);
    // Another client is served meanwhile.
    const other = connectThrough(() => bridge.server.port);
    for (let count = 0; count < 20; count += 1) await other.connection.ask({ call: 'facts' });
    other.connection.close('done');
    expect([sockets.length, bridge.clients[0]]).toEqual([1, 1]);
  });

  it('tells a page that speaks another language why, in as many bytes as there is room for', async () => {
    const socket = await bridge.openSocket({});
    if (typeof socket === 'number') throw new Error(String(socket));
    const closed = new Promise<[number, string]>((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])));
    socket.send(JSON.stringify({ type: 'received', received: 0, ['漢'.repeat(80)]: 1 }));
    const [code, reason] = await closed;
    expect([code, reason.includes('\ufffd')]).toEqual([4000, false]);
    expect((await bridge.ask({ path: '/.well-known/devonz-bridge' })).status).toBe(200);
  });

  it('fails in the machine’s words, and keeps the order of a write and a read that does not wait for it', async () => {
    const { connection } = connectThrough(() => bridge.server.port);
    await expect(connection.ask({ call: 'read', path: '/project/none' })).rejects.toMatchObject({
      message: "ENOENT: no such file or directory, open '/project/none'",
      code: 'ENOENT',
    });
    const writing = connection.ask({ call: 'write', path: '/project/a' }, new TextEncoder().encode('new'));
    const { bytes } = await connection.ask({ call: 'read', path: '/project/a' });
    await writing;
    expect(new TextDecoder().decode(bytes)).toBe('new');
    connection.close('done');
  });
});
