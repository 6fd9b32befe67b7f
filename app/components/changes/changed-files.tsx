import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { FileMark } from '../ui/file-mark.tsx';
import { Icon } from '../ui/icon.tsx';
import { PathLabel } from '../ui/path-label.tsx';
import { visibleName } from '../ui/text/visible-name.ts';
import { changesText } from './changes-text.ts';
import type { ReviewedFile } from './use-reviewed-files.ts';

const MARKS = {
  added: { letter: 'A', className: 'c-green' },
  modified: { letter: 'M', className: 'c-yellow' },
  removed: { letter: 'D', className: 'c-red' },
} as const;

interface ChangedFilesProps {
  files: readonly ReviewedFile[];
  shown: ReviewedFile | undefined;
  onSelect: (path: string) => void;
}

/** The changed files; a mark for those that are reviewed as a whole. */
export function ChangedFiles({ files, shown, onSelect }: ChangedFilesProps) {
  return (
    <ul>
      {files.map((file) => {
        const { path, kind } = file.change;
        const isReviewed = file.kept === file.keys.length;
        return (
          <li key={path} className="changes-item" data-shown={file === shown}>
            <button
              type="button"
              className="changes-row focus-inset"
              aria-current={file === shown}
              aria-label={changesText.file(visibleName(path), kind, isReviewed)}
              onClick={() => onSelect(path)}
            >
              <Icon
                name={isReviewed ? 'i-lucide-circle-check' : 'i-lucide-circle'}
                size={14}
                className={isReviewed ? 'c-green' : 'c-text-3'}
              />
              <PathLabel path={path} />
            </button>
            <DiffCounts {...file.counts} />
            <FileMark {...MARKS[kind]} />
          </li>
        );
      })}
    </ul>
  );
}
