import { memo, useEffect, useMemo, useRef } from 'react';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { Icon } from '../ui/icon.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { changesText } from './changes-text.ts';
import { commentsText } from './comments/comments-text.ts';
import { useChatComments } from './comments/use-file-comments.ts';
import type { ReviewedFile } from './use-reviewed-files.ts';

interface ChangedFilesProps {
  files: readonly ReviewedFile[];
  /** The one that is on top. */
  shown: string | null;
  /** The same function each time: rows are drawn again for another one. */
  onSelect: (path: string) => void;
}

/** The changed files, by name; a check on those that are reviewed as a whole. */
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

/** How many there are on each file; one that is not written yet is none. */
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
        aria-label={changesText.file(visibleName(path), kind, isReviewed)}
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
          <span className="visually-hidden">{commentsText.count(comments)}</span>
        </span>
      )}
      <DiffCounts {...file.counts} />
    </li>
  );
});

/**
 * The name is shown first: it is what tells files apart; of its folders those next to it stay where there is no room for all. In the
 * document it comes last, for what is read and spoken is the path.
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
