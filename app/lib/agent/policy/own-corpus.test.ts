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

type Case = (typeof corpus.cases)[number];

const rule = (pattern: string, kind: CommandRule['verdict']): CommandRule => ({ pattern, verdict: kind, scope: 'always', createdAt: 0 });
const allowed = corpus.allow.map((pattern) => rule(pattern, 'allow'));

function verdictOf(command: string, rules: CommandRule[], autoApproveCommands: boolean) {
  const settings = {
    ...DEFAULT_APP_SETTINGS,
    askBeforeLooking: true,
    rules,
    agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands },
  };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall: true, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
}

/** Groups cases by program, so that a failure shows where to look; rare programs are combined. */
function groups(): [string, Case[]][] {
  const byProgram = new Map<string, Case[]>();
  for (const one of corpus.cases) {
    const program = /^[a-z]+(?= |$)/.exec(one.command)?.[0] ?? 'the grammar';
    byProgram.set(program, [...(byProgram.get(program) ?? []), one]);
  }
  const all = [...byProgram];
  const rare = all.filter(([, cases]) => cases.length < 8).flatMap(([, cases]) => cases);
  return [...all.filter(([, cases]) => cases.length >= 8), ['other programs', rare]];
}

test.each(groups())('our own commands of %s get the verdicts that were written for them', (_program, cases) => {
  const wrong = cases.flatMap(({ command, rules, blanket, deny = [] }) => {
    const denied = deny.map((pattern) => rule(pattern, 'deny'));
    const bySetting = verdictOf(command, denied, true);
    const byRules = verdictOf(command, [...allowed, ...denied], false);
    return [
      ...(bySetting.verdict === blanket ? [] : [{ command, with: 'setting', wanted: blanket, got: bySetting.verdict, why: bySetting.why }]),
      ...(rules === undefined || byRules.verdict === rules
        ? []
        : [{ command, with: 'rules', wanted: rules, got: byRules.verdict, why: byRules.why }]),
    ];
  });
  expect(wrong).toEqual([]);
});
