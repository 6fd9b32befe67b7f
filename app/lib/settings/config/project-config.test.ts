import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_PROJECT_CONFIG } from '../../protocol/project-facts/project-config.ts';
import { type AppSettings, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { readProjectConfig } from './project-config.ts';
import { tightenSettings } from './tighten-settings.ts';

const WHOLE = `# how this project is worked on
[model]
name = "openai:gpt-5"

[agent]
maxIterations = 10
autoApproveFileCreation = false

[budget]
tokens = 50000

[routines]
dev = { description = "Start it", cmd = "npm run dev" }
deploy = "npm run build && npx deploy $1"

[routines.seed-db]
description = "Fill the database"
cmd = "node seed.js $*"

[rules]
deny = ["npm publish *", "git push"]

[mcp.notes]
command = "npx -y server-memory"
environment = ["FILE"]

[mcp.weather]
url = "https://mcp.weather.net/mcp"
headers = ["Authorization"]
`;

describe('the project file', () => {
  test('names hooks, each with when, command, files and time', () => {
    const text =
      '[[hooks]]\nwhen = "after-change"\ncommand = "npm run format"\nfiles = "src/**"\ntimeout = 5\n[[hooks]]\nwhen = "before-done"\ncommand = "npm test"\n';
    expect(readProjectConfig(text)).toMatchObject({
      warnings: [],
      config: {
        hooks: [
          { when: 'after-change', command: 'npm run format', files: 'src/**', timeout: 5 },
          { when: 'before-done', command: 'npm test', timeout: 60 },
        ],
      },
    });
  });

  test.each([
    ['hooks = 3', 'line 1: “hooks” must be a list'],
    ['[[hooks]]\nwhen = "later"\ncommand = "x"', 'line 2: when of a hook does not fit'],
    [
      '[[hooks]]\nwhen = "before-done"\ncommand = "x"\n[[hooks]]\nwhen = "before-done"\n\ncommand = ""',
      'line 7: command of a hook does not fit',
    ],
    ['[[hooks]]\nwhen = "before-done"\ncommand = "x"\ntimeout = 900', 'line 4: timeout of a hook does not fit'],
    ['[[hooks]]\nwhen = "before-done"\ncommand = "x"\nallow = true', 'line 1: a hook does not fit'],
  ])('a hook that does not fit is left out, with its line: %j', (text, warning) => {
    const { config, warnings } = readProjectConfig(text);
    expect(warnings).toEqual([expect.stringContaining(warning)]);
    expect(config.hooks.every(({ command }) => command === 'x')).toBe(true);
  });

  test('says model, limits, routines and denials', () => {
    expect(readProjectConfig(WHOLE)).toEqual({
      warnings: [],
      config: {
        connection: null,
        model: 'openai:gpt-5',
        tightened: { 'agent.maxIterations': 10, 'agent.autoApproveFileCreation': false, 'budget.tokens': 50_000 },
        routines: [
          { name: 'dev', description: 'Start it', command: 'npm run dev' },
          { name: 'deploy', description: '', command: 'npm run build && npx deploy $1' },
          { name: 'seed-db', description: 'Fill the database', command: 'node seed.js $*' },
        ],
        hooks: [],
        deny: ['npm publish *', 'git push'],
        mcpServers: [
          {
            name: 'notes',
            isEnabled: true,
            verdicts: {},
            transport: 'stdio',
            command: 'npx -y server-memory',
            environmentNames: ['FILE'],
          },
          {
            name: 'weather',
            isEnabled: true,
            verdicts: {},
            transport: 'http',
            url: 'https://mcp.weather.net/mcp',
            route: 'auto',
            headerNames: ['Authorization'],
          },
        ],
      },
    });
  });

  test('may say nothing at all', () => {
    expect(readProjectConfig('')).toEqual({ config: EMPTY_PROJECT_CONFIG, warnings: [] });
    expect(readProjectConfig('[connection]\nhost = "192.168.1.224"').warnings).toEqual([]);
  });

  test('that is no TOML gives the defaults and a warning with its line', () => {
    const { config, warnings } = readProjectConfig('[agent]\nmaxIterations = 10\n[rules\ndeny = []\n');
    expect(config).toEqual(EMPTY_PROJECT_CONFIG);
    expect(warnings).toEqual([expect.stringMatching(/^\.devonz\/config\.toml, line 3: .+ The defaults are in force\.$/)]);
  });

  test('names the machine to work on, or a part of it', () => {
    const connectionIn = (text: string) => readProjectConfig(text).config.connection;
    expect(connectionIn('[connection]\nhost = "192.168.1.224"\nuser = "jexida"\n')).toEqual({ host: '192.168.1.224', user: 'jexida' });
    expect(connectionIn('[connection]\nuser = "jexida"\n')).toEqual({ host: null, user: 'jexida' });
    expect(connectionIn('[connection]\n')).toEqual({ host: null, user: null });
  });

  test.each([
    'host = "a; rm -rf ~"',
    'host = "-oProxyCommand=x"',
    'host = "a b"',
    'host = "$(x)"',
    'user = "-l root"',
    'user = "a@b"',
    'user = "`x`"',
    'port = 22',
  ])('what could be more than a word of a command names no machine: %j', (line) => {
    const { config, warnings } = readProjectConfig(`[connection]\n${line}\n`);
    expect(config.connection).toEqual({ host: null, user: null });
    expect(warnings).toHaveLength(1);
  });

  test.each([
    ['[agent]\nmaxIterations = 500', 2, 'maxIterations'],
    ['[agent]\n\n"maxIterations" = "ten"', 3, 'maxIterations'],
    ['agent.maxIterations = 0', 1, 'maxIterations'],
    ['agent = 7', 1, 'must be a table'],
    ['[agent]\nmaxIteration = 3', 2, 'has no “maxIteration”'],
    ['[model]\nname = ""', 2, 'name'],
    ['\n[rule]\ndeny = []', 2, 'there is no [rule]'],
    ['[rules]\ndeny = ["  "]', 2, 'deny'],
    ['[budget]\ntokens = 1.5', 2, 'tokens'],
    ['routines = 3', 1, 'must be a table'],
    ['[routines]\n\ndev = 3', 3, '“dev”: must be a command'],
    ['[routines]\nDev = "x"', 2, 'its name does not fit'],
    ['[routines.dev]\ndescription = "x"', 1, 'its cmd does not fit'],
    ['[routines]\ndev = { cmd = "x", description = 3 }', 2, 'its description does not fit'],
    ['[agent]\nautoApproveCommands = true', 2, 'can only make the agent ask more'],
    ['[agent]\naskBeforeOwnCode = false', 2, 'can only make the agent ask more'],
  ])('a fault is left out alone, with its line: %j', (text, line, what) => {
    const { warnings, config } = readProjectConfig(`${text}\n[connection]\nuser = "x"\n`);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^\\.devonz/config\\.toml, line ${line}: `))]);
    expect(warnings[0]).toContain(what);
    expect(config).toEqual({ ...EMPTY_PROJECT_CONFIG, connection: { host: null, user: 'x' } });
  });

  test('next to a fault the rest counts', () => {
    const { config, warnings } = readProjectConfig(WHOLE.replace('maxIterations = 10', 'maxIterations = -1'));
    expect(warnings).toHaveLength(1);
    expect(config).toMatchObject({ model: 'openai:gpt-5', deny: ['npm publish *', 'git push'] });
    expect(config.tightened).not.toHaveProperty(['agent.maxIterations']);
  });

  test('that is huge is not read', () => {
    expect(readProjectConfig('#'.repeat(100_001)).warnings).toEqual([expect.stringContaining('too long')]);
  });

  test('makes nothing throw, whatever is in it', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('[agent]', '\n', '=', '"', '[routines]', '{', '}', 'cmd', '__proto__', '[[rules]]', 'deny = [', ']', '1979-05-27'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { warnings } = readProjectConfig(pieces.join(''));
        expect(warnings.every((warning) => warning.startsWith('.devonz/config.toml'))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a project only tightens', () => {
  test('it can make the agent’s own code ask, and never lets it run', () => {
    const off = { ...DEFAULT_APP_SETTINGS, askBeforeOwnCode: false };
    const tightened = (text: string, settings = off) => tightenSettings(settings, readProjectConfig(text).config).askBeforeOwnCode;
    expect(tightened('[agent]\naskBeforeOwnCode = true')).toBe(true);
    expect(tightened('')).toBe(false);
    expect(tightened('[agent]\naskBeforeOwnCode = false', DEFAULT_APP_SETTINGS)).toBe(true);
  });

  const userSettings = fc.record({
    agent: fc.record({
      enabled: fc.boolean(),
      autoApproveFileCreation: fc.boolean(),
      autoApproveFileModification: fc.boolean(),
      autoApproveCommands: fc.boolean(),
      maxIterations: fc.integer({ min: 1, max: 200 }),
    }),
    budget: fc.record({
      tokens: fc.option(fc.integer({ min: 1, max: 10_000 })),
      money: fc.option(fc.integer({ min: 1, max: 10 })),
      minutes: fc.option(fc.integer({ min: 1, max: 60 })),
    }),
  });
  const file = fc
    .record({
      maxIterations: fc.integer({ min: -5, max: 300 }),
      autoApproveFileCreation: fc.boolean(),
      autoApproveFileModification: fc.boolean(),
      autoApproveCommands: fc.boolean(),
      tokens: fc.integer({ min: -5, max: 10_000 }),
    })
    .map(
      ({ tokens, ...agent }) =>
        `[agent]\n${Object.entries(agent)
          .map(([key, value]) => `${key} = ${value}\n`)
          .join('')}[budget]\ntokens = ${tokens}\n`,
    );

  test('whatever the agent writes into its file, nothing is looser than the user set it', () => {
    fc.assert(
      fc.property(userSettings, file, (given, text) => {
        const settings: AppSettings = { ...DEFAULT_APP_SETTINGS, ...given };
        const tight = tightenSettings(settings, readProjectConfig(text).config);
        for (const key of ['autoApproveFileCreation', 'autoApproveFileModification', 'autoApproveCommands'] as const) {
          if (!settings.agent[key]) expect(tight.agent[key]).toBe(false);
        }
        expect(tight.agent.maxIterations).toBeLessThanOrEqual(settings.agent.maxIterations);
        for (const key of ['tokens', 'money', 'minutes'] as const) {
          if (settings.budget[key] !== null) expect(tight.budget[key] ?? Infinity).toBeLessThanOrEqual(settings.budget[key]);
        }
        const { agent: _agent, budget: _budget, rules: _rules, ...others } = tight;
        expect(settings).toMatchObject(others);
      }),
      { numRuns: 300 },
    );
  });

  test('its rules deny, in addition to the user’s own, which stay the same objects', () => {
    const rule = { pattern: 'npm test', verdict: 'allow' as const, scope: 'always' as const, createdAt: 1 };
    const tight = tightenSettings({ ...DEFAULT_APP_SETTINGS, rules: [rule] }, readProjectConfig(WHOLE).config);
    expect(tight.rules[0]).toBe(rule);
    expect(tight.rules.slice(1)).toMatchObject([
      { pattern: 'npm publish *', verdict: 'deny', scope: 'always' },
      { pattern: 'git push', verdict: 'deny', scope: 'always' },
    ]);
    expect(tight.agent).toMatchObject({ maxIterations: 10, autoApproveFileCreation: false });
    expect(tight.budget.tokens).toBe(50_000);
  });
});

test.each([
  ['[mcp.a]\ncommand = 7', 2, 'the MCP server “a”: command must be a text'],
  [
    '[mcp.a]\nheaders = { Authorization = "Bearer abc" }',
    2,
    'the MCP server “a”: headers must be a list of names; you type the values in Settings',
  ],
  ['[mcp.a]\nenv = { KEY = "x" }', 2, 'the MCP server “a”: has no “env”; it has command or url, headers, environment'],
  ['[mcp.a]\ncommand = "x"\nurl = "https://a.example"', 1, 'the MCP server “a”: must have either a command or a url'],
  ['[mcp.a]\nurl = "file:///etc/passwd"', 2, 'the MCP server “a”: does not fit: an address begins with https:// or http://'],
  ['[mcp]\nBig = { command = "x" }', 2, 'the MCP server “Big”: its name does not fit'],
  ['mcp = 3', 1, '“mcp” must be a table, [mcp.NAME]'],
])('an MCP server that does not fit is left out with its line: %s', (text, line, words) => {
  const { config, warnings } = readProjectConfig(text);
  expect(config.mcpServers).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining(words)]);
  expect(warnings[0]).toContain(`line ${line}`);
});
