import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { saidReason } from '../../lib/i18n/said-reason.ts';
import { t } from '../../lib/i18n/t.ts';
import type { DecidedBy, Verdict } from '../../lib/protocol/tool-call.ts';
import { judgeCommand } from '../../lib/settings/judge-command.ts';
import { $settings } from '../../lib/stores/settings.ts';
import { ApprovalCommand } from '../ui/command/approval-command.tsx';

/** The source of the decision, in words. */
const DECIDED: Record<DecidedBy, () => string> = {
  block: () => t('decided by a hard block'),
  deny: () => t('decided by one of your deny rules'),
  guard: () => t('decided by a guard, which no rule overrides'),
  made: () => t('decided by its origin: the agent wrote it in this run'),
  script: () => t('decided by the pin of a rule on its script'),
  rule: () => t('decided by one of your rules'),
  setting: () => t('decided by a setting'),
  none: () => t('decided by nothing else: no rule covers it'),
};

const VERDICTS: Readonly<Record<Verdict, () => string>> = {
  auto: () => t('Runs unasked'),
  ask: () => t('Asks'),
  block: () => t('Never runs'),
};

/** Shows the parts of a typed command and the policy's decision on each, under the current rules and settings. Nothing is run. */
export function PolicyPlayground() {
  const settings = useStore($settings);
  const [command, setCommand] = useState('');
  const decision = useMemo(() => judgeCommand(command, settings, { now: Date.now() }), [settings, command]);
  const decided = decision.parts.find((part) => part.verdict === decision.verdict)?.by;
  return (
    <section aria-labelledby="playground-heading" className="pt-5">
      <h3 id="playground-heading">{t('Try a command')}</h3>
      <p className="text-sm c-text-3 pb-2">{t('See its verdict. Nothing is run.')}</p>
      <input
        className="field mono w-full"
        aria-label={t('Command to try')}
        placeholder="npm test && rm -rf dist"
        maxLength={10_000}
        value={command}
        onChange={(event) => setCommand(event.target.value)}
      />
      <div role="status" aria-label={t('Verdict of the command')}>
        {command.trim() !== '' && (
          <>
            <p className="py-2">
              <strong>{VERDICTS[decision.verdict]()}</strong>: {saidReason(decision)}
              {decided !== undefined && <span className="c-text-3"> · {DECIDED[decided]()}</span>}
            </p>
            <ApprovalCommand command={command} parts={decision.parts} />
          </>
        )}
      </div>
    </section>
  );
}
