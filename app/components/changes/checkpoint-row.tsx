import { useState } from 'react';
import { buttonName } from '../../lib/button-names/button-name.ts';
import type { Checkpoint } from '../../lib/chat/checkpoints.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { Icon } from '../ui/icon.tsx';
import { WorkButton } from '../ui/project-work/work-button.tsx';
import { WorkIconButton } from '../ui/project-work/work-icon-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { checkpointTitle } from './checkpoint-title.ts';
import { NameField } from './name-field.tsx';

const ICONS = { task: 'i-lucide-flag-triangle-right', command: 'i-lucide-square-terminal', restore: 'i-lucide-undo-2' } as const;

interface CheckpointRowProps {
  checkpoint: Checkpoint;
  onNamed: () => void;
  onRestore: () => void;
}

/** A checkpoint that the user can restore, with its name and the changes until the next checkpoint. */
export function CheckpointRow({ checkpoint, onNamed, onRestore }: CheckpointRowProps) {
  const [isNaming, setIsNaming] = useState(false);
  const { sequence, kind, bookmark, at, changedFiles, differs } = checkpoint;
  return (
    <div className="checkpoint">
      <Icon name={ICONS[kind]} className="c-text-3" />
      <div className="flex-1 min-w-0">
        <p id={`checkpoint-${sequence}`} className="checkpoint-title" title={checkpointTitle(checkpoint)}>
          {bookmark !== null && <span className="font-500">★ {bookmark} · </span>}
          {checkpointTitle(checkpoint)}
        </p>
        {isNaming && (
          <NameField
            sequence={sequence}
            label={t('Name of the bookmark')}
            name={bookmark}
            onDone={() => setIsNaming(false)}
            onNamed={onNamed}
          />
        )}
        <p className="flex flex-wrap gap-x-8px text-sm c-text-3">
          <span>
            {changedFiles === 0
              ? t('no files changed')
              : plural(changedFiles, { one: '{count} file changed', other: '{count} files changed' })}
          </span>
          {differs === 0 && <span>{t('As now')}</span>}
        </p>
      </div>
      <RelativeTime at={at} />
      {!isNaming && <CheckpointButtons checkpoint={checkpoint} onName={() => setIsNaming(true)} onRestore={onRestore} />}
    </div>
  );
}

interface CheckpointButtonsProps {
  checkpoint: Checkpoint;
  onName: () => void;
  onRestore: () => void;
}

function CheckpointButtons({ checkpoint: { sequence, bookmark, differs }, onName, onRestore }: CheckpointButtonsProps) {
  return (
    <span className="row-acts">
      <WorkIconButton
        icon={bookmark === null ? 'i-lucide-bookmark-plus' : 'i-lucide-bookmark'}
        label={bookmark === null ? t('Bookmark') : t('Rename the bookmark')}
        aria-describedby={`checkpoint-${sequence}`}
        onClick={onName}
      />
      {differs > 0 && (
        <WorkButton size={20} aria-describedby={`checkpoint-${sequence}`} onClick={onRestore}>
          {buttonName('restore')}
        </WorkButton>
      )}
    </span>
  );
}
