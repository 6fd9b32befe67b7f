import type { ReactNode } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { DiffLayout } from '../../lib/editor/create-diff-view.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t, tIn } from '../../lib/i18n/t.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { LayoutChoice } from '../ui/diff/layout-choice.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { keepChanges } from './kept-changes.ts';
import { type ReviewedFile, sumOf } from './use-reviewed-files.ts';

interface ChangesHeadProps {
  files: readonly ReviewedFile[];
  source: ChangeSource;
  /** Null if there is room for only one layout. */
  layout: DiffLayout | null;
  onLayout: (layout: DiffLayout) => void;
  since: ReactNode;
  /** Buttons for the previous and next change. */
  steps: ReactNode;
}

/** How much has changed since when, how much of it is reviewed, and the actions for all changes. */
export function ChangesHead({ files, source, layout, onLayout, since, steps }: ChangesHeadProps) {
  const actions = useActions('checkpoints');
  const reading = useReadingOnly();
  const { added, removed, hunks, kept } = sumOf(files);
  function revertAll() {
    if (source.type === 'task') return actions.revertTask();
    return source.type === 'step' ? actions.undoStep(source.sequence) : actions.restoreCheckpoint(source.sequence);
  }
  return (
    <div className="changes-head">
      <h2 className="font-500 c-text-1 shrink-0">{plural(files.length, { one: '{count} file', other: '{count} files' })}</h2>
      <DiffCounts added={added} removed={removed} />
      <span className="c-text-3 shrink-0">{source.type === 'step' ? tIn('files changed', 'in') : tIn('files changed', 'since')}</span>
      {since}
      {hunks > 0 && (
        <span className="text-sm c-text-3 shrink-0" role="status">
          {plural(hunks, { one: '{kept} of {count} change kept', other: '{kept} of {count} changes kept' }, { kept })}
        </span>
      )}
      <span className="flex-1" />
      {files.length > 0 && (
        <>
          {steps}
          {layout !== null && <LayoutChoice layout={layout} onChange={onLayout} />}
          <Button variant="ghost" size={24} data-command="revert-all" onClick={() => revertAll()} {...reading}>
            {t('Revert all')}
          </Button>
          <Button
            variant="ink"
            size={24}
            disabled={kept === hunks}
            data-command="keep-all"
            onClick={() => keepChanges(files.flatMap(({ keys }) => keys))}
          >
            {t('Keep all')}
          </Button>
        </>
      )}
    </div>
  );
}
