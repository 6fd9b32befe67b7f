import '../ui/card-frame.css';
import './approval-card.css';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import type { WaitingCall } from '../../lib/attention/waiting-calls.ts';
import { numberText } from '../../lib/i18n/number-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { saidReason } from '../../lib/i18n/said-reason.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ApprovalId } from '../../lib/protocol/ids.ts';
import type { JsonValue } from '../../lib/protocol/message.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { $approvalForm } from '../../lib/stores/proposals.ts';
import { isPressed } from '../page/keys/is-pressed.ts';
import { spokenKeys } from '../page/keys/spoken-keys.ts';
import { useKnownKeys } from '../page/keys/use-known-keys.ts';
import { useActions } from '../page/workbench-context.tsx';
import { ApprovalCommand, PartVerdicts } from '../ui/approval-command.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/keys.tsx';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { LongText } from '../ui/long-text.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { Reason } from '../ui/reason.tsx';
import { LONGEST_SHOWN, shortText } from '../ui/text/short-text.ts';
import { visible } from '../ui/text/visible-name.ts';
import { AccessLine } from './access-line.tsx';
import { AlwaysAllowMenu } from './always-allow-menu.tsx';
import { AskerLine } from './asker-line.tsx';
import { DenyForm } from './deny-form.tsx';
import { EditForm } from './edit-form.tsx';
import { objectOf } from './edited-arguments.ts';
import { ForeignRequest } from './foreign-request.tsx';
import { ScriptList } from './script-list.tsx';
import { approvalOf, approveLabel, chosenAnswer, type HunkChoice, isReadAsItIs, useHunkChoice, useIsRead } from './use-hunk-choice.ts';
import { FoldedProposal } from './use-proposal.ts';
import { approvalName, approvalSubject, approvalTitle, isTakenApart } from './waiting-call.ts';

const ProposedDiff = lazyPart(() => import('./proposed-diff.tsx').then((module) => ({ default: module.ProposedDiff })));

/** Milliseconds in which a key that was meant for something else cannot approve a card that has just come up. */
const GUARD_TIME = 400;

interface ApprovalCardProps {
  call: WaitingCall;
  /** It has the focus, or is the first: its Approve is the amber one. */
  isActive: boolean;
  /** Only its header shows, since there is no room for more than one. */
  isFolded: boolean;
  /** Among those that wait, from 1; null: it waits alone. */
  place: { number: number; count: number } | null;
  onFocus: () => void;
}

/** One request: what would be done, why the agent wants it, why it asks, and the answers. */
export function ApprovalCard({ call, isActive, isFolded, place, onFocus }: ApprovalCardProps) {
  const { approval } = call;
  const { form, openForm, closeForm } = useForm(approval.approvalId);
  const { isAnswered, answer, approve } = useAnswer(approval);
  const appearedAt = useAppearance();
  const editable = objectOf(call.input);
  const choice = useHunkChoice(approval.approvalId);
  const card = useRef<HTMLElement>(null);

  function cancelForm() {
    closeForm();
    // The field that had the focus goes away.
    card.current?.focus();
  }
  function onApproveClick(event: MouseEvent) {
    // A click without a pointer comes from Enter or Space.
    if (event.detail === 0 && performance.now() - appearedAt.current < GUARD_TIME) return;
    approve();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (form !== 'none' || !isPressed(event.nativeEvent, 'approve')) return;
    event.preventDefault();
    // Held down, the keys would run through every card that comes up next.
    if (!event.repeat) approve();
  }

  return (
    <article
      ref={card}
      aria-label={approvalName(approval)}
      className="card approval-card"
      data-edge="amber"
      data-approval={call.toolCallId}
      data-keys-of="card"
      data-active={isActive}
      // The card itself takes the focus, so that the answer's key works wherever in it one is.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a card is answered by keyboard
      tabIndex={0}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <ApprovalHeader approval={approval} isFolded={isFolded} place={place} />
      {isFolded && !isReadAsItIs(approval) && <FoldedProposal approvalId={approval.approvalId} />}
      {!isFolded && (
        <div className="card-body">
          {approval.asker !== undefined && <AskerLine asker={approval.asker} />}
          {approval.reasoning !== undefined && <Reason text={approval.reasoning} />}
          {form === 'edit' && editable !== null ? (
            <EditForm
              toolName={approval.toolName}
              input={editable}
              onSubmit={(input) => answer({ decision: 'edit', input })}
              onCancel={cancelForm}
            />
          ) : (
            <RequestView approval={approval} input={call.input} choice={isTakenApart(approval) ? choice : null} />
          )}
          {approval.touches !== undefined && form !== 'edit' && <AccessLine touches={approval.touches} />}
          <WhyItAsks approval={approval} />
          {form === 'deny' && (
            <DenyForm
              onSubmit={(reason) => answer(reason === '' ? { decision: 'deny' } : { decision: 'deny', reason })}
              onCancel={cancelForm}
            />
          )}
          {form === 'none' && (
            <ApprovalActions
              approval={approval}
              isActive={isActive}
              isAnswered={isAnswered}
              choice={choice}
              onApproveClick={onApproveClick}
              onDeny={() => openForm('deny')}
              onEdit={editable === null ? null : () => openForm('edit')}
              onAnswer={answer}
            />
          )}
        </div>
      )}
    </article>
  );
}

/** Answers one request, once at a time. */
function useAnswer(approval: ApprovalRequest) {
  const actions = useActions('approvals');
  const [isAnswered, setIsAnswered] = useState(false);
  async function answer(given: ApprovalAnswer) {
    if (isAnswered) return;
    setIsAnswered(true);
    await actions.answerApproval(approval.approvalId, given);
    setIsAnswered(false);
  }
  return {
    isAnswered,
    answer,
    /** What is chosen by now, which may not be drawn yet: never more than the user has left. */
    approve() {
      const chosen = chosenAnswer(approval);
      if (chosen !== null) void answer(chosen);
    },
  };
}

interface ApprovalActionsProps {
  approval: ApprovalRequest;
  isActive: boolean;
  isAnswered: boolean;
  choice: HunkChoice;
  onApproveClick: (event: MouseEvent) => void;
  onDeny: () => void;
  /** null: the request has nothing that can be edited in place. */
  onEdit: (() => void) | null;
  onAnswer: (answer: ApprovalAnswer) => Promise<void>;
}

function ApprovalActions({ approval, isActive, isAnswered, choice, onApproveClick, onDeny, onEdit, onAnswer }: ApprovalActionsProps) {
  const reading = useReadingOnly();
  const keys = useKnownKeys('approve');
  const isRead = useIsRead(approval);
  // Keys and palette mean the card that has the focus, or the first.
  const of = (command: string) => (isActive ? { 'data-command': command } : {});
  return (
    <div className="card-actions">
      <Button
        variant={isActive ? 'primary' : 'outline'}
        {...(keys.length === 0 ? {} : { 'aria-keyshortcuts': spokenKeys(keys.join('+')) })}
        {...of('approve')}
        disabled={isAnswered || !isRead || approvalOf(choice) === null}
        onClick={onApproveClick}
        {...reading}
      >
        {approveLabel(choice)}
        {isActive && keys.length > 0 && <Keys keys={keys} isShort />}
      </Button>
      <Button disabled={isAnswered} onClick={onDeny} {...of('deny')} {...reading}>
        {t('Deny')}
      </Button>
      {onEdit !== null && (
        <Button disabled={isAnswered} onClick={onEdit} {...of('edit-request')} {...reading}>
          {t('Edit')}
        </Button>
      )}
      {choice.refused.size === 0 && <AlwaysAllowMenu approval={approval} onAnswer={onAnswer} />}
    </div>
  );
}

const ICONS: Readonly<Record<ApprovalRequest['subject']['kind'], string>> = {
  command: 'i-lucide-square-terminal',
  file_create: 'i-lucide-file-pen',
  file_modify: 'i-lucide-file-pen',
  foreign: 'i-lucide-plug',
};

function ApprovalHeader({ approval, isFolded, place }: Pick<ApprovalCardProps, 'isFolded' | 'place'> & { approval: ApprovalRequest }) {
  const { subject } = approval;
  return (
    <div className="card-header">
      <Icon name={ICONS[subject.kind]} className="c-accent" />
      <span className="panel-title">{t('PLAN')}</span>
      <span className="approval-title font-medium truncate" title={approvalTitle(approval)}>
        {approvalTitle(approval)}
      </span>
      {subject.kind === 'foreign' ? (
        <span className="mono text-sm c-text-3 truncate">{shortText(approvalSubject(approval))}</span>
      ) : subject.kind === 'command' ? (
        <span className="mono text-sm c-text-3 truncate">{shortText(isFolded ? subject.command : subject.cwd)}</span>
      ) : (
        <PathLabel path={subject.path} />
      )}
      <span className="flex-1" />
      {place !== null && (
        <span className="text-sm c-text-3 tabular shrink-0">
          {t('{number} of {count}', { number: numberText(place.number), count: numberText(place.count) })}
        </span>
      )}
      <Badge tone="amber">{isFolded ? t('Next') : t('Awaiting approval')}</Badge>
    </div>
  );
}

/** What would be done: the command with its parts, or the change of the file. */
function RequestView({ approval, input, choice }: { approval: ApprovalRequest; input: JsonValue; choice: HunkChoice | null }) {
  const { subject } = approval;
  if (subject.kind === 'command') {
    return (
      <ApprovalCommand command={subject.command} parts={approval.parts} why={approval.why}>
        <LongPlace place={subject.cwd} />
        {approval.scripts !== undefined && <ScriptList scripts={approval.scripts} />}
      </ApprovalCommand>
    );
  }
  if (subject.kind === 'foreign') return <ForeignRequest subject={subject} input={input} />;
  return (
    <>
      <LongPlace place={subject.path} />
      <Suspense fallback={<p className="text-sm c-text-3">{t('Reading the change…')}</p>}>
        <ProposedDiff approvalId={approval.approvalId} choice={choice} />
      </Suspense>
    </>
  );
}

/** A folder or a file of which the header leaves out the middle: it is read whole before the answer. */
function LongPlace({ place }: { place: string }) {
  if (place.length <= LONGEST_SHOWN) return null;
  return (
    <p className="mono text-sm c-text-2 wrap-anywhere">
      <LongText text={visible(place)} longest={LONGEST_SHOWN} />
    </p>
  );
}

/** Parts of a command that the line names; more are counted. */
const MOST_NAMED = 3;

/** Why the request as a whole asks. Of several parts each has its reason beside it, so that the line only says which. */
function summaryOf({ why, reason, parts, subject }: ApprovalRequest): string {
  const asking = parts.filter(({ verdict }) => verdict !== 'auto');
  if (subject.kind !== 'command' || parts.length < 2 || !asking.some((part) => part.why === why)) return saidReason({ why, reason });
  const all = parts.length;
  if (asking.length === all && all === 2) return t('both of its parts ask, each for the reason beside it');
  if (asking.length === all) return t('each of its {all} parts asks, for the reason beside it', { all });
  if (asking.length > MOST_NAMED) return t('{count} of its {all} parts ask, each for the reason beside it', { count: asking.length, all });
  const names = asking.map(({ text }) => shortText(text, 60)).join(', ');
  return plural(
    asking.length,
    { one: 'one of its {all} parts asks: {names}', other: '{count} of its {all} parts ask: {names}' },
    { all, names },
  );
}

/** The reason, said once; the parts of a change unfold where they say more. */
function WhyItAsks({ approval }: { approval: ApprovalRequest }) {
  const { why, parts, subject } = approval;
  return (
    <>
      <p className="why">
        <Icon name="i-lucide-shield" size={16} className="c-yellow" />
        <span>
          <strong>{t('Why it asks:')}</strong> {summaryOf(approval)}
        </span>
      </p>
      {subject.kind !== 'command' && parts.some((part) => part.why !== why) && (
        <details className="text-sm">
          <summary>{t('Why?')}</summary>
          <PartVerdicts parts={parts} />
        </details>
      )}
    </>
  );
}

/** The form of this card that is open; the editor opens them too. */
function useForm(approvalId: ApprovalId) {
  const opened = useStore($approvalForm);
  return {
    form: opened?.approvalId === approvalId ? opened.form : 'none',
    openForm: (form: 'deny' | 'edit') => $approvalForm.set({ approvalId, form }),
    closeForm: () => $approvalForm.set(null),
  };
}

function useAppearance() {
  const appearedAt = useRef(0);
  useEffect(() => {
    appearedAt.current = performance.now();
  }, []);
  return appearedAt;
}
