import { expect, test } from 'vitest';
import type { ToolIntent } from '../agent/contract/tool-definition.ts';
import { decide } from '../agent/policy/decide.ts';
import { type AppSettings, DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { RealMachine, WorkspacePath } from '../runtime/types.ts';
import { ruleMadeAt, settingsAt } from './settings-at.ts';

const MACHINE: RealMachine = { id: 'm1', user: 'ada', home: '/home/ada' };
const OTHER: RealMachine = { id: 'm2', user: 'bob', home: '/home/bob' };
const EVERYTHING: AppSettings = {
  ...DEFAULT_APP_SETTINGS,
  agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true, autoApproveFileCreation: true, autoApproveFileModification: true },
  askBeforeOwnCode: false,
};

const root = toWorkspacePath('') ?? expect.unreachable();
const command = (text: string): ToolIntent => ({ kind: 'command', command: text, cwd: root, script: null });
const newFile: ToolIntent = {
  kind: 'change',
  summary: 'write',
  changes: [{ path: 'a.ts' as WorkspacePath, before: null, after: new Uint8Array() }], // A path of this test.
  guards: [],
};

function verdict(intent: ToolIntent, settings: AppSettings, machine: RealMachine | null) {
  const context = { chatId: '', projectRoot: '/home/ada/app', hasChangedScripts: false, machine, now: 0 };
  return decide(intent, { settings: settingsAt(settings, machine), ...context }).verdict;
}

test.each([command('ls'), command('echo hi'), command('npm test'), newFile])(
  'on a real machine %j asks by default, whatever is auto-approved in the browser',
  (intent) => {
    expect(verdict(intent, DEFAULT_APP_SETTINGS, MACHINE)).toBe('ask');
    expect(verdict(intent, EVERYTHING, MACHINE)).toBe('ask');
  },
);

test('its own switches free commands there, and nothing in the browser', () => {
  const settings = { ...DEFAULT_APP_SETTINGS, machine: { ...DEFAULT_APP_SETTINGS.machine, autoApproveCommands: true } };
  expect(verdict(command('npm test'), settings, MACHINE)).toBe('auto');
  expect(verdict(command('npm test'), settings, null)).toBe('ask');
  expect(settingsAt(settings, MACHINE).askBeforeOwnCode).toBe(true);
});

test('what runs unasked on one machine asks on every other, and in the browser', () => {
  const settings = { ...DEFAULT_APP_SETTINGS, machines: { [MACHINE.id]: { autoApproveCommands: true, maxIterations: 7 } } };
  expect([MACHINE, OTHER, null].map((where) => verdict(command('npm test'), settings, where))).toEqual(['auto', 'ask', 'ask']);
  expect([MACHINE, OTHER, null].map((where) => settingsAt(settings, where).agent.maxIterations)).toEqual([7, 20, 25]);
});

test('an allow rule is in force only where it was made, a deny rule everywhere', () => {
  const rule = { pattern: 'npm test', verdict: 'allow' as const, scope: 'always' as const, createdAt: 1 };
  const deny = { pattern: 'npm run deploy', verdict: 'deny' as const, scope: 'always' as const, createdAt: 1 };
  const made = (machine: RealMachine | null): AppSettings => ({ ...DEFAULT_APP_SETTINGS, rules: [ruleMadeAt(rule, machine), deny] });
  const places = [null, MACHINE, OTHER];
  for (const where of places) {
    for (const asked of places) {
      expect(verdict(command('npm test'), made(where), asked)).toBe(where === asked ? 'auto' : 'ask');
      expect(settingsAt(made(where), asked).rules).toContain(deny);
    }
  }
});

test('rules keep their identity, so that their uses are counted', () => {
  const rule = ruleMadeAt({ pattern: 'npm test', verdict: 'allow', scope: 'always', createdAt: 1 }, MACHINE);
  const settings = { ...DEFAULT_APP_SETTINGS, rules: [rule] };
  expect(settingsAt(settings, MACHINE).rules[0]).toBe(rule);
});
