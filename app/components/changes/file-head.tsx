import { useId } from 'react';
import type { ChangeSource } from '../../lib/chat/past/change-source.ts';
import { t } from '../../lib/i18n/t.ts';
import { $narrowPane, $workbenchTab } from '../../lib/stores/workbench.ts';
import { useActions } from '../page/workbench-context.tsx';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { useReadingOnly } from '../ui/hooks/use-reading-only.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { CommentButton } from './comments/comment-button.tsx';
import { forgetKept, keepChanges } from './kept-changes.ts';
import type { ReviewedFile } from './use-reviewed-files.ts';

const BADGES: Readonly<Record<ReviewedFile['change']['kind'], { tone: BadgeTone; text: () => string }>> = {
  added: { tone: 'green', text: () => t('New') },
  modified: { tone: 'yellow', text: () => t('Changed') },
  removed: { tone: 'red', text: () => t('Removed') },
};

interface FileHeadProps {
  file: ReviewedFile;
  source: ChangeSource;
  /** Whether this is the file at the top, which commands apply to. */
  isCurrent: boolean;
  isFolded: boolean;
  onFold: () => void;
  onComment: () => void;
}

/** The head above a file's difference: the file's name and the actions for the whole file. */
export function FileHead({ file: { change, counts, keys, kept }, source, isCurrent, isFolded, onFold, onComment }: FileHeadProps) {
  const actions = useActions('checkpoints');
  const files = useActions('files');
  const id = useId();
  // Every file has a button of the same name, so the file's name is added as its description.
  const reading = { 'aria-describedby': id, ...useReadingOnly(id) };
  const command = (name: string) => (isCurrent ? name : undefined);
  const { path, kind } = change;
  const { tone, text } = BADGES[kind];
  function open() {
    $workbenchTab.set('code');
    $narrowPane.set('code');
    void files.openFile(path);
  }
  function revert() {
    if (source.type === 'task') return actions.revertTask([path]);
    return source.type === 'step' ? actions.undoStep(source.sequence, path) : actions.restoreCheckpoint(source.sequence, [path]);
  }
  return (
    <div className="change-head">
      <IconButton
        icon={isFolded ? 'i-lucide-chevron-right' : 'i-lucide-chevron-down'}
        iconSize={14}
        label={t('Difference of {path}', { path: visibleName(path) })}
        aria-expanded={!isFolded}
        onClick={onFold}
      />
      <h3 id={id} className="change-title">
        <PathLabel path={path} />
      </h3>
      <Badge tone={tone}>{text()}</Badge>
      <DiffCounts {...counts} />
      <span className="flex-1" />
      {kind !== 'removed' && (
        <Button variant="ghost" size={24} aria-describedby={id} data-command={command('open-changed-file')} onClick={open}>
          {t('Open')}
        </Button>
      )}
      {kind !== 'modified' && <CommentButton size={24} name={t('Comment on {path}', { path: visibleName(path) })} onClick={onComment} />}
      <Button variant="ghost" size={24} data-command={command('revert-file')} onClick={() => revert()} {...reading}>
        {t('Revert file')}
      </Button>
      {kept === keys.length ? (
        <>
          <span className="kept-mark">
            <Icon name="i-lucide-check" size={14} /> {t('Kept')}
          </span>
          <Button variant="ghost" size={24} aria-label={t('Undo keeping {range}', { range: path })} onClick={() => forgetKept(keys)}>
            {t('Undo')}
          </Button>
        </>
      ) : (
        <Button size={24} aria-describedby={id} data-command={command('keep-file')} onClick={() => keepChanges(keys)}>
          {t('Keep file')}
        </Button>
      )}
    </div>
  );
}
