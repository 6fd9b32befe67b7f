import { useStore } from '@nanostores/react';
import { unfinishedAnswer } from '../../../lib/agent/conversation/unfinished-answer.ts';
import { compactionRanges } from '../../../lib/agent/history/compaction-range.ts';
import { saidReason } from '../../../lib/i18n/said-reason.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { SessionNotice } from '../../../lib/protocol/session-state.ts';
import { $chat } from '../../../lib/stores/chat.ts';
import { OutcomeCard } from '../cards/outcome-card.tsx';
import { FailureActions } from './failure-actions.tsx';
import { FAILURE_TEXTS } from './failure-texts.ts';

/** A model step that failed: the kind of failure, the provider's message, and the possible actions. */
export function FailedStepCard({ notice }: { notice: Extract<SessionNotice, { type: 'step-failed' }> }) {
  const state = useStore($chat, { keys: ['messages', 'failedMessages'] });
  const hasBegun = unfinishedAnswer(state) !== null;
  const { label, icon, hint, said } = FAILURE_TEXTS[notice.kind];
  const hasNoMiddle = notice.kind === 'context-too-long' && compactionRanges(state).length === 0;
  const kept = hasBegun ? [t('What arrived is kept above.')] : [];
  const text = [
    withoutLabel(saidReason({ why: notice.message, reason: notice.reason }), said),
    ...kept,
    hasNoMiddle ? t('There is no middle to summarise: say less, or choose a model that holds more.') : hint(),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return (
    <OutcomeCard label={label()} icon={icon} tone="red" text={text}>
      <FailureActions kind={notice.kind} retryAt={notice.retryAt} hasBegun={hasBegun} />
    </OutcomeCard>
  );
}

/** Removes the card's label from the start of the message. */
function withoutLabel(message: string, said: string | undefined): string {
  const rest = said !== undefined && message.startsWith(said) ? message.slice(said.length).trim() : message;
  // Providers' messages may end without punctuation, and another sentence follows.
  return rest === '' || /[.!?…]$/.test(rest) ? rest : `${rest}.`;
}
