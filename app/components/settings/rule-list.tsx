import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import type { CommandRule } from '../../lib/protocol/settings.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { useActions } from '../shell/workbench-context.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { AddRuleForm } from './add-rule-form.tsx';

/** It brings the parser of the shell along, which the rest of the settings has no need of. */
const PolicyPlayground = lazy(() => import('./policy-playground.tsx').then((module) => ({ default: module.PolicyPlayground })));

function RuleRow({ rule, onRemove }: { rule: CommandRule; onRemove: () => void }) {
  return (
    <li className="rule">
      <Badge tone={rule.verdict === 'allow' ? 'green' : 'red'}>{rule.verdict === 'allow' ? 'Allow' : 'Deny'}</Badge>
      <div className="flex-1 min-w-0">
        <code className="break-words">{rule.pattern}</code>
        <p className="text-sm c-text-3 break-words">{ruleFacts(rule)}</p>
      </div>
      <IconButton icon="i-lucide-trash-2" iconSize={14} label={`Remove the rule ${rule.pattern}`} tip="Remove" onClick={onRemove} />
    </li>
  );
}

/** Where it holds, how often it was of use, what it was made for, and until when. */
function ruleFacts({ scope, uses = 0, madeFor, script, expiresAt, pattern }: CommandRule): string {
  return [
    scope === 'chat' ? 'One chat' : 'Always',
    uses === 0 ? 'not used yet' : uses === 1 ? 'used once' : `used ${uses} times`,
    ...(madeFor === undefined || madeFor === pattern ? [] : [`made for ${madeFor}`]),
    ...(script === undefined ? [] : ['asks again when its script changes']),
    ...(expiresAt === undefined ? [] : [`${expiresAt <= Date.now() ? 'expired' : 'until'} ${new Date(expiresAt).toLocaleDateString()}`]),
  ].join(' · ');
}

/** Rules for commands: made here, or when a question is answered with Always allow. */
export function RuleList() {
  const actions = useActions();
  const { rules } = useStore($settings, { keys: ['rules'] });
  return (
    <section aria-labelledby="rules-heading" className="pt-5">
      <div className="flex items-baseline gap-2 pb-2">
        <h3 id="rules-heading">Rules</h3>
        <p className="text-sm c-text-3">A rule is exact unless it ends in *. Deny wins over allow.</p>
      </div>
      <AddRuleForm
        onAdd={(pattern, verdict) =>
          actions.updateSettings({ rules: [...rules, { pattern, verdict, scope: 'always', createdAt: Date.now() }] })
        }
      />
      <ul aria-label="Rules" className="rules">
        {rules.length === 0 && <li className="rule c-text-3">No rules yet. “Always allow…” on a question makes one.</li>}
        {rules.map((rule) => (
          <RuleRow
            key={`${rule.verdict} ${rule.scope} ${rule.chatId ?? ''} ${rule.pattern} ${rule.createdAt}`}
            rule={rule}
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
