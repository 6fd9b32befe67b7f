import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { $chat } from '../../lib/stores/chat.ts';
import { Icon } from './icon.tsx';
import { lazyPart } from './loading/lazy-part.ts';
import { Spinner } from './spinner.tsx';
import { StatusWords } from './status-words.tsx';
import { agentStatusText, isCutOff } from './text/agent-status-text.ts';

/** Loaded when a task is complete, which is never so on the start page. */
const CompletedStatus = lazyPart(() => import('./completed-status.tsx').then((module) => ({ default: module.CompletedStatus })));

/** The agent's state as text. It is not a live region: the page has one, so that nothing is announced twice. */
export function AgentStatusLine() {
  const { status, notice } = useStore($chat, { keys: ['status', 'notice'] });
  const words = <StatusWords>{agentStatusText(status, notice)}</StatusWords>;
  const isWorking = status === 'thinking' || status === 'executing';
  const isWaiting = status === 'waiting_for_approval' || status === 'waiting_for_user';
  return (
    <span className="agent-status" data-status={status}>
      {isWorking && <Spinner />}
      {isWaiting && <Icon name="i-lucide-hand" />}
      {status === 'error' && <Icon name="i-lucide-circle-x" />}
      {isCutOff(status, notice) && <Icon name="i-lucide-scissors" className="c-yellow" />}
      {status === 'completed' && !isCutOff(status, notice) ? (
        <Suspense fallback={words}>
          <CompletedStatus />
        </Suspense>
      ) : (
        words
      )}
    </span>
  );
}
