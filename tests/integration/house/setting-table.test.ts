// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSettings } from '../../../app/components/settings/find/find-settings.ts';
import { settingsOf, textsOf } from '../../../app/components/settings/rows/row-entry.ts';
import { SETTING_TABS } from '../../../app/components/settings/setting-tabs.tsx';
import { createSettingsStore } from '../../../app/lib/persistence/settings-store.ts';
import type { LeafSetting } from '../../../app/lib/protocol/settings/setting-kinds.ts';
import {
  SETTINGS,
  type SettingName,
  type SettingValue,
  settingsInFiles,
  settingValue,
  withValue,
} from '../../../app/lib/protocol/settings/setting-names.ts';
import { type AppSettings, appSettingsSchema, DEFAULT_APP_SETTINGS } from '../../../app/lib/protocol/settings.ts';
import { readProjectConfig } from '../../../app/lib/settings/config/project-config.ts';
import { readSettingsFile, writeSettingsFile } from '../../../app/lib/settings/config/settings-file.ts';
import { tightenSettings } from '../../../app/lib/settings/config/tighten-settings.ts';

/** A setting may be named in its table entry, its row, and the file that implements it. */
const FILES_OF_A_SETTING = 3;
/** The files with the schemas, defaults, rows, file formats and storage of settings. */
const KEPT_IN =
  /^app\/lib\/(protocol\/(settings|default-settings|project-facts)|settings\/config|persistence\/settings)|^app\/components\/settings\//;

/** The reasons why these settings have no row. */
const ELSEWHERE: Partial<Record<SettingName, string>> = {
  planMode: 'switched beside the message box',
  'models.favourites': 'starred in the list of models',
  'models.recent': 'kept by itself: the models chosen last',
  machines: 'the rows of `machine` change those of the open chat’s machine',
  routines: 'written in the settings file or the project file',
  tour: 'kept by itself: the tour has been taken or declined',
};

/** Values other than the default for settings with a custom shape. */
const EXAMPLES: Partial<{ [Name in SettingName]: SettingValue<Name> }> = {
  'models.favourites': ['demo:a'],
  'models.recent': ['demo:b', 'demo:a'],
  machines: { m1: { autoApproveCommands: true } },
  rules: [{ pattern: 'npm test', verdict: 'allow', scope: 'always', createdAt: 1 }],
  codecs: { 'demo:a': 'json' },
  efforts: { 'demo:a': 'low' },
  prices: { 'demo:a': { input: 1, output: 2.5 } },
  contextWindows: { 'demo:a': 8_192 },
  routines: [{ name: 'dev', description: 'Start it', command: 'npm run dev' }],
  prompts: [{ name: 'Review', text: 'Look at {{file}}' }],
  mcpServers: [
    { name: 'notes', isEnabled: true, verdicts: {}, transport: 'stdio', command: 'npx -y server-memory', environmentNames: ['FILE'] },
  ],
  localEndpoints: [{ id: 'local-1', kind: 'ollama', name: 'Ollama', address: 'http://localhost:11434' }],
  shortcuts: { palette: 'Ctrl+Shift+P' },
};

const names = [...SETTINGS.keys()];
const tabName = (tab: string) => SETTING_TABS.find(({ id }) => id === tab)?.name() ?? tab;
const rowsOf = (name: SettingName) => SETTING_TABS.flatMap(({ rows }) => rows).filter((row) => settingsOf(row).includes(name));

/** Returns a value other than the default. */
function exampleOf(name: SettingName, setting: LeafSetting): unknown {
  switch (setting.kind) {
    case 'switch':
      return !setting.default;
    case 'number':
      return setting.least;
    case 'amount':
      return 3;
    case 'choice':
      return setting.values.find((value) => value !== setting.default);
    case 'text':
    case 'model':
      return 'demo:a %s "quoted"';
    case 'own':
      return EXAMPLES[name];
  }
}

// The value is the example of the same setting.
const changed = (name: SettingName, value: unknown) => withValue(DEFAULT_APP_SETTINGS, name, value as SettingValue<SettingName>);

const product = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const filesWith = (word: string) => product.filter(({ text }) => new RegExp(`\\b${word}\\b`).test(text)).map(({ file }) => file);

test.each(['askBeforeLooking', 'askBeforeOwnCode', 'askAfterOutsideRead', 'autoCompact'])('%s is named by few files', (word) => {
  const files = filesWith(word);
  expect(files.length).toBeGreaterThan(1);
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(FILES_OF_A_SETTING);
});

/** Settings that another row also needs: iteration presets, the price of the fallback; the type of a host has its own name. */
const NEEDED_TWICE: readonly SettingName[] = ['agent.maxIterations', 'machine.maxIterations', 'fallbackModelId', 'runtimeHost'];

/** Settings with a row derived from their kind whose last word has no other meaning. */
const plain = names
  .map((name) => [name, name.split('.').at(-1) ?? name] as const)
  .filter(([name, word]) => /[a-z][A-Z]/.test(word) && rowsOf(name).some((row) => 'setting' in row) && !NEEDED_TWICE.includes(name));

test.each(plain)('where settings are kept and shown, %s is in the table and in its row', (_name, word) => {
  const files = filesWith(word).filter((file) => KEPT_IN.test(file));
  expect(files).toEqual([expect.stringMatching(/settings\/rows\/[a-z]+-rows\.tsx$/), 'app/lib/protocol/settings/setting-table.ts']);
});

test('most settings with a row of their kind are among them', () => {
  expect(plain.length).toBeGreaterThan(7);
});

test('the schema has the settings of the table, and the defaults fit it', () => {
  const tops = new Set(names.map((name) => name.split('.')[0]));
  expect(Object.keys(appSettingsSchema.shape)).toEqual([...tops]);
  expect(appSettingsSchema.parse(DEFAULT_APP_SETTINGS)).toEqual(DEFAULT_APP_SETTINGS);
});

test.each(names)('%s has one row, or there is a reason why it has none', (name) => {
  expect(rowsOf(name).length).toBe(ELSEWHERE[name] === undefined ? 1 : 0);
});

test.each(names.filter((name) => ELSEWHERE[name] === undefined))('%s is found by its name', (name) => {
  for (const { id, name: shown, rows, words } of SETTING_TABS) {
    for (const row of rows.filter((each) => settingsOf(each).includes(name))) {
      const texts = textsOf(row);
      expect(texts.length > 0 || words !== undefined).toBe(true);
      for (const text of texts) expect(findSettings(text.name, tabName)).toContainEqual({ tab: id, ...text });
      if (texts.length === 0) expect(findSettings(shown(), tabName)).toContainEqual({ tab: id, name: null, words: words?.() });
    }
  }
});

const read = (text: string, current: AppSettings) => {
  const reading = readSettingsFile(text, current);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.settings;
};

test.each([...SETTINGS])('%s goes through the settings file and the browser’s storage as it is', (name, setting) => {
  const example = exampleOf(name, setting);
  expect(example).toBeDefined();
  const settings = changed(name, example);
  expect(settingValue(settings, name)).toEqual(example);
  expect(settings).not.toEqual(DEFAULT_APP_SETTINGS);
  expect(read(writeSettingsFile(settings), DEFAULT_APP_SETTINGS)).toEqual(settings);
  expect(read(writeSettingsFile(DEFAULT_APP_SETTINGS), settings)).toEqual(DEFAULT_APP_SETTINGS);
  const store = createSettingsStore(localStorage, new EventTarget());
  store.save(settings);
  expect(store.load()).toEqual({ settings, problems: [] });
});

const inFiles = [...settingsInFiles('agent'), ...settingsInFiles('budget')];

test.each(inFiles)('$name is tightened by a project’s file, or the file has no say', ({ name, key, setting }) => {
  const table = setting.kind === 'amount' ? 'budget' : 'agent';
  const [loose, tight] = setting.kind === 'switch' ? [setting.stricter !== true, setting.stricter === true] : [5, 3];
  const { config, warnings } = readProjectConfig(`[${table}]\n${key} = ${tight}\n`);
  const isTightened = 'stricter' in setting;
  expect(warnings.length).toBe(isTightened ? 0 : 1);
  expect(settingValue(tightenSettings(changed(name, loose), config), name)).toBe(isTightened ? tight : loose);
  expect(settingValue(tightenSettings(changed(name, tight), readProjectConfig(`[${table}]\n${key} = ${loose}\n`).config), name)).toBe(
    tight,
  );
});
