import { failedAtEnd } from '../../lib/agent/conversation/failed-at-end.ts';
import { t } from '../../lib/i18n/t.ts';
import { useNewestTurn } from './hooks/use-newest-turn.ts';
import { Icon } from './icon.tsx';
import { StatusWords } from './status-words.tsx';

/** The state of a task that the agent called done: whether something had failed by then. */
export function CompletedStatus() {
  const hasFailed = failedAtEnd(useNewestTurn()).length > 0;
  return (
    <>
      <Icon name={hasFailed ? 'i-lucide-triangle-alert' : 'i-lucide-sparkle'} className={hasFailed ? 'c-yellow' : 'c-green'} />
      <StatusWords>{hasFailed ? t('Completed, with failures') : t('Completed')}</StatusWords>
    </>
  );
}
