import { useStore } from '@nanostores/react';
import type { RequestWait } from '../../../lib/agent/contract/request-wait.ts';
import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isLocalModel } from '../../../lib/protocol/models/local-endpoint.ts';
import { $chat, $requestWait } from '../../../lib/stores/chat.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { CardFrame } from '../../ui/card-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { useSecondsUntil } from './use-seconds-until.ts';
import { waitText } from './wait-text.ts';

function Countdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return (
    <span role="timer" className="tabular c-text-2">
      {t('Asks again in {time}', { time: waitText(seconds) })}
    </span>
  );
}

function OpenWait({ wait }: { wait: RequestWait }) {
  const actions = useActions('chat');
  const { stepModelId } = useStore($chat, { keys: ['stepModelId'] });
  const isLocal = isLocalModel(stepModelId);
  const { label, icon } = FAILURE_TEXTS[wait.kind === 'asked-again' ? 'time-out' : wait.kind];
  const isLocalGone = wait.until === null && isLocal;
  return (
    <CardFrame
      label={isLocalGone ? t('The model’s server is gone') : label()}
      edge="amber"
      isOpenByDefault
      header={
        <>
          <Icon name={icon} className="c-accent" />
          <span className="font-medium flex-1 c-text-1">{label()}</span>
          {wait.until !== null && <Countdown until={wait.until} />}
        </>
      }
    >
      <p className="c-text-2 break-words">
        {saidReason({ why: wait.message, reason: wait.reason })}{' '}
        {wait.until === null &&
          t(isLocal ? 'The agent continues by itself when it answers again.' : 'The agent continues by itself when the network is back.')}
      </p>
      <div className="card-actions">
        <WorkButton size={24} icon="i-lucide-rotate-cw" onClick={() => actions.retry()}>
          {t('Ask now')}
        </WorkButton>
      </div>
    </CardFrame>
  );
}

/** Shown while a failed request waits for its retry time or for the network. */
export function RequestWaitCard() {
  const wait = useStore($requestWait);
  return wait === null ? null : <OpenWait key={wait.since} wait={wait} />;
}
