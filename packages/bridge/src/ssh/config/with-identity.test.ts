import { afterEach, describe, expect, test } from 'vitest';
import { connectSsh } from '../connection/ssh-connection.ts';
import { makeKey } from '../testing/make-key.ts';
import { makeFolder } from '../testing/test-machine.ts';
import { type TestPortsOptions, testPorts } from '../testing/test-ports.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { parseTarget } from './parse-target.ts';
import { resolveHost } from './resolve-host.ts';
import { type SshIdentity, withIdentity } from './with-identity.ts';

const [key, other] = [makeKey(), makeKey()];
const files = {
  '/home/tester/.ssh/config': 'IdentitiesOnly yes\nIdentityFile ~/.ssh/id_ed25519',
  '/home/tester/.ssh/id_ed25519': other.privateText,
  '/home/tester/.ssh/work': key.privateText,
};

async function settingsWith(identity: SshIdentity, target = 'web', options: TestPortsOptions = { files, agentSocket: '/run/agent' }) {
  const ports = testPorts(options);
  return { settings: await withIdentity(await resolveHost(parseTarget(target), ports.files, ports.own), identity, ports), ports };
}

describe('a way to sign in that the user has named', () => {
  test('takes the place of the configured one', async () => {
    expect((await settingsWith({ type: 'usual' })).settings).toMatchObject({
      identityFiles: ['/home/tester/.ssh/id_ed25519'],
      agentSocket: '/run/agent',
      signIn: 'usual',
    });
    expect((await settingsWith({ type: 'agent' })).settings).toMatchObject({
      identityFiles: [],
      isLimitedToIdentityFiles: false,
      agentSocket: '/run/agent',
      signIn: 'keys',
    });
    for (const path of ['/home/tester/.ssh/work', '~/.ssh/work', 'work']) {
      expect((await settingsWith({ type: 'key', path })).settings).toMatchObject({
        identityFiles: ['/home/tester/.ssh/work'],
        isLimitedToIdentityFiles: true,
        signIn: 'keys',
      });
    }
    expect((await settingsWith({ type: 'password' })).settings).toMatchObject({ identityFiles: [], agentSocket: null, signIn: 'answers' });
  });

  test('that is not there is said in words', async () => {
    await expect(settingsWith({ type: 'key', path: '~/none' })).rejects.toThrow(
      'There is no key /home/tester/none, or it may not be read.',
    );
    await expect(settingsWith({ type: 'agent' }, 'web', {})).rejects.toThrow('There is no SSH agent here');
  });
});

describe('signing in', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Resolves to the questions that were asked after the one about the server's key. */
  async function signIn(identity: SshIdentity, authenticate: NonNullable<TestServerOptions['authenticate']>): Promise<string[]> {
    const server: TestServer = await startTestServer({ home: await makeFolder(), authenticate });
    closing.push(() => server.close());
    const options = { files, answers: { passwords: ['right'], keyboard: [['right']] } };
    const { settings, ports } = await settingsWith(identity, `tester@127.0.0.1:${server.port}`, options);
    const connection = await connectSsh([settings], ports);
    closing.push(() => connection.close());
    return ports.questions.asked.slice(1).map(({ type }) => type);
  }

  test('by a password alone offers no key, and takes a question of the server as well', async () => {
    const tried: string[] = [];
    const asked = await signIn({ type: 'password' }, (context) => {
      tried.push(context.method);
      if (context.method === 'keyboard-interactive') context.prompt([{ prompt: 'Password:', echo: false }], () => context.accept());
      else context.reject(['publickey', 'keyboard-interactive', 'password']);
    });
    expect([tried, asked]).toEqual([['none', 'keyboard-interactive'], ['keyboard']]);
  });

  test('by a key asks for a password only when the server has taken the key and wants one as well', async () => {
    const byKey = { type: 'key', path: 'work' } as const;
    const refused = signIn(byKey, (context) => context.reject(['publickey', 'password']));
    await expect(refused).rejects.toThrow('It accepts: publickey, password. Tried: /home/tester/.ssh/work.');
    let hasKey = false;
    const asked = await signIn(byKey, (context) => {
      if (hasKey && context.method === 'password' && context.password === 'right') return context.accept();
      if (context.method !== 'publickey' || hasKey) return context.reject(hasKey ? ['password'] : ['publickey']);
      if (context.signature === undefined) return context.accept();
      hasKey = context.key.data.equals(key.publicBytes);
      context.reject(hasKey ? ['password'] : ['publickey'], hasKey);
    });
    expect(asked).toEqual(['password']);
  });
});
