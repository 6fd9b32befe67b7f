import type { CommandRule } from '../../../protocol/settings.ts';

/** Rules match exactly, or as a prefix of whole words if they end in ` *`. Nothing else in a pattern is special. */
export function matchesRule(pattern: string, words: readonly string[]): boolean {
  const isPrefix = pattern.endsWith(' *');
  const wanted = (isPrefix ? pattern.slice(0, -2) : pattern).trim().split(/\s+/);
  if (isPrefix ? words.length < wanted.length : words.length !== wanted.length) return false;
  return wanted.every((word, index) => word === words[index]);
}

/** Returns the rules of one verdict that are in force in this chat. A rule without an end never expires. */
export function activeRules(rules: readonly CommandRule[], verdict: CommandRule['verdict'], chatId: string, now: number): CommandRule[] {
  return rules.filter(
    (rule) =>
      rule.verdict === verdict &&
      (rule.scope === 'always' || rule.chatId === chatId) &&
      (rule.expiresAt === undefined || now < rule.expiresAt),
  );
}

/** Returns the list with one more use for each rule that let a command run. */
export function withUse(rules: readonly CommandRule[], used: readonly CommandRule[], at: number): CommandRule[] {
  return rules.map((rule) => (used.includes(rule) ? { ...rule, uses: (rule.uses ?? 0) + 1, lastUsedAt: at } : rule));
}
