import { execFile, spawn } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { OWN_COMPUTER_HEADER } from 'devonz-engine-protocol/machine/own-computer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOwnComputerDoor } from '../../../packages/bridge/src/own-computer/own-computer-door.ts';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { startFrontServer } from '../../../scripts/serve/front-server.mjs';
import { loadOwnComputer, newOwnComputerKey, printedAddress, sendOwnComputerKey } from '../../../scripts/serve/own-computer.mjs';

describe('the front with the bridge', () => {
  const key = 'k'.repeat(32);
  const asked: string[] = [];
  let behind: Server;
  let front: Server;
  let port = 0;
  beforeAll(async () => {
    behind = createServer((incoming, response) => {
      asked.push(`${incoming.headers.host} ${incoming.url}`);
      response.end('behind');
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    port = await findPort(18_940);
    const ownComputer = createOwnComputerDoor({
      key,
      appHost: 'ide.localhost',
      describe: async () => ({ user: 'ada', host: 'desk', home: '/', sshHosts: [], hasAgent: false, keyPaths: [], containers: null }),
      startChild: () => {
        throw new Error('nothing is opened here');
      },
    });
    front = await startFrontServer({ port, upstreamPort: (behind.address() as AddressInfo).port, ownComputer }); // it listens on a port
  });
  afterAll(async () => {
    for (const server of [front, behind]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  beforeEach(() => {
    asked.length = 0;
  });

  function ask(host: string, path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { port, host: '127.0.0.1', path, headers: { host: `${host}:${port}`, ...headers }, agent: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      outgoing.once('error', reject);
      outgoing.end();
    });
  }

  it('answers for the app’s own name, with and without the key, and asks nobody behind', async () => {
    expect(await ask('ide.localhost', '/own-computer', { [OWN_COMPUTER_HEADER]: key })).toMatchObject({
      status: 200,
      text: expect.stringContaining('"ada"'),
    });
    expect((await ask('ide.localhost', '/own-computer')).status).toBe(401);
    expect((await ask('ide.localhost', '/own-computer/x?y', { [OWN_COMPUTER_HEADER]: key })).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('passes on what comes by another name, a preview’s among them, and every other path', async () => {
    for (const host of ['run.ide.localhost', 'p3000-shop.run.ide.localhost', 'evil.example']) {
      expect((await ask(host, '/own-computer', { [OWN_COMPUTER_HEADER]: key })).text).toBe('behind');
    }
    expect((await ask('ide.localhost', '/own-computers')).text).toBe('behind');
    expect(asked).toHaveLength(4);
  });
});

describe('the key', () => {
  it('is another one for each start, and too long to be guessed', () => {
    const keys = [newOwnComputerKey(), newOwnComputerKey()];
    expect(keys[0]).not.toBe(keys[1]);
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(24);
  });

  it('comes to a child process by its channel, whenever that asks, and is in none of its arguments or variables', async () => {
    const module = new URL('../../../scripts/serve/own-computer.mjs', import.meta.url).href;
    const script = `
      // As Vite does, which has loaded much and listened for other messages before.
      process.once('message', () => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      process.removeAllListeners('message');
      const { receiveOwnComputerKey } = await import('${module}');
      const first = await receiveOwnComputerKey();
      // As after a change of Vite's configuration.
      const { receiveOwnComputerKey: again } = await import('${module}?again');
      const told = JSON.stringify([process.argv, process.execArgv, process.env]);
      console.log(JSON.stringify({ keys: [first, await again()], isFound: told.includes(first) }));
      process.disconnect();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const key = newOwnComputerKey();
    sendOwnComputerKey(child, key);
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
    await new Promise((resolve) => child.once('close', resolve));
    expect(JSON.parse(printed)).toEqual({ keys: [key, key], isFound: false });
  });

  it('is none where no parent has sent one', async () => {
    const module = new URL('../../../scripts/serve/own-computer.mjs', import.meta.url).href;
    const script = `import('${module}').then(async ({ receiveOwnComputerKey }) => console.log(await receiveOwnComputerKey()))`;
    expect((await promisify(execFile)(process.execPath, ['-e', script])).stdout).toBe('null\n');
  });

  it('is in the fragment of the printed address, where there is one', () => {
    expect(printedAddress('http://ide.localhost:1/', 'abc')).toMatch(/^http:\/\/ide\.localhost:1\/#own-computer=abc\n.+$/);
    expect(printedAddress('http://ide.localhost:1/', null)).toBe('http://ide.localhost:1/');
  });

  it('opens nothing where the app has a public name', async () => {
    expect(await loadOwnComputer({ root: '/nowhere', key: 'k'.repeat(32), variables: { APP_HOST: 'devonz.example.com' } })).toBe(null);
  });
});
