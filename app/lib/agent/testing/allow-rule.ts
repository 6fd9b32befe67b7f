import type { CommandRule } from '../../protocol/settings.ts';

/** Returns a rule that allows the pattern forever by default. */
export function allowRule(pattern: string, rest: Partial<CommandRule> = {}): CommandRule {
  return { pattern, verdict: 'allow', scope: 'always', createdAt: 0, ...rest };
}
