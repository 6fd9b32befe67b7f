import { t } from '../../../lib/i18n/t.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ChangePlace, ChangeSteps as Steps } from './change-places.ts';

interface ChangeStepsProps {
  steps: Steps;
  onGo: (place: ChangePlace) => void;
}

/** Moves from change to change through all files, even those far out of view. */
export function ChangeSteps({ steps: { at, count, previous, next }, onGo }: ChangeStepsProps) {
  return (
    <span className="change-steps">
      {at >= 0 && <span className="text-sm c-text-3 shrink-0">{t('{at} of {all}', { at: at + 1, all: count })}</span>}
      <IconButton
        icon="i-lucide-arrow-up"
        label={t('Previous change')}
        disabled={previous === null}
        data-command="previous-change"
        onClick={() => previous && onGo(previous)}
      />
      <IconButton
        icon="i-lucide-arrow-down"
        label={t('Next change')}
        disabled={next === null}
        data-command="next-change"
        onClick={() => next && onGo(next)}
      />
    </span>
  );
}
