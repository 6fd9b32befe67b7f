import { useEffect, useId, useRef, useState } from 'react';
import { t, tIn } from '../../../lib/i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { giveFocusBack } from '../../ui/dialog/give-focus-back.ts';
import { NARROW_QUERY, useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { TOUR_STEPS, type TourStep } from './tour-steps.ts';
import { useCardPlace } from './use-card-place.ts';

const NO_ANCHORS: TourStep['anchors'] = [];

/** Shows the tour's cards, one at a time, next to their anchors. The page stays usable: nothing waits for the tour. */
export function TourCard({ onClose }: { onClose: () => void }) {
  const [index, setIndex] = useState(0);
  const card = useRef<HTMLElement>(null);
  const [titleId, textId] = [useId(), useId()];
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const step = TOUR_STEPS[index] ?? TOUR_STEPS[0];
  const place = useCardPlace(card, isNarrow || step === undefined ? NO_ANCHORS : step.anchors);
  useEscape(onClose);
  useFocusGivenBack();
  if (step === undefined) return null;
  const isLast = index === TOUR_STEPS.length - 1;
  return (
    <>
      {place?.anchor != null && <div aria-hidden="true" className="tour-ring" style={place.anchor} />}
      <section
        ref={card}
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
        className="tour-card"
        // Not `visibility`: a hidden element cannot be focused, and the button requests the focus before the place is known.
        style={place === null ? { opacity: 0 } : place.card}
      >
        {/* Read out with the next step, because the focus stays on the button. */}
        <div aria-live="polite">
          <p className="text-xs c-text-3">{t('Step {step} of {count}', { step: index + 1, count: TOUR_STEPS.length })}</p>
          <h2 id={titleId} className="tour-title">
            {step.title()}
          </h2>
          <p id={textId} className="c-text-2">
            {step.text()}
          </p>
        </div>
        <div className="tour-buttons">
          {!isLast && (
            <Button variant="ghost" size={24} onClick={onClose}>
              {tIn('of a tour', 'Skip')}
            </Button>
          )}
          <span className="flex-1" />
          {index > 0 && (
            <Button size={24} onClick={() => setIndex(index - 1)}>
              {t('Back')}
            </Button>
          )}
          <NextButton isLast={isLast} onPress={() => (isLast ? onClose() : setIndex(index + 1))} />
        </div>
      </section>
    </>
  );
}

/** Focused at the start, because the user has asked for the tour. */
function NextButton({ isLast, onPress }: { isLast: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} variant="ink" size={24} onClick={onPress}>
      {isLast ? t('Done') : tIn('of a tour', 'Next')}
    </Button>
  );
}

/** Escape closes the tour, wherever the focus is, unless it has closed something else, such as a menu or a dialog. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
}

/** Returns the focus to its previous place or to the message box, unless something else has taken it from the tour. */
function useFocusGivenBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the card, and the focus in it, is gone.
      setTimeout(() => giveFocusBack(before));
    },
    [before],
  );
}
