import { expect, test } from 'vitest';
import { createProjectServerStore } from '../../persistence/project-server-store.ts';
import type { McpServer } from '../../protocol/mcp/mcp.ts';
import { createProjectServers } from './project-servers.ts';

const memory: McpServer = {
  name: 'memory',
  isEnabled: true,
  verdicts: {},
  transport: 'stdio',
  command: 'node server.mjs',
  environmentNames: [],
};

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  clear = () => this.#items.clear();
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
}

function setUp(storage: Storage = new MemoryStorage()) {
  const state = { project: 'one' as string | null, named: [memory], taken: [] as string[] };
  const servers = createProjectServers({
    store: createProjectServerStore(storage),
    project: () => state.project,
    named: () => state.named,
    taken: () => state.taken,
  });
  return { state, servers, status: () => servers.list().map(({ status }) => status) };
}

test('a server of a project is in use only once the user has agreed to it, and stays so', () => {
  const storage = new MemoryStorage();
  const { servers, status } = setUp(storage);
  expect([status(), servers.confirmed()]).toEqual([['new'], []]);
  expect(servers.confirm(memory)).toBe(true);
  expect([status(), servers.confirmed()]).toEqual([['in-use'], [memory]]);
  expect(setUp(storage).servers.confirmed()).toEqual([memory]);
  servers.forget('memory');
  expect(status()).toEqual(['new']);
});

test.each<[string, McpServer]>([
  ['its command', { ...memory, command: 'node other.mjs' }],
  ['what it is given', { ...memory, environmentNames: ['API_KEY'] }],
  [
    'its kind',
    { name: 'memory', isEnabled: true, verdicts: {}, transport: 'http', url: 'https://a.example', route: 'auto', headerNames: [] },
  ],
])('when %s changes it asks again', (_what, changed) => {
  const { servers, state, status } = setUp();
  servers.confirm(memory);
  state.named = [changed];
  expect([status(), servers.confirmed()]).toEqual([['changed'], []]);
  // The confirmed configuration is not the current one of the file.
  expect(servers.confirm(memory)).toBe(false);
  expect(servers.confirm(changed)).toBe(true);
  expect(status()).toEqual(['in-use']);
});

test('the same text in another project asks again: it may be another program', () => {
  const { servers, state, status } = setUp();
  servers.confirm(memory);
  state.project = 'two';
  expect(status()).toEqual(['new']);
  state.project = null;
  expect([status(), servers.confirm(memory)]).toEqual([['new'], false]);
});

test('a server of the user’s own is never replaced by one of a project', () => {
  const { servers, state, status } = setUp();
  servers.confirm(memory);
  state.taken = ['memory'];
  expect([status(), servers.confirmed()]).toEqual([['hidden'], []]);
});

test('what is said of its tools is kept for this project, and gone with a change', () => {
  const { servers, state } = setUp();
  servers.confirm(memory);
  servers.keepVerdicts([{ ...memory, verdicts: { add: 'allow' } }]);
  expect(servers.confirmed()[0]?.verdicts).toEqual({ add: 'allow' });
  const changed = { ...memory, command: 'node other.mjs' };
  state.named = [changed];
  servers.confirm(changed);
  expect(servers.confirmed()[0]?.verdicts).toEqual({});
});

test('a storage that holds something else is nothing', () => {
  const storage = new MemoryStorage();
  for (const value of ['{', '[]', '{"one":{"memory":{"text":7}}}']) {
    storage.setItem('devonz_mcp_project_servers', value);
    expect(setUp(storage).status()).toEqual(['new']);
  }
});
