import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_COMPUTER_HEADER } from 'devonz-engine-protocol/machine/own-computer';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOwnComputerDoor } from '../../../packages/bridge/src/own-computer/own-computer-door.ts';
import { findPort } from '../../../scripts/serve/find-port.mjs';
import { startFrontServer } from '../../../scripts/serve/front-server.mjs';
import { keptOwnComputerKey, loadOwnComputer, printedAddress } from '../../../scripts/serve/own-computer.mjs';

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
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'own-computer-'));
  });
  afterEach(() => rm(root, { recursive: true }));
  const file = () => join(root, '.own-computer.key');

  it('is made once, in a file that nobody else of the machine reads', async () => {
    const [one, two] = [await keptOwnComputerKey(root), await keptOwnComputerKey(root)];
    expect(one).toBe(two);
    expect(Buffer.from(one, 'base64url')).toHaveLength(24);
    expect((await readFile(file(), 'utf8')).trim()).toBe(one);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(isSecretPath(file())).toBe(true);
  });

  it('is a new one where the file holds something that could be guessed, which is said', async () => {
    const said: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => said.push(text);
    await writeFile(file(), 'key\n');
    const key = await keptOwnComputerKey(root);
    console.warn = warn;
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(said.join()).not.toContain(key);
    expect(said).toEqual([expect.stringContaining('.own-computer.key')]);
  });

  it('is in the fragment of the printed address, where there is one', () => {
    expect(printedAddress('http://ide.localhost:1/', 'abc')).toMatch(/^http:\/\/ide\.localhost:1\/#own-computer=abc\n.+$/);
    expect(printedAddress('http://ide.localhost:1/', null)).toBe('http://ide.localhost:1/');
  });

  it('opens nothing where the app has a public name', async () => {
    expect(await loadOwnComputer({ root, key: 'k'.repeat(32), variables: { APP_HOST: 'devonz.example.com' } })).toBe(null);
  });
});
