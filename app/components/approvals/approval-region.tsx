import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type WaitingCall, waitingCalls } from '../../lib/attention/waiting-calls.ts';
import type { ApprovalActions } from '../../lib/chat/approval-service.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Boundary } from '../ui/bounds/boundary.tsx';
import { Button } from '../ui/button.tsx';
import { focusFirst, MESSAGE_BOX } from '../ui/hooks/focus-first.ts';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { ApprovalCard } from './approval-card.tsx';
import { FailedRequest } from './failed-request.tsx';
import { chosenAnswer, useAreAllRead } from './use-hunk-choice.ts';

/** Returns the calls that wait for the user, in the order of their requests. */
function useWaitingCalls(): WaitingCall[] {
  const { toolCalls, delegates } = useStore($chat, { keys: ['toolCalls', 'delegates'] });
  return useMemo(() => waitingCalls(toolCalls, delegates), [toolCalls, delegates]);
}

/** Approves all. Skipped hunks stay skipped; a change whose hunks are all skipped continues to wait. */
async function approveAll(waiting: readonly WaitingCall[], actions: ApprovalActions): Promise<void> {
  const answers = waiting.map(({ approval }) => ({ approvalId: approval.approvalId, answer: chosenAnswer(approval) }));
  if (answers.every(({ answer }) => answer?.decision === 'approve')) return actions.approveAll();
  for (const { approvalId, answer } of answers) if (answer !== null) await actions.answerApproval(approvalId, answer);
}

/** Whether moving the focus does not disturb the user, who is neither typing nor in a dialog. */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.getAttribute('role') === 'log';
}

/**
 * All requests that wait for an answer. The focused card (or the first) has the amber Approve button. When a card is removed, the focus
 * moves to the next one or to the message box, so that it is never lost.
 */
export function ApprovalRegion() {
  const actions = useActions('approvals');
  const waiting = useWaitingCalls();
  const reading = useReadingOnly();
  const region = useRef<HTMLElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const hadFocus = useRef(false);
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const areAllRead = useAreAllRead(useMemo(() => waiting.map(({ approval }) => approval), [waiting]));
  const activeId = waiting.find((call) => call.toolCallId === focusedId)?.toolCallId ?? waiting[0]?.toolCallId;

  useEffect(() => {
    if (activeId === undefined) {
      if (hadFocus.current && isFocusFree()) focusFirst(MESSAGE_BOX);
      hadFocus.current = false;
      return;
    }
    const cards = Array.from(region.current?.querySelectorAll<HTMLElement>('[data-approval]') ?? []);
    const card = cards.find((each) => each.dataset['approval'] === activeId);
    if (card !== undefined && isFocusFree()) card.focus({ preventScroll: false });
  }, [activeId]);

  if (waiting.length === 0) return null;
  return (
    <section
      ref={region}
      aria-label={t('Approval needed')}
      className="flex flex-col gap-8px mt-8px"
      onFocus={() => (hadFocus.current = true)}
    >
      {waiting.length > 1 && (
        <div className="approve-all">
          <p className="text-sm c-text-2 flex-1">
            {plural(waiting.length, { one: '{count} step waits for your answer.', other: '{count} steps wait for your answer.' })}
          </p>
          <Button size={24} data-command="approve-all" disabled={!areAllRead} onClick={() => approveAll(waiting, actions)} {...reading}>
            {t('Approve all {amount}', { amount: waiting.length })}
          </Button>
        </div>
      )}
      {waiting.map((call, index) => (
        <Boundary
          key={call.approval.approvalId}
          of={call}
          fallback={(failure, again) => <FailedRequest call={call} failure={failure} onAgain={again} />}
        >
          <ApprovalCard
            call={call}
            isActive={call.toolCallId === activeId}
            isFolded={isNarrow && call.toolCallId !== activeId}
            place={waiting.length > 1 ? { number: index + 1, count: waiting.length } : null}
            onFocus={() => setFocusedId(call.toolCallId)}
          />
        </Boundary>
      ))}
    </section>
  );
}
