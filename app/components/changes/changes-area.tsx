import './changes-area.css';
import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { DiffLayout } from '../../lib/editor/create-diff-view.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { ChangesHead } from './changes-head.tsx';
import { CheckpointList } from './checkpoint-list.tsx';
import { CommentsBar } from './comments/comments-bar.tsx';
import { useFileOfComment } from './comments/use-file-of-comment.ts';
import { NameField } from './name-field.tsx';
import { newestChanges, sourceKey, useShownChanges, useStableSource } from './shown-changes.ts';
import { SinceField } from './since-field.tsx';
import { changeSteps } from './stack/change-places.ts';
import { ChangeStack } from './stack/change-stack.tsx';
import { ChangeSteps } from './stack/change-steps.tsx';
import { useReviewPlace } from './stack/use-review-place.ts';
import { sumOf, useReviewedFiles } from './use-reviewed-files.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';
import { useWantedChanges } from './use-wanted-changes.ts';

/** The changes since the newest task with changes, of a past step or since a checkpoint, file by file, to be kept or reverted. */
export function ChangesArea() {
  const files = useStore($files);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const [chosen, setChosen] = useState<{ chatId: string | null; source: ChangeSource } | null>(null);
  const [layout, setLayout] = useState<DiffLayout>('unified');
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const [timeline, readAgain] = useTimeline();
  const isPresent = chosen?.chatId !== chatId;
  const source = useStableSource(isPresent ? newestChanges(timeline) : chosen.source);
  const changes = useShownChanges(source, files);
  const reviewed = useReviewedFiles(changes);
  const key = sourceKey(source);
  const place = useReviewPlace(key);
  useFileOfComment(changes, place.actions.approachFile);
  const current = (reviewed.find(({ change }) => change.path === place.current) ?? reviewed[0])?.change.path ?? null;
  const steps = useMemo(() => changeSteps(reviewed, current, place.visited), [reviewed, current, place.visited]);
  const setSource = (next: ChangeSource) => setChosen({ chatId, source: next });
  useWantedChanges({ key, changes, onSource: setSource, onFile: place.actions.goToFile });
  const isEmpty = reviewed.length === 0 && timeline.steps.length === 0;
  return (
    <div className="changes-frame">
      {!isEmpty && (
        <ChangesHead
          files={reviewed}
          source={source}
          layout={isNarrow ? null : layout}
          onLayout={setLayout}
          since={<SinceField timeline={timeline} source={source} onChange={setSource} />}
          steps={<ChangeSteps steps={steps} onGo={place.actions.goToChange} />}
        />
      )}
      <CommentsBar changes={changes} />
      <div className="changes-area">
        <div className="changes-side">
          {(reviewed.length > 0 || chosen !== null) && (
            <nav className="changes-list" aria-label={t('Changed files')}>
              <StepHead
                key={key}
                timeline={timeline}
                source={source}
                onChange={setSource}
                onClose={() => setChosen(null)}
                onNamed={readAgain}
              />
              <ChangedFiles files={reviewed} shown={current} onSelect={place.actions.goToFile} />
            </nav>
          )}
          <CheckpointList
            timeline={timeline}
            onNamed={readAgain}
            shown={source.type === 'task' ? null : source.sequence}
            onShow={({ sequence }) => setSource({ type: 'step', sequence })}
            now={{ changes: source.type === 'step' ? null : sumOf(reviewed), isShown: isPresent, onShow: () => setChosen(null) }}
          />
        </div>
        {current === null ? (
          <EmptyState
            icon="i-lucide-file-diff"
            text={
              isEmpty
                ? t('Nothing has changed yet. What the agent changes is reviewed here, file by file.')
                : t('Nothing has changed since then.')
            }
          />
        ) : (
          <ChangeStack key={key} files={reviewed} current={current} place={place} source={source} layout={isNarrow ? 'unified' : layout} />
        )}
      </div>
    </div>
  );
}

interface StepHeadProps {
  timeline: Timeline;
  source: ChangeSource;
  onChange: (source: ChangeSource) => void;
  onClose: () => void;
  onNamed: () => void;
}

/** Names the shown step, and says whether it is shown alone or with all later changes. */
function StepHead({ timeline, source, onChange, onClose, onNamed }: StepHeadProps) {
  const [isNaming, setIsNaming] = useState(false);
  const step = source.type === 'task' ? undefined : timeline.steps.find(({ sequence }) => sequence === source.sequence);
  if (step === undefined) return null;
  const { sequence, name, label } = step;
  return (
    <div className="past-source">
      <p className="truncate" title={label}>
        {name !== null && <span className="font-500">★ {name} · </span>}
        {label}
      </p>
      {isNaming && (
        <NameField sequence={sequence} label={t('Name of the step')} name={name} onDone={() => setIsNaming(false)} onNamed={onNamed} />
      )}
      <div className="flex items-center gap-4px">
        <Button size={20} aria-pressed={source.type === 'step'} onClick={() => onChange({ type: 'step', sequence })}>
          {t('This step')}
        </Button>
        <Button size={20} aria-pressed={source.type === 'since'} onClick={() => onChange({ type: 'since', sequence })}>
          {t('Since then')}
        </Button>
        <span className="flex-1" />
        <IconButton
          icon={name === null ? 'i-lucide-bookmark-plus' : 'i-lucide-bookmark'}
          label={name === null ? t('Name this step') : t('Rename this step')}
          aria-expanded={isNaming}
          data-command="name-step"
          onClick={() => setIsNaming(!isNaming)}
        />
        <IconButton icon="i-lucide-x" label={t("Show the newest task's changes")} onClick={onClose} />
      </div>
    </div>
  );
}
