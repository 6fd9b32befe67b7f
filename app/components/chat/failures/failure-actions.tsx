import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { compactionRanges } from '../../../lib/agent/history/compaction-range.ts';
import { buttonName } from '../../../lib/button-names/button-name.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { FailureKind } from '../../../lib/protocol/models/failure-kind.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { $settings } from '../../../lib/stores/settings.ts';
import { $models } from '../../../lib/stores/workbench.ts';
import { useOverlay } from '../../page/overlay-context.tsx';
import { useActions } from '../../page/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { WorkButton } from '../../ui/project-work/work-button.tsx';
import { ChooseModel } from './choose-model.tsx';
import { SendLastTurns } from './send-last-turns.tsx';
import { useSecondsUntil } from './use-seconds-until.ts';
import { waitText } from './wait-text.ts';

interface FailureActionsProps {
  kind: FailureKind;
  /** When the provider accepts requests again, if it said so. */
  retryAt: number | undefined;
  /** Whether the beginning of the response has arrived. */
  hasBegun: boolean;
}

/** Actions against a failure, the most promising first. */
export function FailureActions({ kind, retryAt, hasBegun }: FailureActionsProps) {
  switch (kind) {
    case 'wrong-key':
      return <Actions first={<OpenModelSettings />} />;
    case 'no-quota':
      return <Actions first={<OtherModel isMain />} second={<OpenModelSettings isMain={false} />} />;
    case 'unknown-model':
      return <Actions first={<OtherModel isMain />} second={<OpenModelSettings isMain={false} />} />;
    case 'rate-limit':
      return <Actions first={retryAt === undefined ? null : <WaitAndRetry at={retryAt} />} second={<OtherModel />} />;
    case 'context-too-long':
      return <Actions first={<TooLong />} second={<OtherModel />} />;
    case 'content-refused':
      return <Actions first={<Rephrase />} second={<OtherModel />} />;
    case 'time-out':
    case 'cut-off':
    case 'network-gone':
      return <Actions first={hasBegun ? <ContinueAnswer /> : null} second={kind === 'network-gone' ? null : <OtherModel />} />;
    case 'overload':
    case 'malformed':
    case 'silent-end':
      return <Actions first={hasBegun ? <ContinueAnswer /> : null} second={<OtherModel />} />;
    case 'refused':
      return <Actions second={<OtherModel />} />;
  }
}

function Actions({ first = null, second = null }: { first?: ReactNode; second?: ReactNode }) {
  const actions = useActions('chat');
  return (
    <>
      {first}
      <WorkButton
        size={24}
        icon="i-lucide-rotate-cw"
        variant={first === null ? 'secondary' : 'ghost'}
        data-command="retry"
        onClick={() => actions.retry()}
      >
        {buttonName('retry')}
      </WorkButton>
      {second}
    </>
  );
}

export function OpenModelSettings({ isMain = true }: { isMain?: boolean }) {
  const { setOverlay } = useOverlay();
  return (
    <Button
      size={24}
      variant={isMain ? 'secondary' : 'ghost'}
      icon="i-lucide-settings"
      onClick={() => setOverlay({ type: 'settings', tab: 'models' })}
    >
      {t('Open model settings')}
    </Button>
  );
}

/** Switches to the configured fallback model at once; without one, opens the list of models. */
function OtherModel({ isMain = false }: { isMain?: boolean }) {
  const actions = useActions('chat');
  const { switchedModelId, stepModelId } = useStore($chat, { keys: ['switchedModelId', 'stepModelId'] });
  const { fallbackModelId } = useStore($settings, { keys: ['fallbackModelId'] });
  const { models } = useStore($models);
  const fallback = models.find(({ id }) => id === fallbackModelId);
  if (fallback === undefined || fallback.id === (switchedModelId ?? stepModelId)) return <ChooseModel isMain={isMain} />;
  return (
    <WorkButton size={24} onClick={() => actions.continueWith(fallback.id)}>
      {t('Continue with {name}', { name: fallback.name })}
    </WorkButton>
  );
}

function Summarise() {
  const actions = useActions('compaction');
  return (
    <WorkButton size={24} onClick={() => actions.startCompaction('continue')}>
      {t('Summarise and continue…')}
    </WorkButton>
  );
}

/** Offers a summary only if there is a middle that it could replace. */
function TooLong() {
  const state = useStore($chat, { keys: ['messages', 'failedMessages'] });
  return (
    <>
      {compactionRanges(state).length > 0 && <Summarise />}
      <SendLastTurns />
    </>
  );
}

function Rephrase() {
  const actions = useActions('chat');
  return (
    <WorkButton size={24} icon="i-lucide-pencil" onClick={() => actions.rephrase()}>
      {t('Say it in other words')}
    </WorkButton>
  );
}

function ContinueAnswer() {
  const actions = useActions('chat');
  return (
    <WorkButton size={24} icon="i-lucide-play" onClick={() => actions.continueAnswer()}>
      {t('Continue')}
    </WorkButton>
  );
}

/** A wait that is too long to happen automatically: counts down, and retries if the user chose to wait. */
function WaitAndRetry({ at }: { at: number }) {
  const actions = useActions('chat');
  const [isWaiting, setIsWaiting] = useState(false);
  const seconds = useSecondsUntil(at);
  const isDue = isWaiting && seconds === 0;
  useEffect(() => {
    if (isDue) void actions.retry();
  }, [isDue, actions]);
  if (seconds === 0) return null;
  return (
    <>
      <span className="text-sm c-text-2 tabular" role="timer">
        {t(isWaiting ? 'Asks again in {time}' : 'Free again in {time}', { time: waitText(seconds) })}
      </span>
      <Button size={24} icon={isWaiting ? 'i-lucide-x' : 'i-lucide-timer'} onClick={() => setIsWaiting(!isWaiting)}>
        {isWaiting ? t('Do not wait') : t('Wait, then retry')}
      </Button>
    </>
  );
}
