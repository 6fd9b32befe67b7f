import { useStore } from '@nanostores/react';
import { failedAtEnd } from '../../lib/agent/conversation/failed-at-end.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { useNewestTurn } from './hooks/use-newest-turn.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import { agentStatusText } from './text/agent-status-text.ts';

/** The agent's state as text. It is not a live region: the page has one, so that nothing is announced twice. */
export function AgentStatusLine() {
  const { status, notice } = useStore($chat, { keys: ['status', 'notice'] });
  const turn = useNewestTurn();
  const hasFailed = status === 'completed' && failedAtEnd(turn).length > 0;
  const isWorking = status === 'thinking' || status === 'executing';
  const isWaiting = status === 'waiting_for_approval' || status === 'waiting_for_user';
  return (
    <span className="agent-status" data-status={status}>
      {isWorking && <Spinner />}
      {isWaiting && <Icon name="i-lucide-hand" />}
      {status === 'completed' && !hasFailed && <Icon name="i-lucide-sparkle" className="c-green" />}
      {hasFailed && <Icon name="i-lucide-triangle-alert" className="c-yellow" />}
      {status === 'error' && <Icon name="i-lucide-circle-x" />}
      <span role="status" aria-label={t('Agent status')} aria-live="off" className="truncate">
        {hasFailed ? t('Completed, with failures') : agentStatusText(status, notice)}
      </span>
    </span>
  );
}
