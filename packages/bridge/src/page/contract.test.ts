import { mkdir, readFile, readlink, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { formatReadRange, READ_STATUS } from 'devonz-engine-protocol/machine/reads';
import { READ_UNFOLLOWED } from 'devonz-engine-protocol/read-unfollowed';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Machine } from '../machine/machine.ts';
import { CuttingProxy } from '../testing/cutting-proxy.ts';
import { openInstance, type PageInstance, runToEnd } from '../testing/page-instance.ts';
import { type StartedBridge, startTestBridge } from '../testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

/** The twelve points that the app's side was designed by, over the real wire and on this computer. */
let folder: TemporaryFolder;
let machine: Machine;
let bridge: StartedBridge;
let instance: PageInstance;
beforeEach(async () => {
  folder = await temporaryFolder();
  machine = await openTestMachine(folder.path);
  bridge = await startTestBridge(machine);
  instance = await openInstanceOf(bridge);
});
afterEach(async () => {
  instance.teardown();
  await bridge.close();
  await machine.close();
  await folder.remove();
});

const openInstanceOf = ({ server, origin }: StartedBridge) => openInstance({ port: () => server.port, origin: () => origin });
const inside = (name: string) => join(folder.path, name);
const sh = (script: string, env: Record<string, string> = {}) => ({ command: 'bash', args: ['-c', script], env });
/** As the agent's shell is started. */
const plain = (script: string) => ({
  ...sh(script, { DEVONZ_PLAIN_CONSOLE: '1', DEVONZ_TERMINAL_NOTES: 'key-1' }),
  terminal: { cols: 80, rows: 24 },
});
const textOf = (data: Uint8Array | string) => (typeof data === 'string' ? data : new TextDecoder().decode(data));

describe('a machine’s page', () => {
  it('1: the identity in the facts is the same after a restart, and another for another user', async () => {
    const again = await openTestMachine(folder.path);
    expect(again.facts.id).toMatch(/^[a-z0-9]{32}$/);
    expect(again.facts.id).toBe(machine.facts.id);
    await again.close();
  });

  it('2: /headless may be framed by the app alone, and is isolated as its page is', async () => {
    const answer = await bridge.ask({ path: '/headless', host: new URL(bridge.origin).host });
    expect(answer.headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('frame-ancestors http://ide.localhost:8788;'),
    });
  });

  it('3: the working directory is the real folder', () => {
    expect(instance.runtimeInfo().cwd).toBe(folder.path);
    expect(machine.facts.folder).toBe(folder.path);
  });

  it('4: readFile gives a link’s target, a status and a part of a file that is too large to be read', async () => {
    await writeFile(inside('large'), '');
    await symlink('large', inside('link'));
    await truncate(inside('large'), 3 * 1024 ** 3);
    const { readFile: read } = instance.fs();
    expect(await read('link', READ_UNFOLLOWED)).toBe('large');
    expect(JSON.parse(textOf(await read('link', READ_STATUS)))).toMatchObject({ kind: 'symlink' });
    expect(JSON.parse(textOf(await read('large', READ_STATUS)))).toMatchObject({ kind: 'file', size: 3 * 1024 ** 3, mode: 0o644 });
    await expect(read('large')).rejects.toThrow(/^EFBIG: /);
    const part = await read('large', formatReadRange({ offset: 2 * 1024 ** 3, limit: 1000 }));
    expect(part).toHaveLength(1000);
  });

  it('5: a plain program has no terminal and none of the app’s variables; notes tell its streams and its ports', async () => {
    const look = 'test -t 1; echo "$? [$TERM] ${DEVONZ_PLAIN_CONSOLE-}${DEVONZ_TERMINAL_NOTES-}"; echo bad >&2; sleep 0.1; echo out';
    const { output, stdout, stderr } = await runToEnd(instance, plain(look));
    const note = (body: string) => `\u001b]655;key-1;${body}\u0007`;
    expect(stdout).toBe('1 [dumb] \r\nout\r\n');
    expect(stderr).toBe('bad\r\n');
    expect(output.startsWith(note('on=streams'))).toBe(true);
    expect(output).toContain(`${note('to=stderr')}bad\r\n${note('to=stdout')}`);
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const address = free.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await new Promise((resolve) => free.close(resolve));
    let heard = '';
    const server = `node -e "require('net').createServer().listen(${port}, '127.0.0.1')"`;
    const child = await instance.run(plain(server), undefined, undefined, (data) => {
      heard += data === null ? '' : textOf(data);
      if (heard.includes(note(`port=${port}`))) child.kill();
    });
    await child.onExit;
    expect(heard).toContain(note(`port=${port}`));
  });

  it('5: Ctrl+C on the input interrupts the group, and Ctrl+D ends the input', async () => {
    let heard = '';
    const waiting = "trap 'echo interrupted; exit 7' INT; echo ready; while :; do sleep 0.05; done";
    const child = await instance.run(plain(waiting), undefined, undefined, (data) => {
      heard += data === null ? '' : textOf(data);
      if (heard.endsWith('ready\r\n')) child.write('\u0003');
    });
    expect([await child.onExit, heard.slice(-13)]).toEqual([7, 'interrupted\r\n']);
    let lines = '';
    const reader = await instance.run(plain('cat; echo end'), (data) => {
      lines += data === null ? '' : textOf(data);
    });
    reader.write('typed\r');
    reader.write('\u0004');
    expect([await reader.onExit, lines]).toEqual([0, 'typed\r\nend\r\n']);
  });

  it('5: what the agent starts has no variables that may hold a secret', async () => {
    const secretive = await openTestMachine(folder.path, true, { MY_API_KEY: 'x', SSH_AUTH_SOCK: '/s', HARMLESS: 'y' });
    const other = await startTestBridge(secretive);
    const page = await openInstanceOf(other);
    const look = 'echo "${MY_API_KEY-gone} ${SSH_AUTH_SOCK-gone} $HARMLESS ${DEVONZ_AGENT-gone}"';
    expect((await runToEnd(page, sh(look, { DEVONZ_AGENT: '1' }))).stdout).toBe('gone gone y gone\n');
    expect((await runToEnd(page, sh(look))).stdout).toBe('x /s y gone\n');
    page.teardown();
    await other.close();
    await secretive.close();
  });

  it('6: the first kill asks, the second one ends the whole group', async () => {
    let heard = '';
    let kills = 0;
    const deaf = "trap 'echo asked' TERM; sh -c 'trap \"\" TERM; while :; do sleep 0.05; done' & echo ready; while :; do wait; done";
    const child = await instance.run(sh(deaf), undefined, undefined, (data) => {
      heard += data === null ? '' : textOf(data);
      const wanted = kills === 0 ? 'ready' : 'asked';
      if (kills === 2 || !heard.includes(wanted)) return;
      kills += 1;
      child.kill();
    });
    expect([await child.onExit, heard, kills]).toEqual([128 + 9, 'ready\nasked\n', 2]);
  });

  it('7: a watch leaves out what is in .git and node_modules', async () => {
    await mkdir(inside('.git'));
    await mkdir(inside('node_modules/a'), { recursive: true });
    const seen = new Set<string>();
    let wake = (): void => undefined;
    const watch = await instance.fs().watch('.', { recursive: true }, (_event, name) => {
      seen.add(name);
      wake();
    });
    await writeFile(inside('.git/HEAD'), 'x');
    await writeFile(inside('node_modules/a/x.js'), 'x');
    await mkdir(inside('src'));
    await writeFile(inside('src/last'), 'x');
    while (!seen.has('src/last')) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    expect([...seen].sort()).toEqual(['src', 'src/last']);
    watch.close();
  });

  it('10: a write keeps the mode, and one that fails leaves what was there', async () => {
    await writeFile(inside('run'), 'old', { mode: 0o755 });
    await instance.fs().writeFile('run', 'new');
    expect([(await stat(inside('run'))).mode & 0o777, await readFile(inside('run'), 'utf8')]).toEqual([0o755, 'new']);
    await expect(instance.fs().writeFile('run/below', 'x')).rejects.toThrow(/^ENOTDIR: /);
    expect(await readFile(inside('run'), 'utf8')).toBe('new');
  });

  it('11: a mount removes nothing: a link replaces a file, never a folder', async () => {
    await mkdir(inside('kept'));
    await writeFile(inside('kept/file'), 'mine');
    await writeFile(inside('other'), 'mine');
    const mount = (tree: object) => instance.loadFiles(new TextEncoder().encode(JSON.stringify(tree)));
    await mount({ d: { other: { f: { l: 'kept/file' } }, more: { f: { c: 'new' } } } });
    expect(await readlink(inside('other'))).toBe('kept/file');
    await expect(mount({ d: { kept: { f: { l: 'other' } } } })).rejects.toThrow(/^EISDIR: /);
    expect([await readFile(inside('kept/file'), 'utf8'), await readFile(inside('more'), 'utf8')]).toEqual(['mine', 'new']);
  });

  it('12: errors of files begin with their code', async () => {
    await expect(instance.fs().readFile('none')).rejects.toThrow(/^ENOENT: no such file or directory, /);
    await symlink('/etc/passwd', inside('out'));
    await expect(instance.fs().readFile('out')).rejects.toThrow(/^EACCES: permission denied, /);
    await expect(instance.fs().readFile('.')).rejects.toThrow(/^EISDIR: /);
  });
});

describe('a page whose network breaks', () => {
  it('8 and 9: is answered once, and runs nothing twice, however often its connection is cut', async () => {
    const proxy = await CuttingProxy.start(bridge.server.port);
    const page = await openInstance({ port: () => proxy.port, origin: () => bridge.origin });
    const runs = Array.from({ length: 20 }, async (_, index) => {
      const { exitCode } = await runToEnd(page, sh(`echo ${index} >> ran; exit ${index}`));
      proxy.cut();
      return exitCode;
    });
    expect(await Promise.all(runs)).toEqual(runs.map((_, index) => index));
    const ran = (await readFile(inside('ran'), 'utf8')).trim().split('\n').map(Number);
    expect(ran.sort((a, b) => a - b)).toEqual(runs.map((_, index) => index));
    expect(proxy.cuts).toBeGreaterThan(0);
    page.teardown();
    proxy.close();
  });

  it('8: learns what was lost when another bridge answers', async () => {
    const proxy = await CuttingProxy.start(bridge.server.port);
    let current = { port: proxy.port, origin: bridge.origin };
    const page = await openInstance({ port: () => current.port, origin: () => current.origin });
    const told = new Promise<unknown>((resolve) => page.on('machine-connection', resolve as (change: never) => void));
    const child = await page.run(sh('sleep 100'));
    // Another bridge, which knows no session.
    const second = await startTestBridge(machine);
    current = { port: second.server.port, origin: second.origin };
    proxy.cut();
    expect(await told).toEqual({ state: 'back', lost: ['bash -c sleep 100'] });
    expect(await child.onExit).toBe(255);
    page.teardown();
    proxy.close();
    await second.close();
  });

  it('8: learns that a bridge that was ended does not come back', async () => {
    const page = await openInstance({ port: () => bridge.server.port, origin: () => bridge.origin });
    const told = new Promise<unknown>((resolve) => page.on('machine-connection', resolve as (change: never) => void));
    const child = await page.run(sh('sleep 100'));
    await bridge.close();
    expect(await told).toEqual({ state: 'lost', reason: expect.stringMatching(/^The bridge was ended/) });
    expect(await child.onExit).toBe(255);
    await expect(page.fs().readdir('.')).rejects.toThrow('The bridge was ended');
  });
});
