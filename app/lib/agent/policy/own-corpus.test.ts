import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type CommandRule, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { decide } from './decide.ts';

const verdict = z.enum(['auto', 'ask', 'block']);
const corpus = z
  .object({
    allow: z.array(z.string()),
    cases: z.array(z.object({ command: z.string(), rules: verdict.optional(), blanket: verdict, deny: z.array(z.string()).optional() })),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../../tests/fixtures/corpus/commands-ours.json', import.meta.url), 'utf8')));

const rule = (pattern: string, kind: CommandRule['verdict']): CommandRule => ({ pattern, verdict: kind, scope: 'always', createdAt: 0 });

function verdictOf(command: string, rules: CommandRule[], autoApproveCommands: boolean) {
  const settings = { ...DEFAULT_APP_SETTINGS, rules, agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands } };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
}

test('our own commands get the verdicts that were written before they were run', { timeout: 60_000 }, () => {
  const wrong = corpus.cases.flatMap(({ command, rules, blanket, deny = [] }) => {
    const denied = deny.map((pattern) => rule(pattern, 'deny'));
    const byRules = verdictOf(command, [...corpus.allow.map((pattern) => rule(pattern, 'allow')), ...denied], false);
    const bySetting = verdictOf(command, denied, true);
    return [
      ...(rules === undefined || byRules.verdict === rules
        ? []
        : [{ command, with: 'rules', wanted: rules, got: byRules.verdict, why: byRules.why }]),
      ...(bySetting.verdict === blanket ? [] : [{ command, with: 'setting', wanted: blanket, got: bySetting.verdict, why: bySetting.why }]),
    ];
  });
  expect(wrong).toEqual([]);
});
