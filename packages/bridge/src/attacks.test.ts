import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Machine } from './machine/machine.ts';
import type { BridgeConnection } from './page/bridge-connection.ts';
import type { Call } from './protocol/page-messages.ts';
import { openTestMachine as openSshTestMachine } from './ssh/testing/test-machine.ts';
import { openConnection } from './testing/open-connection.ts';
import { APP, type StartedBridge, startTestBridge } from './testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from './testing/temporary-folder.ts';

/** Whoever is not the user's own page gets nothing, and even that page gets no file outside of the folder. */
let outer: TemporaryFolder;
let folder: string;
let machine: Machine;
let bridge: StartedBridge;
beforeEach(async () => {
  outer = await temporaryFolder();
  folder = join(outer.path, 'project');
  await mkdir(folder);
  await writeFile(join(outer.path, 'secret'), 'key');
  machine = await openTestMachine(folder);
  bridge = await startTestBridge(machine);
});
afterEach(async () => {
  await bridge.close();
  await machine.close();
  await outer.remove();
});

const EVIL = 'http://evil.example';
const knock = (token: string, headers: Record<string, string>, host?: string) =>
  bridge.ask({ method: 'POST', path: '/connect', headers, body: JSON.stringify({ token }), ...(host === undefined ? {} : { host }) });

describe('a page without the token', () => {
  it('does not learn the name of the control page, by no token, a wrong one, or one that was used', async () => {
    for (const token of ['', 'x', bridge.token.slice(1), `${bridge.token}a`]) {
      const answer = await knock(token, { origin: APP });
      expect([answer.status, answer.text.includes('localhost')], token).toEqual([403, false]);
    }
    expect((await knock(bridge.token, { origin: APP })).status).toBe(200);
    const used = await knock(bridge.token, { origin: APP });
    expect([used.status, used.text.includes('localhost')]).toEqual([403, false]);
  });

  it('opens no socket, whatever name it guesses', async () => {
    const { port } = bridge.server;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `${'a'.repeat(26)}.ide.localhost:${port}`]) {
      expect(await bridge.openSocket({ host, origin: `http://${host}` }), host).toBe(421);
    }
  });
});

describe('a page of another origin', () => {
  it('gets nothing for the token, nor leave to read an answer', async () => {
    for (const origin of [EVIL, 'null', `${APP}.evil.example`, 'http://ide.localhost:1']) {
      const answer = await knock(bridge.token, { origin });
      expect([answer.status, answer.headers['access-control-allow-origin']], origin).toEqual([403, undefined]);
    }
    expect((await knock(bridge.token, { origin: APP })).status).toBe(200);
  });

  it('opens no socket although it knows the name, and frames no control page', async () => {
    expect(await bridge.openSocket({ origin: EVIL })).toBe(403);
    const page = await bridge.ask({ path: '/headless', host: new URL(bridge.origin).host });
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors ${APP};`);
  });

  it('changes nothing at the user’s own servers by a preview', async () => {
    const { names } = bridge.server;
    const host = `p9-${names.preview}.ide.localhost:${names.port}`;
    expect((await bridge.ask({ method: 'POST', path: '/buy', host, headers: { origin: EVIL } })).status).toBe(403);
  });
});

describe('a page that comes by another name (DNS rebinding)', () => {
  it('is answered by nothing, although it has the token', async () => {
    const { port } = bridge.server;
    for (const host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, `localhost.evil.example:${port}`, 'evil.example']) {
      expect((await knock(bridge.token, { origin: APP }, host)).status, host).toBe(421);
      expect((await bridge.ask({ path: '/headless', host })).status, host).toBe(421);
      expect(await bridge.openSocket({ host }), host).toBe(421);
    }
  });
});

describe('the wire', () => {
  let connection: BridgeConnection;
  beforeEach(() => {
    connection = openConnection({ port: () => bridge.server.port, origin: () => bridge.origin });
  });
  afterEach(() => connection.close('done'));
  const codeOf = (call: Call, bytes?: Uint8Array) =>
    connection.ask(call, bytes).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  const reach = async (path: string) => [
    await codeOf({ call: 'read', path }),
    await codeOf({ call: 'write', path }, Buffer.from('evil')),
    await codeOf({ call: 'status', path: `${path}/x` }),
    await codeOf({ call: 'remove', path: `${path}/x`, isRecursive: true, isForced: true }),
    await codeOf({ call: 'rename', from: `${path}/x`, to: `${folder}/stolen` }),
    await codeOf({ call: 'make-folder', path: `${path}/x`, isRecursive: true }),
    await codeOf({ call: 'mount', folder: path }, Buffer.from('{"d":{"x":{"f":{"c":"evil"}}}}')),
    await codeOf({ call: 'watch', watch: 1, path, isRecursive: true, isListedOnly: false }),
  ];

  it('takes no path that leads out of the folder', async () => {
    for (const path of [outer.path, `${folder}/..`, `${folder}/../secret`, `${folder}/x/../../secret`, '/etc/passwd', `${folder}2`]) {
      expect([path, ...new Set(await reach(path))]).toEqual([path, 'EACCES']);
    }
    expect(await readFile(join(outer.path, 'secret'), 'utf8')).toBe('key');
  });

  it('follows no link out of the folder, whoever made it, also one to what does not exist', async () => {
    await symlink('..', join(folder, 'up'));
    await symlink('/etc', join(folder, 'etc'));
    await symlink('../new', join(folder, 'dangling'));
    for (const path of [`${folder}/up`, `${folder}/up/secret`, `${folder}/etc/passwd`, `${folder}/dangling`]) {
      expect([path, ...new Set(await reach(path))]).toEqual([path, 'EACCES']);
    }
    await expect(stat(join(outer.path, 'new'))).rejects.toThrow('ENOENT');
  });

  it('mounts no name that is a path', async () => {
    for (const name of ['..', '../x', 'a/b', '/x', '.', '']) {
      const tree = Buffer.from(JSON.stringify({ d: { [name]: { f: { c: 'evil' } } } }));
      expect(await codeOf({ call: 'mount', folder }, tree), name).not.toBe('done');
    }
    await expect(stat(join(outer.path, 'x'))).rejects.toThrow('ENOENT');
  });
});

it.each(['../x', 'a/../../x', '/etc/passwd'])('a server’s listing with the name %j is refused', async (name) => {
  const bench = await openSshTestMachine({ lies: { names: (names) => [...names, name] } });
  await expect(bench.machine.files.list(bench.folder)).rejects.toMatchObject({ code: 'EIO' });
  await bench.close();
});

describe('another user of this computer who finds the port', () => {
  it('learns that a bridge is here, and nothing of its user, folder or names', async () => {
    const found = await bridge.ask({ path: '/.well-known/devonz-bridge' });
    expect(JSON.parse(found.text)).toEqual({ bridge: 'devonz-bridge', version: '9.9.9' });
    for (const path of ['/', '/headless', '/session', '/page.js', '/__devonz/report'])
      expect((await bridge.ask({ path })).status, path).toBe(404);
  });

  it('who can forge every header has no token', async () => {
    expect((await knock('', { origin: APP })).status).toBe(403);
    expect((await knock(bridge.token, {})).status).toBe(403);
  });

  it('cannot reach it by an address of the network', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter(({ internal }) => !internal));
    for (const { address } of addresses) {
      const code = await new Promise((resolve) => {
        const socket = connect({ host: address, port: bridge.server.port });
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error: Error & { code?: string }) => resolve(error.code));
      });
      expect(code, address).not.toBe('connected');
    }
  });

  it('cannot enter the folder for temporary files', async () => {
    expect((await stat(machine.facts.temporaryFolder)).mode & 0o777).toBe(0o700);
  });
});
