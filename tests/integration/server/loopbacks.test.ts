import { execFile } from 'node:child_process';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { createServer as createVite } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { OtherLoopbackTakenError } from '../../../packages/engine/src/server/listen-on-loopbacks.mjs';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { startFrontServer } from '../../../scripts/serve/front-server.mjs';
import { loopbacksPlugin } from '../../../scripts/serve/loopbacks-plugin.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1') === true);
const open: (Server | HttpServer)[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function occupy(address: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  open.push(server);
}

function ask(address: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, address, () => socket.write('GET / HTTP/1.1\r\nHost: ide.localhost\r\nConnection: close\r\n\r\n'));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
  });
}

describe.skipIf(!hasIpv6)('the app’s server', () => {
  it('answers at ::1, where browsers look for its name first, as at 127.0.0.1', async () => {
    const behind = createHttpServer((_request, response) => response.end('the app'));
    open.push(behind);
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const port = await findPort(18_960);
    // Servers that listen on TCP have an address of this kind.
    const front = await startFrontServer({ port, upstreamPort: (behind.address() as AddressInfo).port });
    open.push(front);
    for (const address of ['127.0.0.1', '::1']) expect(await ask(address, port), address).toContain('the app');
    await expect(occupy('::1', port)).rejects.toThrow('EADDRINUSE');
  });

  it('takes the next port where one is taken at 127.0.0.1 or at both, and none past one that is taken at ::1 alone', async () => {
    const port = await findPort(18_970);
    await occupy('127.0.0.1', port);
    expect(await findPort(port)).toBeGreaterThan(port);
    await occupy('::1', port);
    expect(await findPort(port)).toBeGreaterThan(port);
    const other = await findPort(18_990);
    await occupy('::1', other);
    await expect(findPort(other)).rejects.toBeInstanceOf(OtherLoopbackTakenError);
  });

  it('is not started where somebody else would be asked first, and says so in a sentence', async () => {
    const port = await findPort(19_010);
    await occupy('::1', port);
    const claim = new URL('../../../scripts/serve/claim-port.mjs', import.meta.url).href;
    const run = promisify(execFile)(process.execPath, ['-e', `import('${claim}').then(({ claimPort }) => claimPort(${port}))`]);
    const failure: unknown = await run.catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^Port ${port} is taken at \\[::1\\] [^\\n]+\\n$`)),
    });
  });

  it('is Vite’s as well: it answers at both, again after a restart, and says who is in its place', async () => {
    const port = await findPort(19_030);
    const said: string[] = [];
    const server = { host: '127.0.0.1', port, strictPort: true, watch: null, hmr: false, ws: false as const };
    const plugins = [loopbacksPlugin((sentence) => said.push(sentence))];
    const vite = await createVite({
      configFile: false,
      root: tmpdir(),
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      plugins,
      server,
    });
    await vite.listen();
    for (let round = 0; round < 2; round += 1) {
      for (const address of ['127.0.0.1', '::1']) expect(await answeredAt(address, port), address).toContain('HTTP/1.1');
      await vite.restart();
    }
    await vite.close();
    await occupy('::1', port);
    const second = await createVite({
      configFile: false,
      root: tmpdir(),
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      plugins,
      server,
    });
    await second.listen();
    await second.close();
    expect(said).toEqual([expect.stringMatching(/is taken at \[::1\] by another program/)]);
  });
});

/** Asks until somebody listens: Vite begins with one address, and the other one follows. */
async function answeredAt(address: string, port: number): Promise<string> {
  for (;;) {
    const answer = await ask(address, port).catch(() => null);
    if (answer !== null) return answer;
  }
}
