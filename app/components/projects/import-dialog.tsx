import './projects.css';
import { useState } from 'react';
import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { countText } from '../../lib/project/import/import-plan.ts';
import { startLabel } from '../../lib/project/recognise/facts-text.ts';
import { $chat } from '../../lib/stores/chat.ts';
import type { CollectImport } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog/dialog-frame.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ImportReview } from './import-review.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { ProjectFactsView } from './project-facts-view.tsx';
import { type ImportSteps, useImport } from './use-import.ts';

interface ImportDialogProps {
  collect: CollectImport;
  /** The folder that the project is synchronised with afterwards. */
  folder?: FileSystemDirectoryHandle;
  /** Called if it is a whole session, for which there is another dialog. */
  onSession?: (file: Blob) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** An import: analyses and describes it, then writes it, then offers to run it. Closed before it is written, it leaves nothing behind. */
export function ImportDialog({ collect, folder, onSession, onOpenChange }: ImportDialogProps) {
  // A dialog handles one thing that was dropped or chosen.
  const [given] = useState(() => collect);
  const [forSession] = useState(() => onSession);
  const steps = useImport(given, { folder, onSession: forSession, onCancelled: () => onOpenChange(false) });
  const { step } = steps.state;
  return (
    <DialogFrame
      isOpen
      onOpenChange={onOpenChange}
      title={folder !== undefined ? t('Open a folder') : step === 'done' ? t('Brought in') : t('Bring in a project')}
      className="picker import-dialog"
    >
      <ImportStep steps={steps} folder={folder?.name ?? null} onClose={() => onOpenChange(false)} />
    </DialogFrame>
  );
}

function ImportStep({
  steps: { state, lookAgain, bringIn },
  folder,
  onClose,
}: {
  steps: ImportSteps;
  folder: string | null;
  onClose: () => void;
}) {
  switch (state.step) {
    case 'looking':
      return <Working text={t('Looking at what is in it…')} onCancel={onClose} />;
    case 'review':
      return (
        <ImportReview
          plan={state.plan}
          folder={folder}
          isLooking={state.isLooking}
          hasOpenProject={$chat.get().chatId !== null}
          onWithIgnored={lookAgain}
          onBringIn={bringIn}
          onCancel={onClose}
        />
      );
    case 'bringing':
      return <Bringing files={state.files} of={state.plan.files} onCancel={onClose} />;
    case 'failed':
      return (
        <>
          <p role="alert">
            {state.file === null ? state.why : t('{file} was not brought in. {why}', { file: state.file, why: state.why })}
          </p>
          {state.file !== null && <p className="c-text-2">{t('Download or export the file again, or choose another one.')}</p>}
          <div className="card-actions">
            <Button onClick={onClose}>{t('Close')}</Button>
          </div>
        </>
      );
    case 'done':
      return <Done state={state} folder={folder} onClose={onClose} />;
  }
}

function Working({ text, onCancel }: { text: string; onCancel: () => void }) {
  return (
    <>
      <p role="status" className="flex items-center gap-8px c-text-2">
        <Spinner /> {text}
      </p>
      <div className="card-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </>
  );
}

function Bringing({ files, of, onCancel }: { files: number; of: number; onCancel: () => void }) {
  const text = files < of ? t('{files} of {all}', { files: numberText(files), all: countText(of) }) : t('Opening the project…');
  return (
    <>
      <progress className="import-progress" aria-label={t('Files brought in')} value={files} max={of} />
      <p role="status" className="c-text-2 tabular">
        {text}
      </p>
      <div className="card-actions">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </>
  );
}

function Done({
  state,
  folder,
  onClose,
}: {
  state: Extract<ImportSteps['state'], { step: 'done' }>;
  folder: string | null;
  onClose: () => void;
}) {
  const actions = useActions('projects');
  const { name } = state;
  const start = startLabel(state.facts.start);
  function run() {
    onClose();
    void actions.installAndRun();
  }
  return (
    <>
      <p>
        {folder === null
          ? t('“{name}” is open.', { name })
          : t('“{name}” is open, and kept equal with the folder “{folder}”: its state is in the line at the bottom.', { name, folder })}
      </p>
      <ProjectFactsView facts={state.facts} />
      {state.damaged.length > 0 && <LeftOutList leftOut={state.damaged} />}
      <div className="card-actions">
        {start !== null && (
          <Button variant="ink" onClick={run} autoFocus>
            {start}
          </Button>
        )}
        <Button variant={start === null ? 'secondary' : 'ghost'} onClick={onClose}>
          {start === null ? t('Close') : t('Not now')}
        </Button>
      </div>
    </>
  );
}
