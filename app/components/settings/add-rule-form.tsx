import { type FormEvent, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import type { CommandRule } from '../../lib/protocol/settings.ts';
import { Button } from '../ui/button.tsx';

export interface NewRule {
  pattern: string;
  verdict: CommandRule['verdict'];
  /** `null` if the rule never expires. */
  days: number | null;
}

/** A form for typing a rule. */
export function AddRuleForm({ onAdd }: { onAdd: (rule: NewRule) => void }) {
  const [pattern, setPattern] = useState('');
  const [verdict, setVerdict] = useState<CommandRule['verdict']>('allow');
  const [days, setDays] = useState<number | null>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (pattern.trim() === '') return;
    onAdd({ pattern: pattern.trim(), verdict, days });
    setPattern('');
  }
  return (
    <form className="rule-form" onSubmit={submit}>
      <select
        className="field rule-verdict"
        aria-label={t('Verdict')}
        value={verdict}
        onChange={(event) => setVerdict(event.target.value === 'deny' ? 'deny' : 'allow')}
      >
        <option value="allow">{t('Allow')}</option>
        <option value="deny">{t('Deny')}</option>
      </select>
      <input
        className="field mono"
        aria-label={t('Command of the rule')}
        placeholder={t('npm test, or npm run *')}
        maxLength={2_000}
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
      />
      <select
        className="field rule-verdict"
        aria-label={t('Ends')}
        value={days ?? 'never'}
        onChange={(event) => setDays(event.target.value === 'never' ? null : Number(event.target.value))}
      >
        <option value="never">{t('Never ends')}</option>
        <option value="1">{t('For 1 day')}</option>
        <option value="7">{t('For 7 days')}</option>
        <option value="30">{t('For 30 days')}</option>
      </select>
      <Button type="submit" icon="i-lucide-plus" className="rule-add" disabled={pattern.trim() === ''}>
        {t('Add a rule')}
      </Button>
    </form>
  );
}
