import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import type { ReviewSum } from './use-reviewed-files.ts';

interface NowRowProps {
  /** The current changes. Null while a past step is shown: the changes since then are not counted. */
  changes: ReviewSum | null;
  /** Whether the current state is shown. */
  isShown: boolean;
  onShow: () => void;
}

/** The current state, above all past ones. Pressing it leaves the past state that is shown. */
export function NowRow({ changes, isShown, onShow }: NowRowProps) {
  return (
    <li className="now-row">
      <span className="now-dot" />
      <button type="button" className="now-button focus-inset" aria-current={isShown} onClick={onShow}>
        {t('Now')}
      </button>
      {changes !== null && (
        <span className="now-changes">
          {plural(changes.files, { one: '{count} file', other: '{count} files' })}
          <DiffCounts added={changes.added} removed={changes.removed} />
        </span>
      )}
    </li>
  );
}
