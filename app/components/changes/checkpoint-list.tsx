import { Suspense, useState } from 'react';
import type { StepSummary } from '../../lib/chat/past/undo-service.ts';
import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Button } from '../ui/button.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { CheckpointRow } from './checkpoint-row.tsx';
import { checkpointTitle } from './checkpoint-title.ts';
import { NowRow } from './now-row.tsx';
import { StepList } from './step-list.tsx';
import { timelineGroups } from './timeline-groups.ts';
import type { ReviewSum } from './use-reviewed-files.ts';
import type { Timeline } from './use-timeline.ts';

const RestoreDialog = lazyPart(() => import('./restore-dialog.tsx').then((module) => ({ default: module.RestoreDialog })));

/** Shorter timelines have no search field: reading them is faster. */
const SEARCHED_FROM = 8;

interface CheckpointListProps {
  timeline: Timeline;
  /** Called after something has been named. */
  onNamed: () => void;
  /** The step whose changes are shown. */
  shown: number | null;
  onShow: (step: StepSummary) => void;
  now: { changes: ReviewSum | null; isShown: boolean; onShow: () => void };
}

/** The state to which files would be restored, as shown in the dialog. */
interface Chosen {
  sequence: number;
  title: string;
  /** How many files would change. */
  files: number;
}

/**
 * The starts of tasks and of the user's commands, the states before each restore, and the steps of each. The user can restore any of them,
 * and undo that.
 */
export function CheckpointList({ timeline, onNamed, shown, onShow, now }: CheckpointListProps) {
  const actions = useActions('checkpoints');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [query, setQuery] = useState('');
  const count = timeline.checkpoints.length + timeline.steps.length;
  if (count === 0) return null;
  const groups = timelineGroups(timeline, query);
  async function restoreStep({ sequence, label }: StepSummary) {
    const files = (await actions.listCheckpointFiles(sequence)).length;
    setChosen({ sequence, files, title: t('Before “{label}”', { label }) });
  }
  const shared = { shown, onShow, onRestore: (step: StepSummary) => void restoreStep(step) };
  return (
    <section className="checkpoints" aria-labelledby="checkpoints-title">
      <CheckpointsHead />
      {(count >= SEARCHED_FROM || query !== '') && <SearchField query={query} onChange={setQuery} found={groups.length} />}
      <ul aria-label={t('Checkpoints')}>
        {query === '' && <NowRow {...now} />}
        {groups.map(({ checkpoint, steps }, index) => (
          <li key={checkpoint?.sequence ?? 'beginning'}>
            {checkpoint !== null && (
              <CheckpointRow
                checkpoint={checkpoint}
                onNamed={onNamed}
                onRestore={() =>
                  setChosen({ sequence: checkpoint.sequence, files: checkpoint.differs, title: checkpointTitle(checkpoint) })
                }
              />
            )}
            <StepList
              // Matching steps are unfolded immediately.
              key={query === '' ? 'all' : 'found'}
              title={checkpoint === null ? t('the beginning') : checkpointTitle(checkpoint)}
              steps={steps}
              isOpenAtFirst={index === 0 || query !== ''}
              {...shared}
            />
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <Suspense>
          <RestoreDialog
            title={chosen.title}
            files={chosen.files}
            listFiles={() => actions.listCheckpointFiles(chosen.sequence)}
            onRestore={(paths) =>
              paths === undefined ? actions.restoreCheckpoint(chosen.sequence) : actions.restoreCheckpoint(chosen.sequence, paths)
            }
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

function CheckpointsHead() {
  const actions = useActions('checkpoints');
  const reading = useReadingOnly();
  return (
    <div className="checkpoints-head">
      <h2 id="checkpoints-title" className="changes-title">
        {t('Checkpoints')}
      </h2>
      <span className="flex flex-wrap">
        <Button
          variant="ghost"
          size={20}
          icon="i-lucide-undo-2"
          data-command="undo-step"
          onClick={() => actions.undoLastStep()}
          {...reading}
        >
          {t('Undo last step')}
        </Button>
        <Button variant="ghost" size={20} data-command="undo-task" onClick={() => actions.undoLastRun()} {...reading}>
          {t('Undo last task')}
        </Button>
      </span>
    </div>
  );
}

function SearchField({ query, onChange, found }: { query: string; onChange: (query: string) => void; found: number }) {
  return (
    <div className="checkpoints-search">
      <input
        className="field w-full"
        type="search"
        data-command="search-checkpoints"
        aria-label={t('Search checkpoints')}
        placeholder={t('Search names, messages, files')}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      <p role="status" className={found === 0 ? 'text-sm c-text-3 py-4px' : 'visually-hidden'}>
        {query === '' ? '' : found === 0 ? t('Nothing of that name, message or file.') : t('{amount} found', { amount: numberText(found) })}
      </p>
    </div>
  );
}
