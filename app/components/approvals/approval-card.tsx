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
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ApprovalCommand, PartVerdicts } from '../ui/command/approval-command.tsx';
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
import { AwayLine, MachineMark, useCardEdge } from './machine-mark.tsx';
import { ScriptList } from './script-list.tsx';
import { approvalOf, approveLabel, chosenAnswer, type HunkChoice, isReadAsItIs, useHunkChoice, useIsRead } from './use-hunk-choice.ts';
import { FoldedProposal } from './use-proposal.ts';
import { approvalName, approvalSubject, approvalTitle, isTakenApart } from './waiting-call.ts';

const ProposedDiff = lazyPart(() => import('./proposed-diff.tsx').then((module) => ({ default: module.ProposedDiff })));

/** Milliseconds in which a key press that was meant for something else cannot approve a card that has just appeared. */
const GUARD_TIME = 400;

interface ApprovalCardProps {
  call: WaitingCall;
  /** Whether it has the focus or is the first: its Approve button is the amber one. */
  isActive: boolean;
  /** Whether only its header is shown, because there is space for only one card. */
  isFolded: boolean;
  /** Its position among the waiting requests, from 1; `null` if it is the only one. */
  place: { number: number; count: number } | null;
  onFocus: () => void;
}

/** One request: the action, the agent's reason, why it needs approval, and the answers. */
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
    // The focused field is removed.
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
    // Key repeat would answer every card that appears next.
    if (!event.repeat) approve();
  }

  return (
    <article
      ref={card}
      aria-label={approvalName(approval)}
      className="card approval-card"
      {...useCardEdge()}
      data-approval={call.toolCallId}
      data-keys-of="card"
      data-active={isActive}
      // The card itself is focusable, so that its keys work wherever the focus is in it.
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
          {form !== 'edit' && <WhyItAsks approval={approval} />}
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

/** Answers a request, ignoring further answers while one is in progress. */
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
    /** Reads the current choice, which may not be rendered yet, so that no more is approved than the user has chosen. */
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
  /** `null` if nothing in the request can be edited in place. */
  onEdit: (() => void) | null;
  onAnswer: (answer: ApprovalAnswer) => Promise<void>;
}

function ApprovalActions({ approval, isActive, isAnswered, choice, onApproveClick, onDeny, onEdit, onAnswer }: ApprovalActionsProps) {
  const reading = useReadingOnly();
  const keys = useKnownKeys('approve');
  const isRead = useIsRead(approval);
  // Keys and palette act on the focused card, or the first.
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
        {/* The room is kept: a press makes the card active, and the button under the pointer must stay there. */}
        {keys.length > 0 && (
          <span className={isActive ? 'contents' : 'invisible inline-flex'}>
            <Keys keys={keys} isShort />
          </span>
        )}
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
      <MachineMark />
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

/** The action: the command with its parts, or the change to the file. */
function RequestView({ approval, input, choice }: { approval: ApprovalRequest; input: JsonValue; choice: HunkChoice | null }) {
  const { subject } = approval;
  if (subject.kind === 'command') {
    return (
      <ApprovalCommand command={subject.command} parts={approval.parts} why={isReasonSaid(approval) ? approval.why : undefined}>
        <LongPlace place={subject.cwd} />
        {approval.scripts !== undefined && <ScriptList scripts={approval.scripts} command={subject.command} />}
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

/** A folder or file whose middle the header omits, shown completely for reading before the answer. */
function LongPlace({ place }: { place: string }) {
  if (place.length <= LONGEST_SHOWN) return null;
  return (
    <p className="mono text-sm c-text-2 wrap-anywhere">
      <LongText text={visible(place)} longest={LONGEST_SHOWN} />
    </p>
  );
}

/** Number of parts of a command that are named; the others are counted. */
const MOST_NAMED = 3;

/**
 * Explains why the request as a whole needs approval; null if its parts do, each with a reason of its own beside it. Where only some of
 * several parts ask, it names them.
 */
function summaryOf(approval: ApprovalRequest): string | null {
  const { parts } = approval;
  if (isReasonSaid(approval)) return saidReason(approval);
  const asking = parts.filter(({ verdict }) => verdict !== 'auto');
  const all = parts.length;
  if (asking.length === all) return null;
  if (asking.length > MOST_NAMED) return t('{count} of its {all} parts ask, each for the reason beside it', { count: asking.length, all });
  const names = asking.map(({ text }) => shortText(text, 60)).join(', ');
  return plural(
    asking.length,
    { one: 'one of its {all} parts asks: {names}', other: '{count} of its {all} parts ask: {names}' },
    { all, names },
  );
}

/** Returns true if the request's reason is said below the action: unless it is only that of one of several parts. */
function isReasonSaid({ why, parts, subject }: ApprovalRequest): boolean {
  return (
    subject.kind !== 'command' ||
    parts.every((part) => part.why === why) ||
    !parts.some((part) => part.verdict !== 'auto' && part.why === why)
  );
}

/**
 * Gives the reason once. The verdicts on a change's parts unfold if they add something. Not shown while the call is edited, because the
 * edited call is no longer the one that was judged.
 */
function WhyItAsks({ approval }: { approval: ApprovalRequest }) {
  const { why, parts, subject } = approval;
  const summary = summaryOf(approval);
  return (
    <>
      {summary !== null && (
        <p className="why">
          <Icon name="i-lucide-shield" size={16} className="c-yellow" />
          <span>
            <strong>{t('Why it asks:')}</strong> {summary}
          </span>
        </p>
      )}
      {subject.kind !== 'command' && parts.some((part) => part.why !== why) && (
        <details className="text-sm">
          <summary>{t('Why?')}</summary>
          <PartVerdicts parts={parts} />
        </details>
      )}
      <AwayLine subject={subject} />
    </>
  );
}

/** Returns the open form of this card; the editor can open it too. */
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
