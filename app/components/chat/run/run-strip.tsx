import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import './run-strip.css';
import { useStore } from '@nanostores/react';
import { $chat } from '../../../lib/stores/chat.ts';
import { $isSummarising } from '../../../lib/stores/compaction.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { AgentStatusLine } from '../../ui/agent-status.tsx';
import { Button } from '../../ui/button.tsx';
import { useReadingOnly } from '../../ui/hooks/use-reading-only.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { RunMeter } from './run-meter.tsx';

/** Number of remaining steps from which the count warns and more can be granted. */
const WARN_WITHIN = 5;
const GRANT = 25;

function Iterations({ iteration, maxIterations }: { iteration: number; maxIterations: number }) {
  const isNear = maxIterations - iteration <= WARN_WITHIN;
  return (
    <span className={`inline-flex items-center gap-8px shrink-0 ${isNear ? 'c-yellow' : 'c-text-2'}`}>
      <span className="tabular" aria-hidden="true">
        {iteration} / {maxIterations}
      </span>
      <span
        role="progressbar"
        aria-label={t('Iterations')}
        aria-valuenow={iteration}
        aria-valuemin={0}
        aria-valuemax={maxIterations}
        aria-valuetext={`${iteration} / ${maxIterations}`}
        className="iterations-bar"
      >
        <span className="visually-hidden">
          {iteration} / {maxIterations}
        </span>
        <span
          className="block h-full rounded-2px bg-accent-edge"
          style={{ width: `${Math.min(100, (iteration / Math.max(1, maxIterations)) * 100)}%` }}
        />
      </span>
    </span>
  );
}

/** Shown above the message box while a run is open: state, time, used steps, Stop. */
export function RunStrip() {
  const actions = useActions('chat');
  const { status, iteration, maxIterations } = useStore($chat, { keys: ['status', 'iteration', 'maxIterations'] });
  const isOpen = isRunOpen(status) || status === 'waiting_for_user';
  const reading = useReadingOnly();
  const isSummarising = useStore($isSummarising);
  if (!isOpen) return null;
  return (
    <div className="run-strip">
      <AgentStatusLine />
      <RunMeter />
      {isSummarising && <span className="c-text-3 truncate">{t('Summarising the conversation')}</span>}
      <span className="flex-1" />
      {maxIterations - iteration <= WARN_WITHIN && (
        <Button variant="ghost" size={24} onClick={() => actions.grantIterations(GRANT)} {...reading}>
          {t('{count} more', { count: GRANT })}
        </Button>
      )}
      <Iterations iteration={iteration} maxIterations={maxIterations} />
      {isRunOpen(status) && (
        <Button variant="danger" size={24} data-command="stop" onClick={() => actions.stop()} {...reading}>
          <span aria-hidden="true" className="w-9px h-9px rounded-1px [background:currentColor]" />
          {buttonName('stop')}
        </Button>
      )}
    </div>
  );
}
