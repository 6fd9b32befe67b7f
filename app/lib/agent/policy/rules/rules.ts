import type { CommandRule } from '../../../protocol/settings.ts';

/** Rules are exact, or a prefix of whole words where they end in ` *`. Nothing else in a pattern has a meaning. */
export function matchesRule(pattern: string, words: readonly string[]): boolean {
  const isPrefix = pattern.endsWith(' *');
  const wanted = (isPrefix ? pattern.slice(0, -2) : pattern).trim().split(/\s+/);
  if (isPrefix ? words.length < wanted.length : words.length !== wanted.length) return false;
  return wanted.every((word, index) => word === words[index]);
}

/** Rules in force in this chat, of one verdict. One without an end never ends. */
export function activeRules(rules: readonly CommandRule[], verdict: CommandRule['verdict'], chatId: string, now: number): CommandRule[] {
  return rules.filter(
    (rule) =>
      rule.verdict === verdict &&
      (rule.scope === 'always' || rule.chatId === chatId) &&
      (rule.expiresAt === undefined || now < rule.expiresAt),
  );
}

/** The list with one use more of those that let a command run at this time. */
export function withUse(rules: readonly CommandRule[], used: readonly CommandRule[], at: number): CommandRule[] {
  return rules.map((rule) => (used.includes(rule) ? { ...rule, uses: (rule.uses ?? 0) + 1, lastUsedAt: at } : rule));
}
