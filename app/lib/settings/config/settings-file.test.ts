import { describe, expect, test } from 'vitest';
import { type AppSettings, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { readSettingsFile, writeSettingsFile } from './settings-file.ts';

const ALWAYS = { pattern: 'npm test', verdict: 'allow' as const, scope: 'always' as const, createdAt: 1, uses: 3 };
const OF_CHAT = { pattern: 'ls', verdict: 'allow' as const, scope: 'chat' as const, chatId: 'c', createdAt: 1 };
const MINE: AppSettings = {
  ...DEFAULT_APP_SETTINGS,
  agent: { ...DEFAULT_APP_SETTINGS.agent, maxIterations: 40, autoApproveCommands: true },
  modelId: 'openai:gpt-5',
  theme: 'dark',
  rules: [ALWAYS, OF_CHAT],
  history: { turns: 12, autoCompact: false },
  budget: { tokens: 1_000, money: 0.5, minutes: null },
  codecs: { 'ollama:phi3': 'json', 'a.b c': 'xml' },
  prices: { 'openai:gpt-5': { input: 1.25, output: 10 } },
  contextWindows: { 'ollama:phi3': 4_096 },
  shortcuts: { palette: 'Ctrl+Shift+P', 'quick-open': '' },
  routines: [{ name: 'dev', description: 'Start "it"', command: 'npm run dev -- $*' }],
};

function read(text: string, current = DEFAULT_APP_SETTINGS) {
  const reading = readSettingsFile(text, current);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading;
}

const problemsOf = (text: string) => {
  const reading = readSettingsFile(text, DEFAULT_APP_SETTINGS);
  return reading.ok ? [] : reading.problems;
};

describe('settings as TOML', () => {
  test('what is written is read back, except for the rules of single chats', () => {
    expect(read(writeSettingsFile(MINE)).settings).toEqual({ ...MINE, rules: [ALWAYS] });
    expect(read(writeSettingsFile(DEFAULT_APP_SETTINGS)).changes).toEqual([]);
  });

  test('of the keys in a file those that are none are left out, without a complaint', () => {
    const file = '[shortcuts]\npalette = "cmd + shift + p"\nbroken = "Hyper+K"\nnumber = 3\nnewer-command = "Alt+F9"\n';
    const { settings, changes } = read(file);
    expect(settings.shortcuts).toEqual({ palette: 'Ctrl+Shift+P', 'newer-command': 'Alt+F9' });
    expect(changes.map(({ name }) => name)).toEqual(['shortcuts.palette', 'shortcuts.newer-command']);
  });

  test('the rules of this browser’s chats stay, and with a file without rules all do', () => {
    expect(read(writeSettingsFile(DEFAULT_APP_SETTINGS), MINE).settings.rules).toEqual([OF_CHAT]);
    expect(read('theme = "light"', MINE).settings.rules).toEqual([ALWAYS, OF_CHAT]);
  });

  test('a setting that a table leaves out stays as it is; one that may have no limit has none', () => {
    const current = { ...MINE, silence: { minutes: 3, thinkingMinutes: 4 } };
    const { settings } = read('[silence]\nminutes = 5\n[history]\nautoCompact = true\n[agent]\nenabled = false\n', current);
    expect(settings.silence).toEqual({ minutes: 5, thinkingMinutes: 4 });
    expect(settings.history).toEqual({ turns: null, autoCompact: true });
    expect(settings.agent).toEqual({ ...MINE.agent, enabled: false });
  });

  test('what would change is reported, setting by setting', () => {
    const { changes } = read('theme = "light"\n[agent]\nmaxIterations = 30\n[budget]\ntokens = 5\n[routines]\ngo = "npm start"\n');
    expect(changes).toEqual([
      { name: 'agent.maxIterations', before: '25', after: '30' },
      { name: 'theme', before: 'system', after: 'light' },
      { name: 'budget.tokens', before: 'none', after: '5' },
      { name: 'routine “go”', before: 'none', after: 'npm start' },
    ]);
  });

  test.each([
    ['[agent\n', 1, ''],
    ['theme = "light"\nmode = "x"', 2, 'there is no setting “mode”'],
    ['theme = "light"\nmodel = "x"', 2, '“model” must be a table with a name'],
    ['[model]\nname = "phi3"\nsize = 3', 1, '“model” must be a table with a name'],
    ['[connection]\nhost = "a"\nport = 22', 1, 'connection'],
    ['theme = "pink"', 1, '“theme” does not fit'],
    ['[agent]\nenabled = true\nmaxIterations = 0', 3, '“agent.maxIterations”'],
    ['[agent]\nmax = 1', 1, 'agent'],
    ['[[rules]]\npattern = "x"', 1, 'rules.0'],
    ['[[rules]]\npattern = "x"\nverdict = "deny"\nscope = "always"\ncreatedAt = 1\n[[rules]]\npattern = "y"', 6, 'rules.1'],
    ['[codecs]\nm = "yaml"', 2, 'codecs.m'],
    ['[routines]\nX = "ls"', 2, 'routine “X”'],
    ['routines = 1', 1, 'must be a table'],
  ])('a bad file is refused whole, with the line: %j', (text, line, what) => {
    expect(problemsOf(text)[0]).toMatch(new RegExp(`^Line ${line}: `));
    expect(problemsOf(text)[0]).toContain(what);
  });

  test('the file of Jexida is taken whole: the machine, the model by its name, and the routines', () => {
    const { settings } = read(`[connection]
host = "192.168.1.224"
user = "jexida"

[model]
name = "phi3"

[routines]
docker_list = { description = "List running containers", cmd = "docker ps" }
`);
    expect(settings.connection).toEqual({ host: '192.168.1.224', user: 'jexida' });
    expect(settings.modelId).toBe('phi3');
    expect(settings.routines).toEqual([{ name: 'docker_list', description: 'List running containers', command: 'docker ps' }]);
    const written = writeSettingsFile({ ...settings, modelId: 'local-at-a1:phi3' });
    expect(written).toContain('[connection]\nhost = "192.168.1.224"\nuser = "jexida"\n');
    expect(written).toContain('[model]\nname = "phi3"\n');
    expect(read(written).settings.modelId).toBe('local-at-a1:phi3');
  });

  test('several faults are all reported, and a huge file is none', () => {
    expect(problemsOf('theme = "pink"\nplanMode = 3')).toHaveLength(2);
    expect(problemsOf('#'.repeat(1_000_001))).toEqual([expect.stringContaining('too long')]);
  });
});
