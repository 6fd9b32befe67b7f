import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mcpServersSchema } from '../../protocol/mcp/mcp.ts';
import { readClientJson } from './read-client-json.ts';
import { suggestedName } from './server-name.ts';

const read = (value: unknown, taken: string[] = []) => readClientJson(JSON.stringify(value, null, 2), taken);

describe('the JSON of other clients', () => {
  test('names servers by command and by address; values of headers and environment are secrets', () => {
    const { servers, problems } = read({
      mcpServers: {
        memory: {
          command: 'npx',
          args: ['-y', '@modelcontextprotocol/server-memory'],
          env: { MEMORY_FILE_PATH: '/tmp/a b.json', LEVEL: 3 },
        },
        weather: { type: 'http', url: 'https://mcp.weather.net/mcp', headers: { Authorization: 'Bearer abc' } },
      },
    });
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      {
        server: {
          name: 'memory',
          isEnabled: true,
          verdicts: {},
          transport: 'stdio',
          command: 'npx -y @modelcontextprotocol/server-memory',
          environmentNames: ['MEMORY_FILE_PATH', 'LEVEL'],
        },
        secrets: { headers: {}, environment: { MEMORY_FILE_PATH: '/tmp/a b.json', LEVEL: '3' } },
        remarks: [],
      },
      {
        server: {
          name: 'weather',
          isEnabled: true,
          verdicts: {},
          transport: 'http',
          url: 'https://mcp.weather.net/mcp',
          route: 'auto',
          headerNames: ['Authorization'],
        },
        secrets: { headers: { Authorization: 'Bearer abc' }, environment: {} },
        remarks: [],
      },
    ]);
    expect(JSON.stringify(servers.map(({ server }) => server))).not.toMatch(/abc|\/tmp/);
  });

  test('may have comments, trailing commas, other names for the list, or be the list alone', () => {
    const vscode = `{
      // of a team
      "servers": { "docs": { "type": "http", "url": "https://docs.example.org/mcp", }, },
      "inputs": [],
    }`;
    expect(readClientJson(vscode, []).servers.map(({ server }) => server.name)).toEqual(['docs']);
    expect(read({ docs: { serverUrl: 'https://docs.example.org/sse' } }).servers.map(({ server }) => server.name)).toEqual(['docs']);
  });

  test('names take the form that ours have, and none twice', () => {
    const entry = { command: 'npx', args: ['x'] };
    const { servers } = read({ mcpServers: { 'My Files!': entry, my_files: entry, '123': entry, constructor: entry } }, ['my-files']);
    expect(servers.map(({ server }) => server.name)).toEqual(['server', 'my-files-2', 'my-files-3', 'constructor']);
    expect(servers[1]?.remarks).toEqual(['It is called my-files-2 here.']);
  });

  test('arguments are one word each, whatever is in them', () => {
    const { servers } = read({
      mcpServers: { files: { command: 'C:\\nodejs\\npx.cmd', args: ['-y', 'server', 'a b; rm -rf /', "it's", '$HOME'] } },
    });
    expect(servers[0]?.server).toMatchObject({ command: `npx -y server 'a b; rm -rf /' 'it'\\''s' '$HOME'` });
  });

  test('what cannot work here, and what is not taken over, is said', () => {
    const { servers } = read({
      mcpServers: {
        git: { command: 'uvx', args: ['mcp-server-git'], cwd: '/src', disabled: true },
        issues: { command: 'npx', args: ['-y', 'issues'], env: { TOKEN: '${input:token}', LEVEL: '1' } },
      },
    });
    expect(servers.map(({ remarks }) => remarks)).toEqual([
      [expect.stringMatching(/no uvx/), expect.stringMatching(/"cwd"/)],
      ['"TOKEN" holds a placeholder: type its value after adding.'],
    ]);
    expect(servers[0]?.server.isEnabled).toBe(false);
    expect(servers[1]?.secrets.environment).toEqual({ LEVEL: '1' });
  });
});

describe('what does not fit', () => {
  test('names the line and the field, and takes nothing else with it', () => {
    const text = `{
  "mcpServers": {
    "good": { "command": "npx" },
    "bad": {
      "command": "npx",
      "args": ["-y", 7]
    },
    "empty": {},
    "odd": { "url": "ftp://files.example.org" }
  }
}`;
    const { servers, problems } = readClientJson(text, []);
    expect(servers.map(({ server }) => server.name)).toEqual(['good']);
    expect(problems).toEqual([
      { line: 6, message: expect.stringMatching(/^"bad": "args\.1": /) },
      { line: 8, message: '"empty": it has neither "command" nor "url"' },
      { line: 9, message: '"odd": url an address begins with https:// or http://' },
    ]);
  });

  test.each([
    ['{\n"mcpServers": {\n"a" {} } }', 3, /^this is not JSON: colon expected$/],
    ['', 1, /not JSON/],
    ['[]', 1, /no "mcpServers"/],
    ['{"mcpServers": []}', 1, /no "mcpServers"/],
    ['{"mcpServers": {}}', 1, /empty/],
    ['npx -y @modelcontextprotocol/server-memory', 1, /not JSON/],
  ])('%j is refused in words', (text, line, message) => {
    expect(readClientJson(text, [])).toEqual({ servers: [], problems: [{ line, message: expect.stringMatching(message) }] });
  });

  test('nothing that is pasted breaks the settings', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (mcpServers) => {
        const text = JSON.stringify({ mcpServers }) ?? '{}';
        const { servers } = readClientJson(text, ['memory']);
        expect(mcpServersSchema.safeParse(servers.slice(0, 32).map(({ server }) => server)).error).toBeUndefined();
      }),
    );
  });
});

test.each([
  ['npx -y @modelcontextprotocol/server-memory', 'memory'],
  ['npx -y some-mcp-server@1.2.3 --port 1', 'some'],
  ['node server.mjs', 'server-mjs'],
  ['https://mcp.weather.net/mcp', 'weather'],
  ['http://127.0.0.1:3001/sse', 'server'],
  ['', 'server'],
])('a server at %j is called %s', (target, name) => {
  expect(suggestedName(target, [])).toBe(name);
});
