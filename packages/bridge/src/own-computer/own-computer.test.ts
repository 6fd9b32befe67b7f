import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownComputerSchema, type WantedPlace } from 'devonz-engine-protocol/machine/own-computer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { factsSchema } from '../protocol/server-messages.ts';
import { makeKey } from '../ssh/testing/make-key.ts';
import { startTestServer, type TestServer } from '../ssh/testing/test-server.ts';
import { type BuiltProgram, builtProgram } from '../testing/built-program.ts';
import { haveEnded, isRunning } from '../testing/have-ended.ts';
import { openInstance, type PageInstance, runToEnd } from '../testing/page-instance.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { AskDoor, KEY } from './testing/ask-door.ts';

/** The programs as they are built, with a home of their own in which nothing of the tester is. */
let program: BuiltProgram;
let createOwnComputer: typeof import('./own-computer.ts').createOwnComputer;
let home: TemporaryFolder;
let app: AskDoor;
let environment: NodeJS.ProcessEnv;
const pages: PageInstance[] = [];

beforeAll(async () => {
  program = await builtProgram();
  const built: typeof import('./own-computer.ts') = await import(pathToFileURL(join(dirname(program.path), 'own-computer.js')).href);
  createOwnComputer = built.createOwnComputer;
});
afterAll(() => program.remove());
beforeEach(async () => {
  home = await temporaryFolder();
  await mkdir(join(home.path, 'project'));
  environment = { PATH: process.env.PATH ?? '', HOME: home.path, INIT_CWD: home.path };
  await serve();
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.teardown();
  await app.close();
  await home.remove();
});

async function serve(): Promise<void> {
  app = await AskDoor.start(createOwnComputer({ key: KEY, appHost: 'ide.localhost', environment }));
}

const local = (folder: string) => ({ kind: 'local', folder }) as const;
const connectedSchema = z.strictObject({ facts: factsSchema, origin: z.string() });

async function connect(link: string) {
  const [, app, address = '', port = '', token = ''] =
    /^(.*)\/#bridge=(http:\/\/127\.0\.0\.1:(\d+))&token=([a-z2-7]{26})$/.exec(link) ?? [];
  const answer = await fetch(`${address}/connect`, { method: 'POST', headers: { origin: app ?? '' }, body: JSON.stringify({ token }) });
  const { facts, origin } = connectedSchema.parse(await answer.json());
  const page = await openInstance({ port: () => Number(port), origin: () => origin });
  pages.push(page);
  return { facts, page };
}

const sh = (script: string) => ({ command: 'sh', args: ['-c', script] });

it('opens a folder, in which the app’s page runs commands', async () => {
  const stream = await app.open({ place: local(join(home.path, 'project')), isTest: false });
  const { facts, page } = await connect((await stream.next('opened')).link);
  expect(facts).toMatchObject({ kind: 'local', folder: join(home.path, 'project') });
  await page.fs().writeFile('made', 'by the app');
  expect(await runToEnd(page, sh('cat made; exit 3'))).toMatchObject({ exitCode: 3, stdout: 'by the app' });
  expect((await runToEnd(page, sh('echo "$NODE_CHANNEL_FD$INIT_CWD"'))).stdout).toBe('\n');
});

it('opens the folder in which the server was started, one below the home, and says which one is missing', async () => {
  const found = async (folder: string) => {
    const stream = await app.open({ place: local(folder), isTest: true });
    return (await stream.next('found')).folder;
  };
  expect([await found(''), await found('~/project'), await found('project')]).toEqual([
    home.path,
    join(home.path, 'project'),
    join(home.path, 'project'),
  ]);
  const stream = await app.open({ place: local('/no/such'), isTest: false });
  expect((await stream.next('failed')).message).toBe('There is no folder /no/such. Name one that exists.');
});

it('leaves no process when the server stops', async () => {
  const stream = await app.open({ place: local(join(home.path, 'project')), isTest: false });
  const { page } = await connect((await stream.next('opened')).link);
  let text = '';
  const pids = await new Promise<number[]>((resolve) => {
    void page.run(sh('echo $PPID $$; sleep 1000'), (data) => {
      text += Buffer.from(data ?? []).toString();
      if (text.endsWith('\n')) resolve(text.trim().split(' ').map(Number));
    });
  });
  expect(pids.map(isRunning)).toEqual([true, true]);
  await app.close();
  await haveEnded(pids);
  await serve();
});

it('leaves no process when the page goes away before the machine is open', async () => {
  await server(() => undefined);
  const stream = await app.open({ place: ssh(), isTest: false });
  await stream.next('question');
  const children = childrenOf(process.pid);
  expect(children).toHaveLength(1);
  stream.leave();
  await haveEnded(children);
});

it('says that the program of a machine was killed, and continues to serve others', async () => {
  await server(() => undefined);
  const stream = await app.open({ place: ssh(), isTest: false });
  await stream.next('question');
  for (const child of childrenOf(process.pid)) process.kill(child, 'SIGKILL');
  expect((await stream.next('failed')).message).toContain('has ended unexpectedly (SIGKILL)');
  expect((await app.ask()).status).toBe(200);
});

/** The programs of machines that this process has started. */
function childrenOf(parent: number): number[] {
  const all = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
  return all.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('own-computer-child'));
}

let servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((one) => one.close()));
  servers = [];
});

async function server(authenticate: NonNullable<Parameters<typeof startTestServer>[0]['authenticate']>): Promise<void> {
  servers.push(await startTestServer({ home: home.path, authenticate }));
}

function ssh(more: Partial<Extract<WantedPlace, { kind: 'ssh' }>> = {}) {
  const identity = { type: 'usual' } as const;
  return { kind: 'ssh', host: '127.0.0.1', user: 'tester', port: servers[0]?.port ?? 0, identity, folder: 'project', ...more } as const;
}

describe('over SSH', () => {
  const password = 'open sesame';
  const onlyPassword = () =>
    server((context) => {
      if (context.method === 'password' && context.password === password) context.accept();
      else context.reject(['password']);
    });

  it('asks for the fingerprint and the password, takes another try, and runs commands there', async () => {
    await onlyPassword();
    const stream = await app.open({ place: ssh(), isTest: false });
    const trust = await stream.next('question');
    expect(trust).toMatchObject({ kind: 'yes-no', text: expect.stringMatching(/is not known yet\. Its ssh-ed25519 key is SHA256:/) });
    await app.answer(trust.id, 'yes');
    const first = await stream.next('question');
    expect(first).toMatchObject({ kind: 'hidden', text: 'Password of tester on 127.0.0.1' });
    await app.answer(first.id, 'wrong');
    const second = await stream.next('question');
    expect(second.text).toBe('That was wrong. Password of tester on 127.0.0.1');
    await app.answer(second.id, password);
    const { facts, page } = await connect((await stream.next('opened')).link);
    expect(facts).toMatchObject({ kind: 'ssh', folder: join(home.path, 'project') });
    expect((await runToEnd(page, sh('pwd'))).stdout).toBe(`${home.path}/project\n`);
    expect(JSON.stringify(stream.events)).not.toContain(password);
    expect(await readFile(join(home.path, '.ssh/known_hosts'), 'utf8')).toMatch(/^\S+ ssh-ed25519 AAAA/);
  });

  it('tries a connection, says what it has found, and closes it', async () => {
    await server((context) => context.accept());
    const stream = await app.open({ place: ssh(), isTest: true });
    await app.answer((await stream.next('question')).id, 'yes');
    expect(await stream.next('found')).toMatchObject({
      host: '127.0.0.1',
      folder: join(home.path, 'project'),
      programs: { node: expect.any(String) },
    });
    expect(stream.events.some(({ type }) => type === 'opened')).toBe(false);
  });

  it('says in words that the password was wrong, or that the user gave up or did not trust the server', async () => {
    await onlyPassword();
    const place = ssh({ identity: { type: 'password' } });
    const distrusted = await app.open({ place, isTest: false });
    await app.answer((await distrusted.next('question')).id, 'no');
    expect((await distrusted.next('failed')).message).toContain('was not accepted');
    const wrong = await app.open({ place, isTest: false });
    await app.answer((await wrong.next('question')).id, 'yes');
    for (let attempt = 1; attempt <= 3; attempt += 1) await app.answer((await wrong.next('question')).id, 'wrong');
    expect((await wrong.next('failed')).message).toContain('does not let tester in. It accepts: password. Tried: a password (3 times).');
    const given = await app.open({ place, isTest: false });
    await app.answer((await given.next('question')).id, null);
    expect((await given.next('failed')).message).toContain('was cancelled');
  });

  it('refuses a server whose key has changed, without asking', async () => {
    await onlyPassword();
    await mkdir(join(home.path, '.ssh'));
    const known = makeKey().publicBytes.toString('base64');
    await writeFile(join(home.path, '.ssh/known_hosts'), `[127.0.0.1]:${servers[0]?.port} ssh-ed25519 ${known}\n`);
    const stream = await app.open({ place: ssh(), isTest: false });
    expect((await stream.next('failed')).message).toContain('has changed, so the connection is refused');
    expect(stream.events.some(({ type }) => type === 'question')).toBe(false);
  });

  it('signs in with the named key alone, and asks for its passphrase', async () => {
    const [key, other] = [makeKey('locked'), makeKey()];
    const offered: string[] = [];
    await server((context) => {
      if (context.method !== 'publickey') return context.reject(['publickey', 'password']);
      offered.push(context.key.data.toString('base64'));
      if (context.key.data.equals(key.publicBytes)) context.accept();
      else context.reject(['publickey', 'password']);
    });
    await mkdir(join(home.path, '.ssh'));
    await writeFile(join(home.path, '.ssh/id_ed25519'), other.privateText);
    await writeFile(join(home.path, '.ssh/work'), key.privateText);
    const named = (path: string) => ssh({ identity: { type: 'key', path } });
    const stream = await app.open({ place: named(join(home.path, '.ssh/work')), isTest: true });
    await app.answer((await stream.next('question')).id, 'yes');
    const passphrase = await stream.next('question');
    expect(passphrase).toMatchObject({ kind: 'hidden', text: `Passphrase of ${home.path}/.ssh/work` });
    await app.answer(passphrase.id, 'locked');
    await stream.next('found');
    expect(new Set(offered)).toEqual(new Set([key.publicBytes.toString('base64')]));
    const refused = await app.open({ place: named('~/.ssh/id_ed25519'), isTest: true });
    expect((await refused.next('failed')).message).toContain(
      `does not let tester in. It accepts: publickey, password. Tried: ${home.path}/.ssh/id_ed25519.`,
    );
    const missing = await app.open({ place: named('~/.ssh/none'), isTest: true });
    expect((await missing.next('failed')).message).toBe(`There is no key ${home.path}/.ssh/none, or it may not be read.`);
    const agent = await app.open({ place: ssh({ identity: { type: 'agent' } }), isTest: true });
    expect((await agent.next('failed')).message).toContain('There is no SSH agent here');
  });

  it('says what is wrong with a name', async () => {
    await onlyPassword();
    const stream = await app.open({ place: ssh({ host: '-oProxyCommand=x' }), isTest: true });
    expect((await stream.next('failed')).message).toContain('that is no name of a host');
  });
});

it('takes no option for an image, and says so where there is neither Docker nor Podman', async () => {
  environment.PATH = join(home.path, 'bin');
  await app.close();
  await serve();
  const place = (image: string) => ({ kind: 'container', image, folder: 'project' }) as const;
  const option = await app.open({ place: place('--privileged'), isTest: false });
  expect((await option.next('failed')).message).toContain('is no name of an image');
  const none = await app.open({ place: place('debian:12'), isTest: false });
  expect((await none.next('failed')).message).toContain('A container needs the command docker or podman');
});

describe('the description', () => {
  let agent: Server | null = null;
  afterEach(() => new Promise<void>((resolve) => (agent === null ? resolve() : agent.close(() => resolve()))));

  it('names hosts, keys, an agent that answers and a program for containers', async () => {
    const folder = join(home.path, '.ssh');
    await mkdir(folder);
    await mkdir(join(home.path, 'bin'));
    await writeFile(join(home.path, 'bin/podman'), '#!/bin/sh\n');
    await chmod(join(home.path, 'bin/podman'), 0o755);
    await writeFile(join(folder, 'config'), 'Host box\n  HostName box.example.com\nHost *\n  User all\n');
    await writeFile(join(folder, 'work'), makeKey().privateText);
    await writeFile(join(folder, 'work.pub'), makeKey().publicText);
    await writeFile(join(folder, 'notes'), 'a -----BEGIN OPENSSH PRIVATE KEY-----\n');
    await mkdir(join(folder, 'folder'));
    const socket = join(home.path, 'agent');
    agent = createServer((connection) => connection.once('data', () => connection.write(Buffer.from([0, 0, 0, 5, 12, 0, 0, 0, 0]))));
    await new Promise<void>((resolve) => agent?.listen(socket, resolve));
    Object.assign(environment, { PATH: join(home.path, 'bin'), SSH_AUTH_SOCK: socket });
    await app.close();
    await serve();
    expect(ownComputerSchema.parse(JSON.parse((await app.ask()).text))).toMatchObject({
      home: home.path,
      sshHosts: [{ name: 'box', host: 'box.example.com', user: 'all' }],
      hasAgent: true,
      keyPaths: [join(folder, 'work')],
      containers: 'podman',
    });
  });

  it('is there for a home without anything', async () => {
    environment.SSH_AUTH_SOCK = join(home.path, 'none');
    environment.PATH = '';
    await app.close();
    await serve();
    const text = (await app.ask()).text;
    expect(ownComputerSchema.parse(JSON.parse(text))).toMatchObject({ sshHosts: [], hasAgent: false, keyPaths: [], containers: null });
  });
});
