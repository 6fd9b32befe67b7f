import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeMachine } from '../testing/fake-machine.ts';
import { startTestBridge } from '../testing/started-bridge.ts';
import { OtherLoopbackTakenError, openLoopbackListeners, portOf } from './loopback-listeners.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1') === true);
const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Another program at one of the addresses. Returns its port. */
async function occupy(address: string, port = 0): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  open.push(server);
  return portOf(server);
}

/** The first line of an answer, or the code of the failure. */
function ask(address: string, port: number, host: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, address, () => socket.write(`GET /headless HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.once('close', () => resolve(text.split('\r\n')[0] ?? ''));
  });
}

describe.skipIf(!hasIpv6)('a bridge', () => {
  it('answers at both addresses that its names lead to, and at neither once it has ended', async () => {
    const bridge = await startTestBridge(new FakeMachine());
    const { port } = bridge.server;
    const { host } = new URL(bridge.origin);
    for (const address of ['127.0.0.1', '::1']) expect(await ask(address, port, host), address).toBe('HTTP/1.1 200 OK');
    // Whoever listened there would learn the control page's name, which is a key.
    await expect(occupy('::1', port)).rejects.toThrow('EADDRINUSE');
    const held = connect(port, '::1');
    await new Promise((resolve) => held.once('connect', resolve));
    const gone = new Promise((resolve) => held.once('close', resolve));
    await bridge.close();
    await gone;
    for (const address of ['127.0.0.1', '::1']) expect(await ask(address, port, host), address).toBe('ECONNREFUSED');
  });

  it('does not begin where somebody else has the other address, and says what to do', async () => {
    const port = await occupy('::1');
    const failure = await openLoopbackListeners(port).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OtherLoopbackTakenError);
    expect(String(failure)).toMatch(/is taken at \[::1\] by another program, .+ give another port by --port\.$/);
    await occupy('127.0.0.1', port);
    const ordinary = await openLoopbackListeners(port).catch((error: unknown) => error);
    expect(ordinary).toMatchObject({ code: 'EADDRINUSE' });
    expect(ordinary).not.toBeInstanceOf(OtherLoopbackTakenError);
  });
});
