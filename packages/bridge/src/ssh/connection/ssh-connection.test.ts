import ssh2, { type AuthContext } from 'ssh2';
import { afterEach, describe, expect, test } from 'vitest';
import { fingerprintOf } from '../config/known-hosts.ts';
import { parseTarget } from '../config/parse-target.ts';
import { routeTo } from '../config/route-to.ts';
import { makeKey } from '../testing/make-key.ts';
import { makeFolder } from '../testing/test-machine.ts';
import { type TestPorts, type TestPortsOptions, testPorts } from '../testing/test-ports.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { connectSsh, type SshConnection } from './ssh-connection.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: Partial<TestServerOptions> = {}): Promise<TestServer> {
  const server = await startTestServer({ home: await makeFolder(), ...options });
  closing.push(() => server.close());
  return server;
}

async function connect(server: TestServer, portsOptions: TestPortsOptions = {}, target = `tester@127.0.0.1:${server.port}`) {
  const ports = testPorts(portsOptions);
  const connection = await connectSsh(await routeTo(parseTarget(target), ports.files, ports.own), ports);
  closing.push(() => connection.close());
  return { connection, ports };
}

function refusal(server: TestServer, portsOptions: TestPortsOptions = {}): { failed: Promise<string>; ports: TestPorts } {
  const ports = testPorts(portsOptions);
  const connecting = routeTo(parseTarget(`tester@127.0.0.1:${server.port}`), ports.files, ports.own).then((route) =>
    connectSsh(route, ports),
  );
  const failed = connecting.then(
    async (connection) => {
      await connection.close();
      return 'connected';
    },
    (error: Error) => error.message,
  );
  return { failed, ports };
}

const known = '/home/tester/.ssh/known_hosts';

/** Accepts a signature of this key. */
function acceptsKey(publicBytes: Buffer, then?: (context: AuthContext) => void) {
  return (context: AuthContext) => {
    if (context.method !== 'publickey' || !context.key.data.equals(publicBytes)) return context.reject(['publickey']);
    const key = ssh2.utils.parseKey(publicBytes);
    if (context.signature === undefined) return context.accept();
    if (key instanceof Error || context.blob === undefined || !key.verify(context.blob, context.signature)) return context.reject();
    if (then === undefined) context.accept();
    else then(context);
  };
}

describe('the key of a server', () => {
  test('is asked about at first sight, and is known from then on', async () => {
    const server = await serve();
    const { ports } = await connect(server);
    expect(ports.questions.asked).toEqual([
      {
        type: 'host',
        question: {
          host: `[127.0.0.1]:${server.port}`,
          keyType: 'ssh-ed25519',
          fingerprint: fingerprintOf(server.hostKey.publicBytes),
          file: known,
          note: null,
        },
      },
    ]);
    const text = ports.files.texts.get(known) ?? '';
    expect(text).toBe(`[127.0.0.1]:${server.port} ssh-ed25519 ${server.hostKey.publicBytes.toString('base64')}\n`);
    expect((await connect(server, { files: { [known]: text } })).ports.questions.asked).toEqual([]);
  });

  test('is written on a line of its own, hashed where the configuration says so', async () => {
    const server = await serve();
    const { ports } = await connect(server, { files: { [known]: 'other ssh-rsa AAAA', '/home/tester/.ssh/config': 'HashKnownHosts yes' } });
    const text = ports.files.texts.get(known) ?? '';
    expect(text).toMatch(/^other ssh-rsa AAAA\n\|1\|.*\n$/);
    expect((await connect(server, { files: { [known]: text } })).ports.questions.asked).toEqual([]);
  });

  test('that is not accepted connects nothing and writes nothing', async () => {
    const { failed, ports } = refusal(await serve(), { answers: { trusts: false } });
    expect(await failed).toContain('was not accepted');
    expect(ports.files.texts.has(known)).toBe(false);
  });

  test('that has changed is refused with both fingerprints, file, line and what to do', async () => {
    const server = await serve();
    const former = makeKey().publicBytes;
    const { failed, ports } = refusal(server, {
      files: { [known]: `# mine\n[127.0.0.1]:${server.port} ssh-ed25519 ${former.toString('base64')}\n` },
    });
    const words = await failed;
    for (const part of [
      fingerprintOf(former),
      fingerprintOf(server.hostKey.publicBytes),
      `${known}, line 2`,
      `ssh-keygen -R '[127.0.0.1]:${server.port}'`,
    ]) {
      expect(words).toContain(part);
    }
    expect(ports.questions.asked).toEqual([]);
  });

  test('that is revoked is refused', async () => {
    const server = await serve();
    const { failed } = refusal(server, { files: { [known]: `@revoked * ssh-ed25519 ${server.hostKey.publicBytes.toString('base64')}` } });
    expect(await failed).toContain('marked as revoked');
  });

  test('of an authority is not taken for it, which the question says', async () => {
    const server = await serve();
    const { ports } = await connect(server, {
      files: { [known]: `@cert-authority * ssh-ed25519 ${makeKey().publicBytes.toString('base64')}` },
    });
    expect(ports.questions.asked).toMatchObject([
      { question: { note: expect.stringContaining('certificates of hosts are not supported') } },
    ]);
  });

  test('that is new is refused where the configuration accepts no new hosts', async () => {
    const { failed } = refusal(await serve(), { files: { '/home/tester/.ssh/config': 'StrictHostKeyChecking yes' } });
    expect(await failed).toContain('accepts no new hosts');
  });
});

describe('signing in', () => {
  const onlyPassword = (context: AuthContext) => {
    if (context.method === 'password' && context.password === 'right') context.accept();
    else context.reject(['password']);
  };

  test('by a key without a passphrase asks nothing', async () => {
    const key = makeKey();
    const server = await serve({ authenticate: acceptsKey(key.publicBytes) });
    const { ports } = await connect(server, { files: { '/home/tester/.ssh/id_ed25519': key.privateText } });
    expect(ports.questions.asked.map(({ type }) => type)).toEqual(['host']);
  });

  test('by a key with a passphrase asks for it, and again when it was wrong', async () => {
    const key = makeKey('secret');
    const server = await serve({ authenticate: acceptsKey(key.publicBytes) });
    const { ports } = await connect(server, {
      files: { '/home/tester/.ssh/id_ed25519': key.privateText },
      answers: { passphrases: ['wrong', 'secret'] },
    });
    const asked = ports.questions.asked.filter(({ type }) => type === 'passphrase');
    expect(asked.map(({ question }) => question)).toEqual([1, 2].map((attempt) => ({ keyFile: '/home/tester/.ssh/id_ed25519', attempt })));
  });

  test('does not ask for the passphrase of a key that the server does not accept', async () => {
    const server = await serve({ authenticate: acceptsKey(makeKey().publicBytes) });
    const { failed, ports } = refusal(server, { files: { '/home/tester/.ssh/id_ed25519': makeKey('secret').privateText } });
    expect(await failed).toBe('127.0.0.1 does not let tester in. It accepts: publickey. Tried: /home/tester/.ssh/id_ed25519.');
    expect(ports.questions.asked.map(({ type }) => type)).toEqual(['host']);
  });

  test('by a password asks three times and then says what was tried', async () => {
    const server = await serve({ authenticate: onlyPassword });
    const { ports } = await connect(server, { answers: { passwords: ['wrong', 'right'] } });
    expect(ports.questions.asked.slice(1)).toEqual(
      [1, 2].map((attempt) => ({ type: 'password', question: { user: 'tester', host: '127.0.0.1', attempt } })),
    );
    const { failed } = refusal(server, { answers: { passwords: ['a', 'b', 'c', 'right'] } });
    expect(await failed).toBe('127.0.0.1 does not let tester in. It accepts: password. Tried: a password (3 times).');
  });

  test('is cancelled when the user declines', async () => {
    const { failed } = refusal(await serve({ authenticate: onlyPassword }));
    expect(await failed).toBe('Signing in to 127.0.0.1 was cancelled.');
  });

  test('by answers at the keyboard passes prompts on without what a terminal obeys', async () => {
    const server = await serve({
      authenticate(context) {
        if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
        context.prompt(
          [
            { prompt: '\u001b[2JCode:\u0007', echo: true },
            { prompt: 'Pin:', echo: false },
          ],
          'Two\nsteps',
          'Look\r\nthere',
          (answers) => {
            if (answers.join() === '12,34') context.accept();
            else context.reject(['keyboard-interactive']);
          },
        );
      },
    });
    const { ports } = await connect(server, {
      answers: {
        keyboard: [
          ['1', '2'],
          ['12', '34'],
        ],
      },
    });
    expect(ports.questions.asked[1]).toEqual({
      type: 'keyboard',
      question: {
        user: 'tester',
        host: '127.0.0.1',
        title: 'Two steps',
        instructions: 'Look\nthere',
        prompts: [
          { text: 'Code:', isSecret: false },
          { text: 'Pin:', isSecret: true },
        ],
      },
    });
  });

  test('by a key and then a password', async () => {
    const key = makeKey('secret');
    let hasKey = false;
    const byKey = acceptsKey(key.publicBytes, (context) => {
      hasKey = true;
      context.reject(['password'], true);
    });
    const server = await serve({
      authenticate(context) {
        if (!hasKey) byKey(context);
        else if (context.method === 'password' && context.password === 'right') context.accept();
        else context.reject(['password']);
      },
    });
    const { ports } = await connect(server, {
      files: { '/home/tester/.ssh/id_ed25519': key.privateText },
      answers: { passphrases: ['secret'], passwords: ['right'] },
    });
    expect(ports.questions.asked.map(({ type }) => type)).toEqual(['host', 'passphrase', 'password']);
  });

  test('by a key of the agent, which is the only one where the configuration says so', async () => {
    const key = makeKey();
    const agent = await startAgent([makeKey().privateText, key.privateText]);
    closing.push(agent.close);
    const tried: string[] = [];
    const accept = acceptsKey(key.publicBytes);
    const server = await serve({
      authenticate(context) {
        if (context.method === 'publickey' && context.signature === undefined) tried.push(context.key.data.toString('base64'));
        accept(context);
      },
    });
    await connect(server, { agentSocket: agent.socket });
    expect(tried).toHaveLength(2);
    tried.length = 0;
    const config = 'IdentityFile ~/.ssh/work\nIdentitiesOnly yes';
    await connect(server, {
      agentSocket: agent.socket,
      files: {
        '/home/tester/.ssh/config': config,
        '/home/tester/.ssh/work': 'locked elsewhere',
        '/home/tester/.ssh/work.pub': key.publicText,
      },
    });
    expect(tried).toEqual([key.publicBytes.toString('base64')]);
  });
});

describe('a connection', () => {
  test('goes through other servers', async () => {
    const [first, second, last] = [await serve(), await serve(), await serve()];
    const config = `Host target\n  HostName 127.0.0.1\n  Port ${last.port}\n  ProxyJump 127.0.0.1:${first.port},127.0.0.1:${second.port}`;
    const { connection } = await connect(last, { files: { '/home/tester/.ssh/config': config } }, 'tester@target');
    expect([first.connections, second.connections, last.connections]).toEqual([1, 1, 1]);
    expect(await firstOutput(connection, 'echo there')).toBe('there\n');
  });

  test('that cannot be made says why', async () => {
    const server = await serve();
    await server.close();
    closing.pop();
    expect(await refusal(server).failed).toBe(`127.0.0.1, port ${server.port}, cannot be reached: nothing listens there.`);
  });

  test('that cannot be made ends no program while the user’s files are read slowly', async () => {
    const server = await serve();
    await server.close();
    closing.pop();
    const ports = testPorts();
    const slow: TestPorts['files']['readText'] = async (path) => {
      // Longer than a connection to a closed port takes.
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return ports.files.texts.get(path) ?? null;
    };
    ports.files.readText = slow;
    const route = await routeTo(parseTarget(`tester@127.0.0.1:${server.port}`), ports.files, ports.own);
    await expect(connectSsh(route, ports)).rejects.toThrow('nothing listens there');
  });

  test('that a later host refuses names that host', async () => {
    const first = await serve({ refusesForwarding: true });
    const config = `Host target\n  HostName 127.0.0.1\n  Port ${first.port}\n  ProxyJump 127.0.0.1:${first.port}`;
    await expect(connect(first, { files: { '/home/tester/.ssh/config': config } }, 'tester@target')).rejects.toThrow(
      'through the host before it',
    );
  });

  test('passes the greeting of a server on as plain text', async () => {
    const server = await serve({ banner: '\u001b[31mWelcome\u001b[0m\u001b]52;c;x\u0007\nall' });
    expect((await connect(server)).ports.said).toEqual(['127.0.0.1 says: Welcome\n  all']);
  });
});

function firstOutput(connection: SshConnection, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    connection.exec(command, null, (channel) => channel.once('data', (bytes: Buffer) => resolve(bytes.toString()))).catch(reject);
  });
}

async function startAgent(keys: string[]): Promise<{ socket: string; close(): Promise<void> }> {
  const { createServer } = await import('node:net');
  const parsed = keys.flatMap((text) => {
    const key = ssh2.utils.parseKey(text);
    return key instanceof Error ? [] : [key];
  });
  const socket = `${await makeFolder()}/agent`;
  const server = createServer((stream) => {
    const protocol = new ssh2.AgentProtocol(false);
    protocol.on('identities', (request: ssh2.AgentInboundRequest) => protocol.getIdentitiesReply(request, parsed));
    protocol.on('sign', (request: ssh2.AgentInboundRequest, key: ssh2.ParsedKey, data: Buffer) => {
      const own = parsed.find((candidate) => candidate.getPublicSSH().equals(key.getPublicSSH()));
      if (own === undefined) protocol.failureReply(request);
      else protocol.signReply(request, own.sign(data));
    });
    stream.on('error', () => undefined);
    stream.pipe(protocol).pipe(stream);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return { socket, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
