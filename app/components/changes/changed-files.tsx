import { memo, useEffect, useMemo, useRef } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { Icon } from '../ui/icon.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { useChatComments } from './comments/use-file-comments.ts';
import type { ReviewedFile } from './use-reviewed-files.ts';

interface ChangedFilesProps {
  files: readonly ReviewedFile[];
  /** The path of the file at the top of the view. */
  shown: string | null;
  /** Must be a stable function: a new one would render all rows again. */
  onSelect: (path: string) => void;
}

/** The changed files by name, with a check mark on those that are fully reviewed. */
export function ChangedFiles({ files, shown, onSelect }: ChangedFilesProps) {
  const comments = useCommentCounts();
  return (
    <ul>
      {files.map((file) => {
        const { path } = file.change;
        return <FileRow key={path} file={file} comments={comments.get(path) ?? 0} isShown={path === shown} onSelect={onSelect} />;
      })}
    </ul>
  );
}

/** The number of comments on each file; comments that are still being written do not count. */
function useCommentCounts(): ReadonlyMap<string, number> {
  const comments = useChatComments();
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { path, text } of comments) if (text !== '') counts.set(path, (counts.get(path) ?? 0) + 1);
    return counts;
  }, [comments]);
}

interface FileRowProps {
  file: ReviewedFile;
  comments: number;
  isShown: boolean;
  onSelect: (path: string) => void;
}

const FileRow = memo(function FileRow({ file, comments, isShown, onSelect }: FileRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const { path, kind } = file.change;
  const isReviewed = file.kept === file.keys.length;
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <li ref={row} className="changes-item" data-shown={isShown}>
      <button
        type="button"
        className="changes-row focus-inset"
        aria-current={isShown}
        aria-label={t(
          kind === 'added'
            ? isReviewed
              ? '{path}, added, kept'
              : '{path}, added'
            : kind === 'modified'
              ? isReviewed
                ? '{path}, modified, kept'
                : '{path}, modified'
              : isReviewed
                ? '{path}, removed, kept'
                : '{path}, removed',
          { path: visibleName(path) },
        )}
        title={visibleName(path)}
        onClick={() => onSelect(path)}
      >
        <Icon name={isReviewed ? 'i-lucide-circle-check' : 'i-lucide-circle'} size={14} className={isReviewed ? 'c-green' : 'c-text-3'} />
        <FileName path={path} />
      </button>
      {comments > 0 && (
        <span className="changes-comments">
          <Icon name="i-lucide-message-square" size={12} />
          <span aria-hidden="true">{comments}</span>
          <span className="visually-hidden">{plural(comments, { one: '{count} comment', other: '{count} comments' })}</span>
        </span>
      )}
      <DiffCounts {...file.counts} />
    </li>
  );
});

/**
 * The name comes first because it distinguishes files; if space is short, only the nearest folders stay. In the document the name comes
 * last, so that text selection and screen readers get the path.
 */
function FileName({ path }: { path: string }) {
  const shown = visibleName(path);
  const slash = shown.lastIndexOf('/');
  return (
    <>
      {slash > 0 && (
        <span className="changes-folder">
          <bdi>{shown.slice(0, slash + 1)}</bdi>
        </span>
      )}
      <span className="changes-name">{shown.slice(slash + 1)}</span>
    </>
  );
}
