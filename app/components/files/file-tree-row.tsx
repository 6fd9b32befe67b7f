import { forwardRef, type HTMLAttributes } from 'react';
import { FileMark } from '../ui/file-mark.tsx';
import { FileIcon } from '../ui/files/file-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import type { TreeRow } from './file-tree-rows.ts';

interface FileTreeRowProps extends HTMLAttributes<HTMLDivElement> {
  row: TreeRow;
  isSelected: boolean;
  isTabStop: boolean;
  isBeingWritten: boolean;
  isLocked: boolean;
  /** Of a long list, in which rows are where they would be; null: one after the other. Pixels. */
  top: number | null;
  onOpen: () => void;
}

const MARKS = {
  added: { letter: 'A', word: 'added', className: 'c-green' },
  modified: { letter: 'M', word: 'modified', className: 'c-yellow' },
} as const;
/** Of a level of the tree, in pixels. */
const INDENT = 14;
/** Rows below this level are not moved further: their names would be out of sight. */
const DEEPEST_INDENT = 8;

export const FileTreeRow = forwardRef<HTMLDivElement, FileTreeRowProps>(function FileTreeRow(
  { row, isSelected, isTabStop, isBeingWritten, isLocked, top, onOpen, ...rest },
  ref,
) {
  const mark = row.change === 'none' ? null : MARKS[row.change];
  const isFolder = row.kind === 'directory';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles the keys for all rows
    <div
      {...rest}
      ref={ref}
      role="treeitem"
      aria-label={visibleName(row.name)}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isFolder ? row.isExpanded : undefined}
      aria-selected={isSelected}
      aria-description={
        [isBeingWritten ? 'being written' : mark?.word, isLocked ? 'locked' : undefined].filter(Boolean).join(', ') || undefined
      }
      tabIndex={isTabStop ? 0 : -1}
      className={`file-tree-row focus-inset ${isBeingWritten ? 'c-accent' : ''}`}
      style={{ paddingLeft: 8 + Math.min(row.level - 1, DEEPEST_INDENT) * INDENT, ...(top === null ? {} : { top }) }}
      data-placed={top !== null || undefined}
      title={row.path}
      onClick={onOpen}
    >
      {isFolder ? (
        <>
          <Icon name={row.isExpanded ? 'i-lucide-chevron-down' : 'i-lucide-chevron-right'} size={12} />
          <Icon name={row.isExpanded ? 'i-lucide-folder-open' : 'i-lucide-folder'} />
        </>
      ) : (
        <>
          <span className="w-12px flex-shrink-0" />
          <FileIcon path={row.name} isPlain={isBeingWritten} />
        </>
      )}
      <span className="truncate flex-1 min-w-0">{visibleName(row.name)}</span>
      {isLocked && <Icon name="i-lucide-lock" size={12} className="c-text-3" />}
      {isBeingWritten ? (
        <Spinner />
      ) : (
        mark && (
          // Drawn, not written: the row's description says it in words.
          <FileMark letter={mark.letter} className={mark.className} />
        )
      )}
    </div>
  );
});
