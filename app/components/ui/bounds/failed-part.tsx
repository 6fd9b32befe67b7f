import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../button.tsx';

/** Shown instead of a part of the page that failed to render; the other parts work. */
export function FailedPart({ failure, onAgain }: { failure: string; onAgain: () => void }) {
  return (
    <div className="empty-state" role="alert">
      <p className="wrap-anywhere">
        {t('This part could not be drawn: {failure}. The rest of the page works.', { failure: failure.slice(0, 200) })}
      </p>
      <Button size={24} onClick={onAgain}>
        {t('Try again')}
      </Button>
    </div>
  );
}
