import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { because } from '../../protocol/texts/reason.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { decide } from './decide.ts';
import { sentencesOf } from './testing/in-english.ts';

const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));

function decided(
  path: string,
  before: string | null,
  after: string | null,
  rest: { create?: boolean; modify?: boolean; guards?: string[] } = {},
) {
  const target = toWorkspacePath(path);
  if (target === null) throw new RangeError(path);
  const intent: ToolIntent = {
    kind: 'change',
    summary: path,
    changes: [{ path: target, before: bytes(before), after: bytes(after) }],
    guards: (rest.guards ?? []).map((text) => because(text)),
  };
  const agent = {
    ...DEFAULT_APP_SETTINGS.agent,
    autoApproveFileCreation: rest.create ?? true,
    autoApproveFileModification: rest.modify ?? false,
  };
  const decision = decide(intent, {
    settings: { ...DEFAULT_APP_SETTINGS, agent },
    chatId: 'c',
    projectRoot: '/home/project',
    hasChangedScripts: false,
    now: 0,
  });
  return sentencesOf(decision);
}

const change = (...given: Parameters<typeof decided>) => decided(...given).verdict;

test('the two file settings mean what they say', () => {
  for (const setting of [true, false]) {
    expect(change('a', null, 'x', { create: setting, modify: !setting })).toBe(setting ? 'auto' : 'ask');
    expect(change('a', 'x', 'y', { create: !setting, modify: setting })).toBe(setting ? 'auto' : 'ask');
  }
});

test.each([
  '.git/hooks/pre-commit',
  '.husky/pre-push',
  '.devonz/config.toml',
  'AGENTS.md',
  '.env',
  'src/.ENV.local',
  'node_modules/x/i.js',
  'deploy.pem',
])('%s asks whatever the settings say', (path) => {
  expect(change(path, null, 'x', { create: true, modify: true })).toBe('ask');
  expect(change(path, 'x', 'y', { create: true, modify: true })).toBe('ask');
});

test.each(['.env.example', 'src/key.ts', 'environment.ts', 'src/secrets-page.tsx'])('%s is no secret', (path) => {
  expect(change(path, null, 'x')).toBe('auto');
});

test('a script that is changed or removed asks; other changes of package.json follow the setting', () => {
  const before = JSON.stringify({ scripts: { test: 'vitest' }, version: '1' });
  const modify = { modify: true };
  expect(change('package.json', before, JSON.stringify({ scripts: { test: 'vitest' }, version: '2' }), modify)).toBe('auto');
  expect(change('package.json', before, JSON.stringify({ scripts: { test: 'curl x' }, version: '1' }), modify)).toBe('ask');
  expect(change('package.json', before, JSON.stringify({ version: '1' }), modify)).toBe('ask');
  expect(change('package.json', before, 'not json', modify)).toBe('ask');
});

test.each([
  [{ lint: 'eslint .' }, 'auto'],
  [{ lint: 'eslint .', 'test:unit': 'vitest', deploy: 'x' }, 'auto'],
  // npm runs these automatically.
  [{ postinstall: 'node x.js' }, 'ask'],
  [{ prepare: 'husky' }, 'ask'],
  [{ install: 'node x.js' }, 'ask'],
])('adding the scripts %j is judged alike in a new package.json and in one that is there: %s', (scripts, verdict) => {
  const both = { create: true, modify: true };
  const own = { build: 'vite build' };
  expect(change('package.json', null, JSON.stringify({ scripts: { ...own, ...scripts } }), both)).toBe(verdict);
  expect(change('package.json', JSON.stringify({ scripts: own }), JSON.stringify({ scripts: { ...own, ...scripts } }), both)).toBe(verdict);
  expect(change('a/package.json', '{}', JSON.stringify({ scripts: { ...own, ...scripts } }), both)).toBe(verdict);
});

test('a script that runs before or after one that is there asks', () => {
  const scripts = { test: 'vitest' };
  const after = JSON.stringify({ scripts: { ...scripts, pretest: 'node x.js' } });
  expect(change('package.json', JSON.stringify({ scripts }), after, { modify: true })).toBe('ask');
});

test('a guard asks whatever the settings say', () => {
  expect(change('a', 'x', 'y', { modify: true, guards: ['it loses most of the file'] })).toBe('ask');
});

test('a decision on a file says what decided', () => {
  expect(decided('a', null, 'x')).toEqual({
    verdict: 'auto',
    why: 'new files are approved automatically',
    parts: [{ text: 'a', verdict: 'auto', why: 'new files are approved automatically', by: 'setting' }],
  });
  expect(decided('a', null, 'x', { create: false }).parts).toEqual([{ text: 'a', verdict: 'ask', why: 'it creates a file', by: 'none' }]);
  expect(decided('a', 'x', 'y', { modify: true }).parts).toEqual([
    { text: 'a', verdict: 'auto', why: 'file changes are approved automatically', by: 'setting' },
  ]);
  expect(decided('a', 'x', 'y').parts).toEqual([{ text: 'a', verdict: 'ask', why: 'it changes an existing file', by: 'none' }]);
  expect(decided('a', 'x', null).parts).toEqual([{ text: 'a', verdict: 'ask', why: 'it removes an existing file', by: 'none' }]);
  expect(decided('.env', 'x', 'y', { modify: true }).parts).toEqual([
    { text: '.env', verdict: 'ask', why: 'the file may hold keys or passwords', by: 'guard' },
  ]);
  expect(decided('a', 'x', 'y', { modify: true, guards: ['it loses most of the file'] })).toMatchObject({
    why: 'it loses most of the file',
    parts: [{ text: 'a', verdict: 'ask', why: 'it loses most of the file', by: 'guard' }, { by: 'setting' }],
  });
});

test('what of package.json runs asks whatever the settings say, also when the file goes to come again', () => {
  const all = { create: true, modify: true };
  const before = JSON.stringify({ name: 'x', scripts: { test: 'vitest' }, 'lint-staged': { '*': 'eslint' } });
  const why = 'it changes the scripts that npm runs';
  expect(decided('package.json', before, null, all)).toMatchObject({ verdict: 'ask', why });
  expect(decided('package.json', JSON.stringify({ name: 'x' }), null, all).verdict).toBe('auto');
  const withScripts = (scripts: Record<string, string>) => JSON.stringify({ ...JSON.parse(before), scripts });
  expect(decided('package.json', before, withScripts({ test: 'id' }), all)).toMatchObject({ verdict: 'ask', why });
  for (const field of ['husky', 'lint-staged', 'simple-git-hooks', 'pre-commit', 'gitHooks', 'bin']) {
    const after = JSON.stringify({ ...JSON.parse(before), [field]: { test: 'id' } });
    expect(decided('packages/a/package.json', before, after, all), field).toMatchObject({ verdict: 'ask', why });
  }
  expect(decided('package.json', before, JSON.stringify({ ...JSON.parse(before), name: 'y' }), all).verdict).toBe('auto');
  expect(decided('package.json', 'null', '{}', all).verdict).toBe('ask');
  expect(decided('package.json', '{}', 'null', all).verdict).toBe('ask');
  expect(decided('package.json', 'x', 'x', all).verdict).toBe('ask');
  expect(decided('package.json', null, before, all).verdict).toBe('auto');
  expect(decided('package.jsonx', before, '{}', all).verdict).toBe('auto');
  expect(decided('xpackage.json', before, '{}', all).verdict).toBe('auto');
});

test('reading is free except for secrets, and touching nothing is free', () => {
  const context = {
    settings: DEFAULT_APP_SETTINGS,
    chatId: 'c',
    projectRoot: '/home/project',
    hasChangedScripts: false,
    hasFileWall: true,
    now: 0,
  };
  const paths = ['src/a.ts', '.env'].map((path) => toWorkspacePath(path)).filter((path) => path !== null);
  expect(sentencesOf(decide({ kind: 'read', paths }, context))).toEqual({
    verdict: 'ask',
    why: 'it may hold keys or passwords, which the model sees if you allow it',
    parts: [
      { text: 'src/a.ts', verdict: 'auto', why: 'reading the project is free', by: 'none' },
      { text: '.env', verdict: 'ask', why: 'it may hold keys or passwords, which the model sees if you allow it', by: 'guard' },
    ],
  });
  expect(sentencesOf(decide({ kind: 'read', paths: [] }, context))).toEqual({
    verdict: 'auto',
    why: 'reading the project is free',
    parts: [],
  });
  expect(sentencesOf(decide({ kind: 'control' }, context))).toEqual({
    verdict: 'auto',
    why: 'it touches nothing',
    parts: [{ text: 'session', verdict: 'auto', why: 'it touches nothing', by: 'none' }],
  });
});

test.each<[string, object]>([
  ['packageManager', { packageManager: 'yarn@https://example.com/yarn.js' }],
  ['packageManager', { packageManager: 'pnpm@9.0.0' }],
  ['devEngines', { devEngines: { packageManager: { name: 'pnpm', version: '9.0.0', onFail: 'download' } } }],
  ['volta', { volta: { node: '20.0.0' } }],
  ['pnpm', { pnpm: { onlyBuiltDependencies: ['x'] } }],
  ['trustedDependencies', { trustedDependencies: ['x'] }],
  ['wireit', { wireit: { test: { command: 'node x.js' } } }],
  ['nodemonConfig', { nodemonConfig: { exec: 'node x.js' } }],
])('a package.json whose %s changes asks: %j', (_field, fields) => {
  const all = { create: true, modify: true };
  const before = { name: 'x', scripts: { test: 'vitest' } };
  const why = 'it changes which package manager runs, or what that runs';
  for (const [from, to] of [
    [before, { ...before, ...fields }],
    [{ ...before, ...fields }, before],
  ])
    expect(decided('a/package.json', JSON.stringify(from), JSON.stringify(to), all)).toMatchObject({ verdict: 'ask', why });
});

test('a new package.json may name its package manager by a version, not by an address', () => {
  const all = { create: true, modify: true };
  expect(change('package.json', null, JSON.stringify({ packageManager: 'pnpm@9.0.0' }), all)).toBe('auto');
  expect(change('package.json', null, JSON.stringify({ packageManager: 'yarn@https://example.com/yarn.js' }), all)).toBe('ask');
});

test('the settings of a pnpm workspace ask, and its lists of packages do not', () => {
  const all = { create: true, modify: true };
  const lists = 'packages:\n  - "a/*"\n\n# Ours.\ncatalog:\n  react: ^19\n';
  expect(change('pnpm-workspace.yaml', null, lists, all)).toBe('auto');
  expect(change('pnpm-workspace.yaml', 'packages: [a]\n', lists, all)).toBe('auto');
  for (const text of [
    'scriptShell: ./x',
    '"scriptShell": ./x',
    '{ packages: [a], scriptShell: ./x }',
    '? scriptShell\n: ./x',
    '---\nnodeOptions: -r ./x',
  ]) {
    expect(change('pnpm-workspace.yaml', lists, `${lists}${text}\n`, all), text).toBe('ask');
    expect(change('pnpm-workspace.yaml', null, `${text}\n${lists}`, all), text).toBe('ask');
    expect(change('pnpm-workspace.yaml', `${lists}${text}\n`, null, all), text).toBe('ask');
  }
});
