import { t } from '../../lib/i18n/t.ts';
import { DiffCounts } from '../ui/diff/diff-counts.tsx';
import { changesText } from './changes-text.ts';
import type { ReviewSum } from './use-reviewed-files.ts';

interface NowRowProps {
  /** What has changed until now; null: a step of the past is shown, and nobody has counted what came since. */
  changes: ReviewSum | null;
  /** Whether the present is what is shown. */
  isShown: boolean;
  onShow: () => void;
}

/** Above all that was: what is there now. Pressing it leaves the past that was looked at. */
export function NowRow({ changes, isShown, onShow }: NowRowProps) {
  return (
    <li className="now-row">
      <span className="now-dot" />
      <button type="button" className="now-button focus-inset" aria-current={isShown} onClick={onShow}>
        {t('Now')}
      </button>
      {changes !== null && (
        <span className="now-changes">
          {changesText.files(changes.files)}
          <DiffCounts added={changes.added} removed={changes.removed} />
        </span>
      )}
    </li>
  );
}
