import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { startEngineServer } from './engine-server.ts';
import { alsoListenOnOtherLoopback, listenOnLoopbacks, OtherLoopbackTakenError, probeLoopbacks } from './listen-on-loopbacks.mjs';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1') === true);
const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Another program at one of the addresses. Returns its port. */
async function occupy(address: string, port = 0): Promise<number> {
  const server = createServer((socket) => socket.resume().end('somebody else'));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  open.push(server);
  // A server that listens on TCP has an address of this kind.
  return (server.address() as AddressInfo).port;
}

function answering(): HttpServer {
  const server = createHttpServer((_request, response) => response.end('ours'));
  open.push(server);
  return server;
}

/** The body of an answer, or the code of the failure. */
function ask(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, address, () => socket.write('GET / HTTP/1.1\r\nHost: engine.localhost\r\nConnection: close\r\n\r\n'));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.once('close', () => resolve(text.split('\r\n\r\n')[1] ?? ''));
  });
}

describe.skipIf(!hasIpv6)('a server on the loopbacks', () => {
  it('answers at both addresses that names below localhost lead to, and closes both', async () => {
    const server = answering();
    const port = await listenOnLoopbacks(server, 0);
    for (const address of ['127.0.0.1', '::1']) expect(await ask(address, port), address).toContain('ours');
    await new Promise((resolve) => server.close(resolve));
    for (const address of ['127.0.0.1', '::1']) expect(await ask(address, port), address).toBe('ECONNREFUSED');
    await probeLoopbacks(port);
  });

  it('lets nobody listen at the other address once it has begun', async () => {
    const port = await listenOnLoopbacks(answering(), 0);
    for (const address of ['127.0.0.1', '::1', '::']) await expect(occupy(address, port), address).rejects.toThrow('EADDRINUSE');
  });

  it('does not begin where somebody else has the other address, and says what to do', async () => {
    const port = await occupy('::1');
    const sentence = new RegExp(`^Port ${port} is taken at \\[::1\\] by another program, .+ give another port by --port\\.$`);
    await expect(listenOnLoopbacks(answering(), port)).rejects.toThrow(sentence);
    await expect(probeLoopbacks(port)).rejects.toBeInstanceOf(OtherLoopbackTakenError);
    expect(await ask('127.0.0.1', port)).toBe('ECONNREFUSED');
  });

  it('says of a port with an ordinary owner only that it is taken', async () => {
    for (const addresses of [['127.0.0.1'], ['127.0.0.1', '::1'], ['::']]) {
      let port = 0;
      for (const address of addresses) port = await occupy(address, port);
      const failure = await listenOnLoopbacks(answering(), port).catch((error: unknown) => error);
      expect(failure, addresses.join()).not.toBeInstanceOf(OtherLoopbackTakenError);
      expect(failure).toMatchObject({ code: 'EADDRINUSE' });
      expect(await ask('::1', port)).not.toContain('ours');
    }
  });

  it('is joined by the other address when it listens already, and not where that is taken', async () => {
    const server = answering();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    );
    await alsoListenOnOtherLoopback(server, port);
    expect(await ask('::1', port)).toContain('ours');
    await expect(alsoListenOnOtherLoopback(server, port)).rejects.toBeInstanceOf(OtherLoopbackTakenError);
  });

  it('ends its connections at both addresses', async () => {
    const server = answering();
    const port = await listenOnLoopbacks(server, 0);
    const sockets = ['127.0.0.1', '::1'].map((address) => connect(port, address));
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await Promise.all(['127.0.0.1', '::1'].map((address) => ask(address, port)));
    server.closeAllConnections();
    await Promise.all(closed);
  });

  it('is the engine’s own where its name is below localhost, and not at an address that was named', async () => {
    const options = {
      allowedOrigins: ['http://app.engine.localhost:5173'],
      registry: null,
      files: async () => new Response(null, { status: 404 }),
    };
    const own = await startEngineServer({ ...options, host: 'engine.localhost', port: 0 });
    expect(await ask('::1', own.port)).not.toBe('ECONNREFUSED');
    await own.close();
    for (const address of ['127.0.0.1', '::1']) expect(await ask(address, own.port)).toBe('ECONNREFUSED');
    const named = await startEngineServer({ ...options, host: 'engine.example', port: 0, address: '127.0.0.1' });
    expect(await ask('::1', named.port)).toBe('ECONNREFUSED');
    await named.close();
  });
});
