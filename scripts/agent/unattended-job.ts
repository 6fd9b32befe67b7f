import { type AppSettings, type CommandRule, DEFAULT_APP_SETTINGS } from '../../app/lib/protocol/settings.ts';
import type { UnattendedJob } from '../../app/lib/protocol/unattended/unattended.ts';
import type { AgentOptions } from './agent-arguments.ts';
import { type PolicyFile, withPolicy } from './policy-file.ts';

/** Builds the job from the options and the policy; flags take precedence over the file. */
export function unattendedJob(options: AgentOptions, policy: PolicyFile, now: number): UnattendedJob {
  const given = withPolicy(DEFAULT_APP_SETTINGS, policy);
  const approves = (what: AgentOptions['approve'][number]) => options.approve.includes(what);
  const budget = withoutUndefined({ tokens: options.tokens, money: options.money, minutes: options.minutes });
  const settings: AppSettings = {
    ...given,
    ...(approves('own-code') ? { askBeforeOwnCode: false } : {}),
    agent: {
      ...given.agent,
      ...(approves('creations') ? { autoApproveFileCreation: true } : {}),
      ...(approves('changes') ? { autoApproveFileModification: true } : {}),
      ...(approves('commands') ? { autoApproveCommands: true } : {}),
      ...(options.maxIterations === undefined ? {} : { maxIterations: options.maxIterations }),
      enabled: true,
    },
    planMode: options.mode === 'plan',
    modelId: options.model,
    budget: { ...given.budget, ...budget },
    rules: [...rulesOf(policy.rules.allow, 'allow', now), ...rulesOf(policy.rules.deny, 'deny', now)],
  };
  return { task: options.task, mode: options.mode, settings, onAsk: options.onAsk, allowedHosts: policy.hosts.allow };
}

function rulesOf(patterns: readonly string[], verdict: CommandRule['verdict'], createdAt: number): CommandRule[] {
  return patterns.map((pattern) => ({ pattern, verdict, scope: 'always', createdAt }));
}

/** Removes undefined fields, so that they do not override existing values. */
function withoutUndefined<Fields extends object>(fields: Fields): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  // The filter ensures this type.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]: Exclude<Fields[Key], undefined>;
  };
}
