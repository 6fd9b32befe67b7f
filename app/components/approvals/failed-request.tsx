import { useEffect } from 'react';
import type { WaitingCall } from '../../lib/attention/waiting-calls.ts';
import { t } from '../../lib/i18n/t.ts';
import { $undrawnRequests } from '../../lib/stores/proposals.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { LongText } from '../ui/long-text.tsx';
import { visible } from '../ui/text/visible-name.ts';
import { MachineMark, useCardEdge } from './machine-mark.tsx';

interface FailedRequestProps {
  call: WaitingCall;
  failure: string;
  onAgain: () => void;
}

/** A request that failed to render. It can only be denied, because nobody can see it. */
export function FailedRequest({ call, failure, onAgain }: FailedRequestProps) {
  const actions = useActions('approvals');
  const reading = useReadingOnly();
  const edge = useCardEdge();
  const { approvalId } = call.approval;
  // "Approve all" must not approve this request either.
  useEffect(() => {
    $undrawnRequests.set(new Set($undrawnRequests.get()).add(approvalId));
    return () => $undrawnRequests.set(new Set([...$undrawnRequests.get()].filter((each) => each !== approvalId)));
  }, [approvalId]);
  return (
    <article aria-label={t('A request that could not be drawn')} className="card approval-card" {...edge}>
      <div className="card-body">
        <MachineMark />
        <p>{t('This request could not be drawn, so it can only be denied ({failure}).', { failure: failure.slice(0, 200) })}</p>
        <p className="mono text-sm whitespace-pre-wrap wrap-anywhere">
          <LongText text={visible(`${call.approval.toolName} ${JSON.stringify(call.input)}`)} />
        </p>
        <div className="card-actions">
          <Button onClick={() => void actions.answerApproval(approvalId, { decision: 'deny' })} {...reading}>
            {t('Deny')}
          </Button>
          <Button variant="ghost" onClick={onAgain}>
            {t('Try again')}
          </Button>
        </div>
      </div>
    </article>
  );
}
