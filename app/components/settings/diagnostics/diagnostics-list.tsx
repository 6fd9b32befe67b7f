import './diagnostics-list.css';
import { useCallback, useEffect, useState } from 'react';
import type { Finding } from '../../../lib/diagnostics/finding.ts';
import { reportText } from '../../../lib/diagnostics/report-text.ts';
import { plural } from '../../../lib/i18n/plural.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/hooks/use-copy.ts';
import { Icon } from '../../ui/icon.tsx';

const ICONS = {
  good: 'i-lucide-check',
  note: 'i-lucide-info',
  warning: 'i-lucide-triangle-alert',
  failed: 'i-lucide-circle-x',
} as const;

const STATES: Readonly<Record<Finding['state'], () => string>> = {
  good: () => t('Good'),
  note: () => t('Note'),
  warning: () => t('Look at this'),
  failed: () => t('Does not work'),
};

/** Collects the findings of the services, each as soon as it arrives. */
function useFindings() {
  const actions = useActions('diagnostics');
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isLooking, setIsLooking] = useState(true);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round looks again
  useEffect(() => {
    let isCurrent = true;
    setFindings([]);
    setIsLooking(true);
    const add = (finding: Finding) => isCurrent && setFindings((before) => [...before, finding]);
    void actions.examine(add).finally(() => isCurrent && setIsLooking(false));
    return () => {
      isCurrent = false;
    };
  }, [actions, round]);
  const lookAgain = useCallback(() => setRound((count) => count + 1), []);
  return { findings, isLooking, lookAgain };
}

function summaryOf(findings: readonly Finding[], isLooking: boolean): string {
  if (isLooking) return t('Looking… the runtime takes a few seconds.');
  const problems = findings.filter(({ state }) => state === 'warning' || state === 'failed').length;
  return problems === 0
    ? t('Everything works.')
    : plural(problems, { one: '{count} finding needs you.', other: '{count} findings need you.' });
}

/** The findings about browser, storage, server and runtime, with advice on each. */
export function DiagnosticsList() {
  const { findings, isLooking, lookAgain } = useFindings();
  const { state: copying, copy } = useCopy();
  return (
    <section aria-label={t('Report')}>
      <div className="flex flex-wrap items-center gap-8px pb-1">
        <p role="status" className="flex-1 c-text-2">
          {summaryOf(findings, isLooking)}
        </p>
        <Button size={24} icon="i-lucide-rotate-cw" isBusy={isLooking} disabled={isLooking} onClick={lookAgain}>
          {t('Check again')}
        </Button>
        <Button size={24} icon="i-lucide-copy" disabled={isLooking} onClick={() => void copy(reportText(findings))}>
          {copying === 'copied' ? t('Copied') : t('Copy report')}
        </Button>
      </div>
      <ul className="finding-list">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
      <p className="text-sm c-text-3 pt-2">
        {copying === 'refused'
          ? t('The browser did not let it be copied: select it below.')
          : t('The report holds what is listed here: no key, no file, and no path of this computer.')}
      </p>
      {copying === 'refused' && (
        <textarea className="field mono w-full" rows={8} readOnly aria-label={t('Report')} value={reportText(findings)} />
      )}
    </section>
  );
}

function FindingRow({ finding: { name, state, value, advice } }: { finding: Finding }) {
  return (
    <li className="finding" data-state={state}>
      <Icon name={ICONS[state]} size={14} />
      <span className="c-text-3">
        <span className="visually-hidden">{STATES[state]()}: </span>
        {name}
      </span>
      <span className="finding-value wrap-anywhere">{value}</span>
      {advice !== undefined && <p className="finding-advice text-sm c-text-2">{advice}</p>}
    </li>
  );
}
