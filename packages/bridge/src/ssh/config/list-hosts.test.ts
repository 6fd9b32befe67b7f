import { expect, test } from 'vitest';
import { MemoryUserFiles } from '../testing/memory-user-files.ts';
import { listHosts } from './list-hosts.ts';

const own = { user: 'ada', home: '/home/ada', agentSocket: '/run/agent' };
const list = (config: string, more: Record<string, string> = {}) =>
  listHosts(new MemoryUserFiles({ '/home/ada/.ssh/config': config, ...more }), own);

test('names of the configuration come with what it says of them, once each and without wildcards', async () => {
  const config = `
Include more
Host web db
  HostName %h.example.com
  User deploy
Host db
  Port 2200
  IdentityFile ~/.ssh/db key
Host *.internal !gate web
  Port 1
Host "box"
Host behind
  ProxyCommand nc %h %p
`;
  const { hosts, agentSocket } = await list(config, { '/home/ada/.ssh/more': 'Host other\n  User eve' });
  expect(hosts).toEqual([
    { name: 'other', user: 'eve' },
    { name: 'web', host: 'web.example.com', user: 'deploy', port: 1 },
    { name: 'db', host: 'db.example.com', user: 'deploy', port: 2200, keyPath: '/home/ada/.ssh/db key' },
    { name: 'box' },
    { name: 'behind' },
  ]);
  expect(agentSocket).toBe('/run/agent');
});

test('no configuration, or a broken one, names none', async () => {
  expect(await listHosts(new MemoryUserFiles(), own)).toEqual({ hosts: [], agentSocket: '/run/agent' });
  expect((await list('Host "unended\n  Port')).hosts.length).toBeLessThan(2);
});

test('the agent is the one that the configuration names for every host', async () => {
  expect((await list('Host *\n  IdentityAgent ~/agent')).agentSocket).toBe('/home/ada/agent');
  expect((await list('Host *\n  IdentityAgent none')).agentSocket).toBe(null);
  expect((await list('Host one\n  IdentityAgent ~/agent')).agentSocket).toBe('/run/agent');
});
