import type { CommandRule } from '../../protocol/settings.ts';

/** A rule that allows the pattern for ever, unless told otherwise. */
export function allowRule(pattern: string, rest: Partial<CommandRule> = {}): CommandRule {
  return { pattern, verdict: 'allow', scope: 'always', createdAt: 0, ...rest };
}
