import { describe, expect, test } from 'vitest';
import { MemoryUserFiles } from '../testing/memory-user-files.ts';
import { parseTarget } from './parse-target.ts';
import { resolveHost } from './resolve-host.ts';
import { routeTo } from './route-to.ts';

const own = { user: 'ada', home: '/home/ada', agentSocket: '/run/agent' };

function resolve(target: string, config: string, more: Record<string, string> = {}) {
  return resolveHost(parseTarget(target), new MemoryUserFiles({ '/home/ada/.ssh/config': config, ...more }), own);
}

async function route(target: string, config: string) {
  const hosts = await routeTo(parseTarget(target), new MemoryUserFiles({ '/home/ada/.ssh/config': config }), own);
  return hosts.map(({ user, hostName, port }) => `${user}@${hostName}:${port}`);
}

describe('the settings of a host', () => {
  test('without a configuration are OpenSSH’s defaults', async () => {
    expect(await resolve('server', '')).toEqual({
      alias: 'server',
      hostName: 'server',
      port: 22,
      user: 'ada',
      identityFiles: ['/home/ada/.ssh/id_ed25519', '/home/ada/.ssh/id_ecdsa', '/home/ada/.ssh/id_rsa'],
      isLimitedToIdentityFiles: false,
      agentSocket: '/run/agent',
      signIn: 'usual',
      knownHosts: {
        alias: null,
        userFiles: ['/home/ada/.ssh/known_hosts', '/home/ada/.ssh/known_hosts2'],
        systemFiles: ['/etc/ssh/ssh_known_hosts', '/etc/ssh/ssh_known_hosts2'],
        newHost: 'ask',
        hashesNames: false,
      },
      jumps: [],
      notes: [],
    });
  });

  test('are the first that a matching block says', async () => {
    const config = `
Host web*  !web9
  HostName %h.example.com
  User deploy
  Port 2200
  IdentityFile ~/.ssh/deploy key
  IdentityFile "%d/keys/%r"
  IdentitiesOnly yes
Host *
  User nobody
  Port 1
  UserKnownHostsFile ~/.ssh/a ~/.ssh/b
  HashKnownHosts yes
`;
    expect(await resolve('web1', config)).toMatchObject({
      hostName: 'web1.example.com',
      user: 'deploy',
      port: 2200,
      identityFiles: ['/home/ada/.ssh/deploy key', '/home/ada/keys/deploy'],
      isLimitedToIdentityFiles: true,
      knownHosts: { userFiles: ['/home/ada/.ssh/a', '/home/ada/.ssh/b'], hashesNames: true },
    });
    expect(await resolve('web9', config)).toMatchObject({ hostName: 'web9', user: 'nobody', port: 1 });
  });

  test('give way to the target’s own user and port', async () => {
    expect(await resolve('eve@web:24', 'Host web\n  User deploy\n  Port 2200')).toMatchObject({ user: 'eve', port: 24 });
  });

  test.each([
    ['yes', 'refuse', 0],
    ['accept-new', 'accept', 0],
    ['ask', 'ask', 0],
    ['no', 'accept', 1],
    ['off', 'accept', 1],
  ])('with StrictHostKeyChecking %s: %s', async (value, newHost, notes) => {
    const settings = await resolve('web', `StrictHostKeyChecking ${value}`);
    expect(settings.knownHosts.newHost).toBe(newHost);
    expect(settings.notes).toHaveLength(notes);
  });

  test('name the agent, another agent, or none', async () => {
    expect((await resolve('web', 'IdentityAgent none')).agentSocket).toBe(null);
    expect((await resolve('web', 'IdentityAgent ~/agent')).agentSocket).toBe('/home/ada/agent');
    expect((await resolve('web', 'IdentityAgent SSH_AUTH_SOCK')).agentSocket).toBe('/run/agent');
  });

  test('come from included files, whose blocks end with them', async () => {
    const config = 'Include conf.d/*.conf missing\nUser main\nHost other\n  Include other.conf\n  Port 99';
    const more = {
      '/home/ada/.ssh/conf.d/a.conf': 'Host web\n  Port 2200\n  Include deeper.conf',
      '/home/ada/.ssh/conf.d/b.txt': 'Port 3',
      '/home/ada/.ssh/other.conf': 'HostName elsewhere',
      '/home/ada/.ssh/deeper.conf': 'HostName deep',
    };
    expect(await resolve('web', config, more)).toMatchObject({ port: 2200, user: 'main', hostName: 'deep' });
    expect(await resolve('other', config, more)).toMatchObject({ port: 99, user: 'main', hostName: 'elsewhere' });
    expect(await resolve('third', config, more)).toMatchObject({ port: 22, user: 'main', hostName: 'third' });
  });

  test('of a file that includes itself end', async () => {
    expect(await resolve('web', 'Include config\nPort 5')).toMatchObject({ port: 5 });
  });

  test('run no program of the configuration', async () => {
    const config = 'Match exec "touch /tmp/devonz-was-run"\n  Port 1\nHost *\n  CanonicalizeHostname yes\n  CanonicalDomains example.com';
    expect(await resolve('web', config)).toMatchObject({ port: 22, hostName: 'web' });
  });

  test('that need a program are refused in words', async () => {
    await expect(resolve('web', 'ProxyCommand nc %h %p')).rejects.toThrow('ProxyCommand, which is not supported. Use ProxyJump.');
    await expect(resolve('web', 'Port many')).rejects.toThrow('is no port');
  });
});

describe('the way to a host', () => {
  test('is the host alone, without jumps', async () => {
    expect(await route('web', 'Host web\n  ProxyJump none')).toEqual(['ada@web:22']);
  });

  test('goes through each jump, and through those of the first', async () => {
    const config = `
Host target
  ProxyJump first,me@second:24
Host first
  User one
  ProxyJump gate
Host second
  ProxyJump ignored
`;
    expect(await route('target', config)).toEqual(['ada@gate:22', 'one@first:22', 'me@second:24', 'ada@target:22']);
  });

  test('in a circle is refused', async () => {
    await expect(route('a', 'Host a\n  ProxyJump b\nHost b\n  ProxyJump a')).rejects.toThrow('in a circle');
  });
});
