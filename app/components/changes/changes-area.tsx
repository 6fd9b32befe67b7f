import './changes-area.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import type { DiffLayout } from '../../lib/editor/create-diff-view.ts';
import { t } from '../../lib/i18n/t.ts';
import { $chat } from '../../lib/stores/chat.ts';
import { $files } from '../../lib/stores/files.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { NARROW_QUERY, useMediaQuery } from '../ui/hooks/use-media-query.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ChangeView } from './change-view.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { ChangesHead } from './changes-head.tsx';
import { changesText } from './changes-text.ts';
import { CheckpointList } from './checkpoint-list.tsx';
import { CommentsBar } from './comments/comments-bar.tsx';
import { useFileOfComment } from './comments/use-file-of-comment.ts';
import { NameField } from './name-field.tsx';
import { newestChanges, sourceKey, useShownChanges, useStableSource } from './shown-changes.ts';
import { SinceField } from './since-field.tsx';
import { useReviewedFiles } from './use-reviewed-files.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';

/** What has changed since the newest task with changes, a step of the past or a checkpoint, file by file, to be kept or reverted. */
export function ChangesArea() {
  const files = useStore($files);
  const { chatId } = useStore($chat, { keys: ['chatId'] });
  const [chosen, setChosen] = useState<{ chatId: string | null; source: ChangeSource } | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [layout, setLayout] = useState<DiffLayout>('unified');
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const [timeline, readAgain] = useTimeline();
  const source = useStableSource(chosen?.chatId === chatId ? chosen.source : newestChanges(timeline));
  const changes = useShownChanges(source, files);
  const reviewed = useReviewedFiles(changes);
  useFileOfComment(changes, setSelected);
  const shown = reviewed.find(({ change }) => change.path === selected) ?? reviewed[0];
  const setSource = (next: ChangeSource) => setChosen({ chatId, source: next });
  const key = sourceKey(source);
  const isEmpty = reviewed.length === 0 && timeline.steps.length === 0;
  return (
    <div className="changes-frame">
      {!isEmpty && (
        <ChangesHead files={reviewed} source={source} layout={isNarrow ? null : layout} onLayout={setLayout}>
          <SinceField timeline={timeline} source={source} onChange={setSource} />
        </ChangesHead>
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
              <ChangedFiles files={reviewed} shown={shown} onSelect={setSelected} />
            </nav>
          )}
          <CheckpointList
            timeline={timeline}
            onNamed={readAgain}
            shown={source.type === 'task' ? null : source.sequence}
            onShow={({ sequence }) => setSource({ type: 'step', sequence })}
          />
        </div>
        {shown === undefined ? (
          <EmptyState icon="i-lucide-file-diff" text={isEmpty ? changesText.nothingYet() : changesText.nothing()} />
        ) : (
          <ChangeView key={`${key} ${shown.change.path}`} file={shown} source={source} layout={isNarrow ? 'unified' : layout} />
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

/** Which step is looked at, and whether alone or with all that came later. */
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
        <NameField sequence={sequence} label={changesText.nameOfStep()} name={name} onDone={() => setIsNaming(false)} onNamed={onNamed} />
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
          label={changesText.nameStep(name)}
          aria-expanded={isNaming}
          data-command="name-step"
          onClick={() => setIsNaming(!isNaming)}
        />
        <IconButton icon="i-lucide-x" label={t("Show the newest task's changes")} onClick={onClose} />
      </div>
    </div>
  );
}
