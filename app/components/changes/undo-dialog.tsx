import './undo-dialog.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $undoQuestion, type ShownConflict, type UndoQuestion } from '../../lib/stores/past.ts';
import { useActions } from '../shell/workbench/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { visibleName } from '../ui/text/visible-name.ts';

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}

function whatMergeDoes({ merged, conflicts, exact }: UndoQuestion): string {
  const parts = [
    ...(exact > 0 ? [`${count(exact, 'file goes', 'files go')} back as ${exact === 1 ? 'it was' : 'they were'}`] : []),
    ...(merged.length > 0 ? [`${count(merged.length, 'file keeps', 'files keep')} the later changes`] : []),
    ...(conflicts.length > 0 ? [`${count(conflicts.length, 'file stays', 'files stay')} as now, since both touch the same lines`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function Lines({ title, text, sign }: { title: string; text: string; sign: '+' | '-' }) {
  return (
    <div className="diff-line" data-sign={sign}>
      <span className="visually-hidden">{title}</span>
      <span className="diff-text whitespace-pre-wrap break-words">{text === '' ? '(no lines)' : text.replace(/\n$/, '')}</span>
    </div>
  );
}

function Conflict({ conflict: { path, lines, why } }: { conflict: ShownConflict }) {
  return (
    <li>
      <p className="mono text-sm break-words">{visibleName(path)}</p>
      <p className="text-sm c-text-3">{why}</p>
      {lines?.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two conflicts may have the same lines
        <div key={index} className="undo-lines">
          <Lines title="Now:" text={each.now} sign="-" />
          <Lines title="Before the step:" text={each.before} sign="+" />
        </div>
      ))}
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

/** Before a step is taken back that later ones build on: which they are, what a merge would keep, and what it cannot. */
export function UndoDialog() {
  const question = useStore($undoQuestion);
  return question === null ? null : <Asked key={question.serial} question={question} />;
}

function Asked({ question }: { question: UndoQuestion }) {
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
      title="Later steps changed the same files"
      className="confirm-dialog undo-dialog"
    >
      <p className="c-text-1 break-words">{label}</p>
      <ul className="undo-list scroll" aria-label="Later steps">
        {later.map((step) => (
          <li key={step.sequence} className="truncate c-text-2" title={step.label}>
            {step.label}
          </li>
        ))}
      </ul>
      <p className="c-text-2">
        <b className="font-500 c-text-1">Take all back</b> takes the later steps back too. <b className="font-500 c-text-1">Merge</b> keeps
        them: {whatMergeDoes(question)}
      </p>
      <Paths label="Merged" paths={merged} />
      {conflicts.length > 0 && (
        <ul className="undo-list scroll" aria-label="Conflicts">
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
          Merge
        </Button>
        <Button isBusy={busy === 'together'} disabled={busy !== null} onClick={() => answer('together')}>
          Take all back
        </Button>
        <Button variant="ghost" disabled={busy !== null} onClick={() => actions.answerUndo('cancel')}>
          Cancel
        </Button>
      </div>
    </DialogFrame>
  );
}
