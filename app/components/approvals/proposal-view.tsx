import './proposal-view.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { hunkRange, hunksOf } from '../../lib/agent/calls/hunks.ts';
import type { WaitingCall } from '../../lib/attention/waiting-calls.ts';
import { createDiffView, type DiffLayout, type HunkHead } from '../../lib/editor/create-diff-view.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $approvalForm } from '../../lib/stores/proposals.ts';
import { $narrowPane } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DiffHost } from '../ui/diff/diff-host.tsx';
import { HunkFrame } from '../ui/diff/hunk-frame.tsx';
import { LayoutChoice } from '../ui/diff/layout-choice.tsx';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
import { TakeOrSkip } from './take-or-skip.tsx';
import { approvalOf, approveLabel, chosenAnswer, type HunkChoice, useHunkChoice, useIsRead } from './use-hunk-choice.ts';
import { useProposal } from './use-proposal.ts';
import { isTakenApart } from './waiting-call.ts';

/** A file with the agent's proposed change, with the same choices and answers as on the card. */
export function ProposalView({ call: { approval }, path }: { call: WaitingCall; path: string }) {
  const proposal = useProposal(approval.approvalId);
  const choice = useHunkChoice(approval.approvalId);
  const [layout, setLayout] = useState<DiffLayout>('unified');
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const file = proposal.state === 'known' ? proposal.files.find((each) => each.path === path) : undefined;
  return (
    <div className="proposal-view">
      <div className="proposal-banner">
        <Icon name="i-lucide-file-pen" className="c-accent" />
        <span className="proposal-words">
          <strong className="font-medium">{t('Proposed by the agent.')}</strong> {t('Nothing is written until you approve.')}
        </span>
        {!isNarrow && <LayoutChoice layout={layout} onChange={setLayout} />}
        <Answers approval={approval} choice={choice} />
      </div>
      {file !== undefined && (
        <ProposedFile file={file} layout={isNarrow ? 'unified' : layout} choice={isTakenApart(approval) ? choice : null} />
      )}
    </div>
  );
}

/** The card's answers; its forms open on the card. */
function Answers({ approval, choice }: { approval: ApprovalRequest; choice: HunkChoice }) {
  const actions = useActions('approvals');
  const reading = useReadingOnly();
  const isRead = useIsRead(approval);
  const { approvalId } = approval;
  const [isAnswered, setIsAnswered] = useState(false);
  async function approve() {
    const chosen = chosenAnswer(approval);
    if (chosen === null) return;
    setIsAnswered(true);
    await actions.answerApproval(approvalId, chosen);
    setIsAnswered(false);
  }
  function open(form: 'deny' | 'edit') {
    $narrowPane.set('chat');
    $approvalForm.set({ approvalId, form });
  }
  return (
    <>
      <Button size={24} variant="outline" disabled={isAnswered || !isRead || approvalOf(choice) === null} onClick={approve} {...reading}>
        {approveLabel(choice)}
      </Button>
      <Button size={24} disabled={isAnswered} onClick={() => open('deny')} {...reading}>
        {t('Deny')}
      </Button>
      <Button size={24} disabled={isAnswered} onClick={() => open('edit')} {...reading}>
        {t('Edit')}
      </Button>
    </>
  );
}

interface ProposedFileProps {
  file: { path: string; before: string; after: string };
  layout: DiffLayout;
  /** `null` if the change is approved or denied as a whole. */
  choice: HunkChoice | null;
}

function ProposedFile({ file: { path, before, after }, layout, choice }: ProposedFileProps) {
  const host = useRef<HTMLDivElement>(null);
  const hunks = useMemo(() => hunksOf(before, after), [before, after]);
  const heads = useMemo(() => hunks.map(({ newStart }): HunkHead => ({ line: newStart, element: document.createElement('div') })), [hunks]);
  useEffect(() => {
    if (!host.current) return undefined;
    const shown = createDiffView(host.current, { path, before, after }, layout);
    shown.showHeads(heads);
    return () => shown.destroy();
  }, [path, before, after, layout, heads]);
  return (
    <>
      <DiffHost ref={host} layout={layout} />
      {choice !== null &&
        hunks.map((hunk, index) => {
          const head = heads[index];
          const range = hunkRange(hunk);
          return (
            head &&
            createPortal(
              <HunkFrame range={range} added={hunk.added.length} removed={hunk.removed.length}>
                <span className="flex-1" />
                <TakeOrSkip hunk={index} range={range} choice={choice} />
              </HunkFrame>,
              head.element,
              String(index),
            )
          );
        })}
    </>
  );
}
