import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { spawn as spawnOnTerminal } from '@lydell/node-pty';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { factsSchema } from './protocol/server-messages.ts';
import { makeKey } from './ssh/testing/make-key.ts';
import { startSshd } from './ssh/testing/start-sshd.ts';
import { startTestServer, type TestServer } from './ssh/testing/test-server.ts';
import { type BuiltProgram, builtProgram, type StartedProgram, startProgram } from './testing/built-program.ts';
import { findProgram } from './testing/find-program.ts';
import { openInstance, type PageInstance, runToEnd } from './testing/page-instance.ts';
import { type TemporaryFolder, temporaryFolder } from './testing/temporary-folder.ts';

const APP = 'http://ide.localhost:8788';
const PRINTED = /#bridge=(http:\/\/127\.0\.0\.1:(\d+))&token=([a-z2-7]{26})/;
const connectedSchema = z.strictObject({ facts: factsSchema, origin: z.string() });

let program: BuiltProgram;
let home: TemporaryFolder;
const started: StartedProgram[] = [];
const pages: PageInstance[] = [];
beforeAll(async () => {
  program = await builtProgram();
});
afterAll(() => program.remove());
beforeEach(async () => {
  home = await temporaryFolder();
  await mkdir(join(home.path, 'project'));
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.teardown();
  for (const { child, ended } of started.splice(0)) {
    child.kill();
    await ended;
  }
  await home.remove();
});

/** With a home of its own, in which nothing of the tester is. */
function start(args: string[], env: Record<string, string | undefined> = {}): StartedProgram {
  const one = startProgram(program.path, [...args, '--port', '0', '--app', APP], { HOME: home.path, SSH_AUTH_SOCK: undefined, ...env });
  started.push(one);
  return one;
}

async function connect(printed: string) {
  const [, address = '', port = '', token = ''] = PRINTED.exec(printed) ?? [];
  const answer = await fetch(`${address}/connect`, { method: 'POST', headers: { origin: APP }, body: JSON.stringify({ token }) });
  const { facts, origin } = connectedSchema.parse(await answer.json());
  const page = await openInstance({ port: () => Number(port), origin: () => origin });
  pages.push(page);
  return { facts, page };
}

const sh = (script: string) => ({ command: 'sh', args: ['-c', script] });

/** Starts the command on a terminal of its own, and answers what it asks. Resolves to what it printed when `until` matches or it ends. */
function onTerminal(args: string[], answers: [question: RegExp, answer: string][], until: RegExp) {
  const env = { PATH: process.env.PATH ?? '', HOME: home.path };
  const terminal = spawnOnTerminal(process.execPath, [program.path, ...args, '--port', '0', '--app', APP], { cols: 400, rows: 50, env });
  const left = [...answers];
  let text = '';
  const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  const printed = new Promise<string>((resolve) => {
    terminal.onData((data) => {
      text += data;
      const [next] = left;
      if (next?.[0].test(text)) {
        left.shift();
        terminal.write(`${next[1]}\r`);
      }
      if (until.test(text)) resolve(text);
    });
    void ended.then(() => resolve(text));
  });
  return { printed, ended, kill: () => terminal.kill('SIGTERM') };
}

/** Less than the program waits for another page, for which it must not wait after a signal. */
const BEFORE_THE_GRACE = 25_000;

it(
  'ends at once at a signal, although a page is there',
  async () => {
    const bridge = start([join(home.path, 'project')]);
    const { page } = await connect(await bridge.until(PRINTED));
    expect((await runToEnd(page, sh('echo here'))).stdout).toBe('here\n');
    bridge.child.kill();
    expect(await bridge.ended).toBe(0);
  },
  BEFORE_THE_GRACE,
);

describe('--ssh', () => {
  let server: TestServer;
  const password = 'open sesame';
  beforeEach(async () => {
    server = await startTestServer({
      home: home.path,
      authenticate(context) {
        if (context.method === 'password' && context.password === password) context.accept();
        else context.reject(['password']);
      },
    });
  });
  afterEach(() => server.close());
  const target = () => `tester@127.0.0.1:${server.port}`;
  const knownHosts = () => join(home.path, '.ssh/known_hosts');

  it('asks for the fingerprint and the password in the terminal, serves the folder there, and says the key is known from then on', async () => {
    const first = onTerminal(
      ['--ssh', target(), 'project'],
      [
        [/added to .*known_hosts\. \(yes\/no\) $/, 'yes'],
        [/Password of tester on 127\.0\.0\.1: $/, 'wrong'],
        [/That was wrong\. Password of tester on 127\.0\.0\.1: $/, password],
      ],
      PRINTED,
    );
    const printed = await first.printed;
    expect(printed).toContain('is not known yet. Its ssh-ed25519 key is SHA256:');
    expect(printed).not.toContain(password);
    const { facts, page } = await connect(printed);
    expect(facts).toMatchObject({ kind: 'ssh', folder: join(home.path, 'project'), host: expect.stringMatching(/@127\.0\.0\.1$/) });
    expect(await runToEnd(page, sh('pwd; echo bad >&2; exit 3'))).toMatchObject({
      exitCode: 3,
      stdout: `${home.path}/project\n`,
      stderr: 'bad\n',
    });
    first.kill();
    await first.ended;
    expect(await readFile(knownHosts(), 'utf8')).toMatch(/^\S+ ssh-ed25519 AAAA/);
    const second = onTerminal(['--ssh', target(), 'project'], [[/Password of tester on 127\.0\.0\.1: $/, password]], PRINTED);
    expect(await second.printed).not.toContain('is not known yet');
    second.kill();
    await second.ended;
  });

  it('refuses a server whose key has changed, without asking', async () => {
    await mkdir(join(home.path, '.ssh'));
    await writeFile(knownHosts(), `[127.0.0.1]:${server.port} ssh-ed25519 ${makeKey().publicBytes.toString('base64')}\n`);
    const changed = onTerminal(['--ssh', target()], [], /never/);
    expect(await changed.printed).toContain(`The key of [127.0.0.1]:${server.port} has changed, so the connection is refused`);
    expect(await changed.ended).toBe(1);
  });

  it('says that nobody can be asked where there is no terminal', async () => {
    const silent = start(['--ssh', target()]);
    await silent.until(/Nobody can be asked here, since this is no terminal: Is that the server’s key\?/);
    expect(await silent.ended).toBe(1);
  });
});

const sshd = await startSshd();
afterAll(async () => {
  if (typeof sshd !== 'string') await sshd.close();
});

it.skipIf(typeof sshd === 'string')(typeof sshd === 'string' ? sshd : '--ssh works with OpenSSH’s server and a key', async () => {
  if (typeof sshd === 'string') return;
  await mkdir(join(home.path, '.ssh'));
  await writeFile(join(home.path, '.ssh/id_ed25519'), sshd.key.privateText, { mode: 0o600 });
  const config = `Host box\n  HostName 127.0.0.1\n  Port ${sshd.port}\n  User ${sshd.user}\n  StrictHostKeyChecking accept-new\n`;
  await writeFile(join(home.path, '.ssh/config'), config);
  const { facts, page } = await connect(await start(['--ssh', 'box', join(home.path, 'project')]).until(PRINTED));
  expect(facts).toMatchObject({ kind: 'ssh', host: `${sshd.user}@box` });
  await page.fs().writeFile('made', 'over SFTP');
  expect((await runToEnd(page, sh('cat made'))).stdout).toBe('over SFTP');
});

describe('--container', () => {
  /** Stands for Docker's command: the same options, with programs of this computer. */
  const COMMAND = `#!/bin/sh
echo "$*" >> "$HOME/asked"
case $1 in
run)
  while [ "$1" != --workdir ]; do shift; done
  cd "$2" || exit 125
  shift 2; [ "$1" = --entrypoint ] || exit 125
  case $3 in missing:1) echo "Unable to find image '$3' locally" >&2; exit 125 ;; esac
  exec "$2" "$4" "$5" ;;
exec)
  shift
  while :; do case $1 in --interactive | --tty) shift ;; *) break ;; esac; done
  shift
  exec setsid -w "$@" ;;
esac
`;
  const env = () => ({ PATH: `${join(home.path, 'bin')}:${process.env.PATH}` });
  beforeEach(async () => {
    await mkdir(join(home.path, 'bin'));
    await writeFile(join(home.path, 'bin/docker'), COMMAND);
    await chmod(join(home.path, 'bin/docker'), 0o755);
  });

  it('runs programs in a container of the image, with the folder in it, and ends it with the bridge', async () => {
    const bridge = start(['--container', 'debian:12', join(home.path, 'project')], env());
    const { facts, page } = await connect(await bridge.until(PRINTED));
    expect(facts).toMatchObject({ kind: 'container', host: 'debian:12', folder: join(home.path, 'project') });
    await page.fs().writeFile('made', 'here');
    expect(await runToEnd(page, sh('cat made; echo bad >&2; exit 4'))).toMatchObject({ exitCode: 4, stdout: 'here', stderr: 'bad\n' });
    await expect(page.run({ command: 'no-such-program' })).rejects.toThrow('spawn no-such-program ENOENT');
    const child = await page.run(sh('sleep 100'));
    child.kill();
    expect(await child.onExit).not.toBe(0);
    bridge.child.kill();
    expect(await bridge.ended).toBe(0);
    const asked = await readFile(join(home.path, 'asked'), 'utf8');
    expect(asked).toMatch(
      new RegExp(`^run --rm --init --interactive --name devonz-[a-z2-7]{26} .*--volume ${home.path}/project:${home.path}/project `, 'm'),
    );
  });

  it('gives what Docker says when there is no such image', async () => {
    const bridge = start(['--container', 'missing:1', join(home.path, 'project')], env());
    await bridge.until(/The container was not started\. docker says: Unable to find image 'missing:1' locally/);
    expect(await bridge.ended).toBe(1);
  });

  it('says so where there is neither Docker nor Podman', async () => {
    const bridge = start(['--container', 'debian:12', join(home.path, 'project')], { PATH: join(home.path, 'nothing') });
    await bridge.until(/A container needs the command docker or podman, and neither is in the PATH/);
    expect(await bridge.ended).toBe(1);
  });
});

describe('--sandbox', () => {
  let host: Server;
  beforeEach(async () => {
    host = createServer((_request, response) => response.end('from the host'));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise<void>((resolve) => host.close(() => resolve())));
  // A server that listens on TCP has an address of this kind.
  const hostPort = () => (host.address() as AddressInfo).port;

  it.skipIf(findProgram('bwrap') === null)(
    findProgram('bwrap') === null ? 'NOT TRIED, since bubblewrap is not installed here' : 'keeps programs to the folder and to named hosts',
    async () => {
      await writeFile(join(home.path, 'secret'), 'key');
      const allowed = `localhost:${hostPort()}`;
      const bridge = start(['--sandbox', '--allow', allowed, join(home.path, 'project')], { MY_TOKEN: 'x' });
      const { facts, page } = await connect(await bridge.until(PRINTED));
      expect(facts).toMatchObject({ kind: 'local', wall: 'bubblewrap', folder: join(home.path, 'project') });
      await page.fs().writeFile('made', 'by the app');
      const run = async (script: string) => (await runToEnd(page, sh(`exec 2>&1; ${script}`))).stdout.trim();
      expect(await run('cat made; echo more > made2 && cat made2')).toBe('by the appmore');
      expect(await run(`cat ${home.path}/secret`)).toMatch(/No such file/);
      expect(await run('echo x > /etc/of-the-test')).toMatch(/Read-only file system/);
      expect(
        await run('echo "${MY_TOKEN-gone}"; for fd in /proc/self/fd/*; do [ ${fd##*/} -le 2 ] || readlink $fd; done | grep -c socket:'),
      ).toBe('gone\n0');
      const ask = (where: string) =>
        `node -e "require('http').get(${where}, (a) => a.setEncoding('utf8').on('data', console.log)).on('error', (e) => console.log(e.code))"`;
      expect(await run(ask(`'http://127.0.0.1:${hostPort()}'`))).toBe('ECONNREFUSED');
      const byProxy = (target: string) =>
        ask(`{ host: '127.0.0.1', port: new URL(process.env.HTTP_PROXY).port, path: 'http://${target}/' }`);
      expect(await run(byProxy(allowed))).toBe('from the host');
      expect(await run(byProxy(`127.0.0.1:${hostPort()}`))).toContain('does not reach');
      expect(await run(byProxy('example.com'))).toContain('does not reach example.com');
    },
  );

  it('does not open the home, with all that is in it', async () => {
    const bridge = start(['--sandbox', home.path]);
    await bridge.until(/The home folder would be in the sandbox|--sandbox needs bubblewrap/);
    expect(await bridge.ended).toBe(1);
  });

  it('says so where there is no bubblewrap', async () => {
    const bridge = start(['--sandbox', join(home.path, 'project')], { PATH: join(home.path, 'nothing') });
    await bridge.until(/--sandbox needs bubblewrap, which is not installed/);
    expect(await bridge.ended).toBe(1);
  });
});
