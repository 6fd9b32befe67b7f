import { useEffect, useState } from 'react';
import { matchesRule } from '../../lib/agent/policy/rules/rules.ts';
import { dateText } from '../../lib/i18n/date-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { CommandRule } from '../../lib/protocol/settings.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { relativeTime } from '../ui/relative-time.tsx';
import { rich } from '../ui/text/rich.tsx';

interface RuleRowProps {
  rule: CommandRule;
  /** Whether the rule's script has changed since it was made. */
  isSleeping: boolean;
  onRemove: () => void;
}

/** One rule: its content, whether it is active, and its use so far. */
export function RuleRow({ rule, isSleeping, onRemove }: RuleRowProps) {
  const now = useNow();
  const isExpired = rule.expiresAt !== undefined && rule.expiresAt <= now;
  return (
    <li className="rule" data-idle={isExpired || isSleeping}>
      <Badge tone={rule.verdict === 'allow' ? 'green' : 'red'}>{rule.verdict === 'allow' ? t('Allow') : t('Deny')}</Badge>
      <div className="flex-1 min-w-0 py-1">
        <code className="break-words">{rule.pattern}</code>
        <p className="text-sm c-text-3 break-words">{ruleFacts(rule, now).join(' · ')}</p>
        <RuleExamples rule={rule} />
      </div>
      {isExpired && <Badge>{t('Expired')}</Badge>}
      {isSleeping && !isExpired && <Badge tone="yellow">{t('Sleeps: its script in package.json changed')}</Badge>}
      <IconButton
        icon="i-lucide-trash-2"
        iconSize={14}
        label={t('Remove the rule {pattern}', { pattern: rule.pattern })}
        tip={t('Remove')}
        onClick={onRemove}
      />
    </li>
  );
}

function RuleExamples({ rule }: { rule: CommandRule }) {
  const { covered, left } = ruleExamples(rule);
  return (
    <p className="text-sm c-text-3 break-words">
      {rich('Covers {covered}; not {left}', { covered: <Codes texts={covered} />, left: <Codes texts={left} /> })}
    </p>
  );
}

function Codes({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    <span key={text}>
      {index > 0 && ', '}
      <code>{text}</code>
    </span>
  ));
}

/** Returns commands that the rule covers and similar ones it does not, as matched by the policy itself. */
export function ruleExamples({ pattern, madeFor }: Pick<CommandRule, 'pattern' | 'madeFor'>): { covered: string[]; left: string[] } {
  const base = pattern.replace(/ \*$/, '').trim();
  const words = base.split(/\s+/);
  const candidates = [...(madeFor === undefined ? [] : [madeFor]), base, `${base} --help`, `${base}x`, words.slice(0, -1).join(' ')];
  const examples = [...new Set(candidates)].filter((text) => text !== '');
  const isCovered = (text: string) => matchesRule(pattern, text.split(/\s+/));
  return { covered: examples.filter(isCovered).slice(0, 2), left: examples.filter((text) => !isCovered(text)).slice(0, 2) };
}

/** Returns the rule's scope, number of uses and last use, the command it was made for, and its expiry. */
export function ruleFacts({ scope, uses = 0, lastUsedAt, madeFor, script, expiresAt, pattern }: CommandRule, now: number): string[] {
  const until = expiresAt === undefined ? null : dateText(expiresAt, { day: 'numeric', month: 'short', year: 'numeric' });
  return [
    scope === 'chat' ? t('In one chat') : t('In every chat'),
    usesText(uses, lastUsedAt === undefined ? null : relativeTime(lastUsedAt, now)),
    ...(madeFor === undefined || madeFor === pattern ? [] : [t('made for {madeFor}', { madeFor })]),
    ...(script === undefined ? [] : [t('asks again when its script changes')]),
    ...(until === null || expiresAt === undefined
      ? []
      : [expiresAt <= now ? t('ended {until}', { until }) : t('until {until}', { until })]),
  ];
}

function usesText(uses: number, last: string | null): string {
  if (uses === 0) return t('not used yet');
  if (last === null) return plural(uses, { one: 'used once', other: 'used {count} times' });
  return plural(uses, { one: 'used once, last {last}', other: 'used {count} times, last {last}' }, { last });
}

/** Returns the current time, updated every minute, so that a rule that expires while shown appears as expired. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
