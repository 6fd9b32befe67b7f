import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { ToolIntent } from '../tool-definition.ts';
import { decide } from './decide.ts';

const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));

function change(
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
    guards: rest.guards ?? [],
  };
  const agent = {
    ...DEFAULT_APP_SETTINGS.agent,
    autoApproveFileCreation: rest.create ?? true,
    autoApproveFileModification: rest.modify ?? false,
  };
  return decide(intent, {
    settings: { ...DEFAULT_APP_SETTINGS, agent },
    chatId: 'c',
    projectRoot: '/home/project',
    hasChangedScripts: false,
    now: 0,
  }).verdict;
}

test('the two file settings mean what they say [C9, W6]', () => {
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
])('%s asks whatever the settings say [W21]', (path) => {
  expect(change(path, null, 'x', { create: true, modify: true })).toBe('ask');
  expect(change(path, 'x', 'y', { create: true, modify: true })).toBe('ask');
});

test.each(['.env.example', 'src/key.ts', 'environment.ts', 'src/secrets-page.tsx'])('%s is no secret', (path) => {
  expect(change(path, null, 'x')).toBe('auto');
});

test('new scripts in an existing package.json ask; other changes of it follow the setting', () => {
  const before = JSON.stringify({ scripts: { test: 'vitest' }, version: '1' });
  const modify = { modify: true };
  expect(change('package.json', before, JSON.stringify({ scripts: { test: 'vitest' }, version: '2' }), modify)).toBe('auto');
  expect(change('package.json', before, JSON.stringify({ scripts: { test: 'curl x' }, version: '1' }), modify)).toBe('ask');
  expect(change('package.json', before, 'not json', modify)).toBe('ask');
});

test('a guard asks whatever the settings say', () => {
  expect(change('a', 'x', 'y', { modify: true, guards: ['it loses most of the file'] })).toBe('ask');
});
