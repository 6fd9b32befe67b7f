import './status-line.css';
import { useStore } from '@nanostores/react';
import { t } from '../../../lib/i18n/t.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $runtime } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { AgentStatusLine } from '../../ui/agent-status.tsx';
import { useModelName } from '../../ui/hooks/use-model-name.ts';
import { deferredModule, useDeferredModule } from '../../ui/loading/deferred-module.ts';
import { isRunOpen } from '../../ui/text/agent-status-text.ts';
import { runtimeText, runtimeTone } from '../../ui/text/runtime-text.ts';

const sessionItems = deferredModule(() => import('./session-items.tsx'));

function RuntimeState({ isSession }: { isSession: boolean }) {
  const runtime = useStore($runtime);
  const actions = useActions('runtime');
  // Opening a chat starts the runtime at once, so this state is not shown for that moment.
  if (isSession && runtime.status === 'off') return null;
  const reason = runtime.status === 'failed' || runtime.status === 'ended' ? runtime.message : null;
  return (
    <span className="status-item">
      <span aria-hidden="true" className="dot" data-tone={runtimeTone(runtime)} />
      <span title={reason ?? undefined}>{runtimeText(runtime)}</span>
      {reason !== null && (
        <button type="button" className="status-button" onClick={() => actions.restartRuntime()}>
          {runtime.status === 'ended' ? t('Start it again') : t('Restart')}
        </button>
      )}
    </span>
  );
}

/** The status line: the runtime at the left, the model and the agent at the right. */
export function StatusLine({ isSession }: { isSession: boolean }) {
  const modelName = useModelName();
  const { module: items } = useDeferredModule(sessionItems, isSession);
  const { status } = useStore($chat, { keys: ['status'] });
  // While a run is open, its strip shows the agent's state.
  const isStripOpen = isSession && (isRunOpen(status) || status === 'waiting_for_user');
  return (
    <footer className="status-line">
      <span className="panel-title">{t('STATUS')}</span>
      <RuntimeState isSession={isSession} />
      {isSession && items && <items.SessionItems />}
      <span className="flex-1" />
      {isSession && items && <items.TaskUse />}
      <span className="truncate status-model">{modelName}</span>
      {!isStripOpen && <AgentStatusLine />}
    </footer>
  );
}
