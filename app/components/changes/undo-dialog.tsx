import './undo-dialog.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { $undoQuestion, type HunkQuestion, type ShownConflict, type StepsQuestion } from '../../lib/stores/past.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { rich } from '../ui/text/rich.tsx';
import { visibleName } from '../ui/text/visible-name.ts';

function whatMergeDoes({ merged, conflicts, exact }: StepsQuestion): string {
  const parts = [
    ...(exact > 0 ? [plural(exact, { one: '{count} file goes back as it was', other: '{count} files go back as they were' })] : []),
    ...(merged.length > 0
      ? [plural(merged.length, { one: '{count} file keeps the later changes', other: '{count} files keep the later changes' })]
      : []),
    ...(conflicts.length > 0
      ? [
          plural(conflicts.length, {
            one: '{count} file stays as now, since both touch the same lines',
            other: '{count} files stay as now, since both touch the same lines',
          }),
        ]
      : []),
  ];
  return `${parts.join(', ')}.`;
}

function Lines({ title, text, sign }: { title: string; text: string; sign: '+' | '-' }) {
  return (
    <div className="diff-line" data-sign={sign}>
      <span className="undo-lines-title">{title}</span>
      <span className="diff-text whitespace-pre-wrap break-words">{text === '' ? t('(no lines)') : text.replace(/\n$/, '')}</span>
    </div>
  );
}

function LaterSteps({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <div>
      <p className="text-sm c-text-3">{t('Changed since by')}</p>
      <ul className="undo-list scroll" aria-label={t('Later steps')}>
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two steps may have the same label
          <li key={index} className="truncate c-text-2" title={label}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

function BothTexts({ lines }: Pick<HunkQuestion, 'lines'>) {
  return lines.map((each, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two conflicts may have the same lines
    <div key={index} className="undo-lines">
      <Lines title={t('Now:')} text={each.now} sign="-" />
      <Lines title={t('Before the step:')} text={each.before} sign="+" />
    </div>
  ));
}

function Conflict({ conflict: { path, lines, why } }: { conflict: ShownConflict }) {
  return (
    <li>
      <p className="mono text-sm break-words">{visibleName(path)}</p>
      <p className="text-sm c-text-3">{why}</p>
      {lines !== null && <BothTexts lines={lines} />}
    </li>
  );
}

function Paths({ label, paths }: { label: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <p className="text-sm c-text-3 break-words">
      {label}: <span className="mono">{paths.map(visibleName).join(', ')}</span>
    </p>
  );
}

/** Asks before a step is reverted that later steps build on: lists those steps, what a merge would keep, and what it cannot. */
export function UndoDialog() {
  const question = useStore($undoQuestion);
  if (question === null) return null;
  const key = `${question.type} ${question.serial}`;
  return question.type === 'steps' ? <StepsAsked key={key} question={question} /> : <HunkAsked key={key} question={question} />;
}

/** Asks before lines are reverted that have changed since. */
function HunkAsked({ question: { label, later, lines } }: { question: HunkQuestion }) {
  const actions = useActions('checkpoints');
  const [isBusy, setIsBusy] = useState(false);
  function replace() {
    setIsBusy(true);
    void actions.answerHunk('replace');
  }
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && void actions.answerHunk('cancel')}
      title={t('These lines have changed since')}
      className="confirm-dialog undo-dialog"
    >
      <p className="c-text-1 break-words">{`${visibleName(label).slice(0, 1).toUpperCase()}${visibleName(label)
        .slice(1)
        .replace(/^(ines \d+)-/, '$1–')}`}</p>
      <LaterSteps labels={later} />
      <div className="undo-list scroll">
        <BothTexts lines={lines} />
      </div>
      <p className="c-text-2">{t('Everything else of the file stays as it is now.')}</p>
      <div className="card-actions">
        <Button variant="ink" isBusy={isBusy} disabled={isBusy} onClick={replace}>
          {t('Bring the old lines back')}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={() => actions.answerHunk('cancel')}>
          {t('Cancel')}
        </Button>
      </div>
    </DialogFrame>
  );
}

function StepsAsked({ question }: { question: StepsQuestion }) {
  const actions = useActions('checkpoints');
  const [busy, setBusy] = useState<'together' | 'merge' | null>(null);
  const { label, later, merged, conflicts, exact } = question;
  function answer(given: 'together' | 'merge') {
    setBusy(given);
    void actions.answerUndo(given);
  }
  return (
    <DialogFrame
      isOpen
      onOpenChange={(isOpen) => !isOpen && void actions.answerUndo('cancel')}
      title={t('Later steps changed the same files')}
      className="confirm-dialog undo-dialog"
    >
      <p className="c-text-1 break-words">{label}</p>
      <LaterSteps labels={later.map((step) => step.label)} />
      <p className="c-text-2">
        {rich('{takeBack} takes the later steps back too. {merge} keeps them: {outcome}', {
          takeBack: <b className="font-500 c-text-1">{t('Take all back')}</b>,
          merge: <b className="font-500 c-text-1">{t('Merge')}</b>,
          outcome: whatMergeDoes(question),
        })}
      </p>
      <Paths label={t('Merged')} paths={merged} />
      {conflicts.length > 0 && (
        <ul className="undo-list scroll" aria-label={t('Conflicts')}>
          {conflicts.map((conflict) => (
            <Conflict key={conflict.path} conflict={conflict} />
          ))}
        </ul>
      )}
      <div className="card-actions">
        <Button
          variant="ink"
          isBusy={busy === 'merge'}
          disabled={busy !== null || merged.length + exact === 0}
          onClick={() => answer('merge')}
        >
          {t('Merge')}
        </Button>
        <Button isBusy={busy === 'together'} disabled={busy !== null} onClick={() => answer('together')}>
          {t('Take all back')}
        </Button>
        <Button variant="ghost" disabled={busy !== null} onClick={() => actions.answerUndo('cancel')}>
          {t('Cancel')}
        </Button>
      </div>
    </DialogFrame>
  );
}
