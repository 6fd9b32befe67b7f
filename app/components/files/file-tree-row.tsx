import { memo } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { FileMark } from '../ui/file-mark.tsx';
import { FileIcon } from '../ui/files/file-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { shortText } from '../ui/text/short-text.ts';
import { visibleName } from '../ui/text/visible-name.ts';
import type { TreeRow } from './file-tree-rows.ts';

interface FileTreeRowProps {
  row: TreeRow;
  isSelected: boolean;
  isTabStop: boolean;
  isBeingWritten: boolean;
  isLocked: boolean;
  /** Whether the next paste moves it. */
  isCut: boolean;
  /** Whether the dragged entry would be moved or copied into it. */
  isDropTarget: boolean;
  /** Position in pixels in a long list, whose rows are positioned absolutely; `null` in a short one. */
  top: number | null;
}

const MARKS: Readonly<Record<Exclude<TreeRow['change'], 'none'>, { letter: string; word: () => string; className: string }>> = {
  added: { letter: 'A', word: () => t('added'), className: 'c-green' },
  modified: { letter: 'M', word: () => t('modified'), className: 'c-yellow' },
};
/** Indentation per level in pixels. */
const INDENT = 14;
/** Deepest level that is indented further: deeper names would be out of view. */
const DEEPEST_INDENT = 8;

/** One entry. The tree has the handlers for all rows, so that a row renders again only if it looks different. */
export const FileTreeRow = memo(function FileTreeRow(props: FileTreeRowProps) {
  const { row, isSelected, isTabStop, isBeingWritten, isLocked, isCut, isDropTarget, top } = props;
  const isFolder = row.kind === 'directory';
  const name = visibleName(row.name);
  return (
    <div
      role="treeitem"
      aria-label={row.linkTo === null ? name : t('{name}, link to {target}', { name, target: visibleName(row.linkTo) })}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isFolder ? row.isExpanded : undefined}
      aria-selected={isSelected}
      aria-description={describe(props)}
      tabIndex={isTabStop ? 0 : -1}
      className={`file-tree-row focus-inset ${isBeingWritten ? 'c-accent' : ''}`}
      style={{ paddingLeft: 8 + Math.min(row.level - 1, DEEPEST_INDENT) * INDENT, ...(top === null ? {} : { top }) }}
      data-path={row.path}
      data-placed={top !== null || undefined}
      data-dim={row.isIgnored || isCut || undefined}
      data-drop={isDropTarget || undefined}
      draggable
      title={row.linkTo === null ? shortText(row.path) : `${row.path} → ${visibleName(row.linkTo)}`}
    >
      {isFolder ? (
        <>
          <Icon name={row.isExpanded ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} size={12} />
          <Icon name={row.isExpanded ? 'i-lucide-folder-open' : 'i-lucide-folder'} />
        </>
      ) : (
        <>
          <span className="w-12px flex-shrink-0" />
          {row.linkTo === null ? (
            <FileIcon path={row.name} isPlain={isBeingWritten || row.isIgnored} />
          ) : (
            <Icon name="i-lucide-file-symlink" className="c-text-3" />
          )}
        </>
      )}
      <span className="truncate flex-1 min-w-0">{name}</span>
      {isLocked && <Icon name="i-lucide-lock" size={12} className="c-text-3" />}
      <ChangeMark row={row} isBeingWritten={isBeingWritten} />
    </div>
  );
});

/** Visual only: the row's description contains it as text. */
function ChangeMark({ row, isBeingWritten }: Pick<FileTreeRowProps, 'row' | 'isBeingWritten'>) {
  if (isBeingWritten) return <Spinner />;
  if (row.change !== 'none') return <FileMark letter={MARKS[row.change].letter} className={MARKS[row.change].className} />;
  return row.hasChanges && !row.isExpanded ? <span className="file-tree-dot" /> : null;
}

function describe({ row, isBeingWritten, isLocked, isCut }: FileTreeRowProps): string | undefined {
  const change = row.change === 'none' ? undefined : MARKS[row.change].word();
  const words = [
    isBeingWritten ? t('being written') : change,
    row.hasChanges && !row.isExpanded ? t('has changes') : undefined,
    isLocked ? t('locked') : undefined,
    row.isIgnored ? t('ignored') : undefined,
    isCut ? t('cut') : undefined,
  ];
  return words.filter(Boolean).join(', ') || undefined;
}
