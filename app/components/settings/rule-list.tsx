import './rule-list.css';
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import { t } from '../../lib/i18n/t.ts';
import type { CommandRule } from '../../lib/protocol/settings.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../page/workbench-context.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { AddRuleForm, type NewRule } from './add-rule-form.tsx';
import { RuleRow } from './rule-row.tsx';

/** Loaded on demand: it includes the shell parser, which the rest of Settings does not need. */
const PolicyPlayground = lazyPart(() => import('./policy-playground.tsx').then((module) => ({ default: module.PolicyPlayground })));

const DAY = 86_400_000;

/** Returns the rules whose script has changed since they were made. */
function useSleepingRules(rules: readonly CommandRule[]): readonly CommandRule[] {
  const actions = useActions('settings');
  const [sleeping, setSleeping] = useState<readonly CommandRule[]>([]);
  useEffect(() => {
    let isCurrent = true;
    if (!rules.some((rule) => rule.script !== undefined)) setSleeping([]);
    else void actions.sleepingRules(rules).then((found) => isCurrent && setSleeping(found));
    return () => {
      isCurrent = false;
    };
  }, [actions, rules]);
  return sleeping;
}

/** The rules for commands, which are added here or by answering an approval with Always allow. */
export function RuleList() {
  const actions = useActions('settings');
  const { rules } = useStore($settings, { keys: ['rules'] });
  const sleeping = useSleepingRules(rules);
  function add({ pattern, verdict, days }: NewRule) {
    const createdAt = Date.now();
    const end = days === null ? {} : { expiresAt: createdAt + days * DAY };
    actions.updateSettings({ rules: [...rules, { pattern, verdict, scope: 'always', createdAt, ...end }] });
  }
  return (
    <section aria-labelledby="rules-heading" className="pt-5">
      <div className="flex flex-wrap items-baseline gap-2 pb-2">
        <h3 id="rules-heading">{t('Rules')}</h3>
        <p className="text-sm c-text-3">{t('A rule is exact unless it ends in *. Deny wins over allow; no rule overrides a guard.')}</p>
      </div>
      <AddRuleForm onAdd={add} />
      <ul aria-label={t('Rules')} className="rules">
        {rules.length === 0 && (
          <li className="rule c-text-3">
            {t('No rules yet. “{button}” on a question makes one.', { button: buttonName('always-allow') })}
          </li>
        )}
        {rules.map((rule) => (
          <RuleRow
            key={`${rule.verdict} ${rule.scope} ${rule.chatId ?? ''} ${rule.pattern} ${rule.createdAt}`}
            rule={rule}
            isSleeping={sleeping.includes(rule)}
            onRemove={() => actions.updateSettings({ rules: rules.filter((each) => each !== rule) })}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        <PolicyPlayground />
      </Suspense>
    </section>
  );
}
