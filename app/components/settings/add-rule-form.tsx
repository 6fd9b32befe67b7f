import { type FormEvent, useState } from 'react';
import type { CommandRule } from '../../lib/protocol/settings.ts';
import { Button } from '../ui/button.tsx';

/** A rule typed by hand. */
export function AddRuleForm({ onAdd }: { onAdd: (pattern: string, verdict: CommandRule['verdict']) => void }) {
  const [pattern, setPattern] = useState('');
  const [verdict, setVerdict] = useState<CommandRule['verdict']>('allow');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (pattern.trim() === '') return;
    onAdd(pattern.trim(), verdict);
    setPattern('');
  }
  return (
    <form className="rule-form" onSubmit={submit}>
      <select
        className="field rule-verdict"
        aria-label="Verdict"
        value={verdict}
        onChange={(event) => setVerdict(event.target.value === 'deny' ? 'deny' : 'allow')}
      >
        <option value="allow">Allow</option>
        <option value="deny">Deny</option>
      </select>
      <input
        className="field mono"
        aria-label="Command of the rule"
        placeholder="npm test, or npm run *"
        maxLength={2_000}
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
      />
      <Button type="submit" icon="i-lucide-plus" className="rule-add" disabled={pattern.trim() === ''}>
        Add a rule
      </Button>
    </form>
  );
}
