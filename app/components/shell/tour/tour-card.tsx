import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { giveFocusBack } from '../../ui/dialog/give-focus-back.ts';
import { NARROW_QUERY, useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { TOUR_STEPS, type TourStep } from './tour-steps.ts';
import { TOUR_TEXT as TEXT } from './tour-text.ts';
import { useCardPlace } from './use-card-place.ts';

const NO_ANCHORS: TourStep['anchors'] = [];

/** Three cards, one at a time, beside what they are about. The page is used as ever meanwhile: nothing waits for the tour. */
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
        // Not `visibility`: what is hidden takes no focus, and the button asks for it before the place is known.
        style={place === null ? { opacity: 0 } : place.card}
      >
        {/* With the next step it is read out: the focus stays on the button. */}
        <div aria-live="polite">
          <p className="text-xs c-text-3">{TEXT.step(index + 1, TOUR_STEPS.length)}</p>
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
              {TEXT.skip()}
            </Button>
          )}
          <span className="flex-1" />
          {index > 0 && (
            <Button size={24} onClick={() => setIndex(index - 1)}>
              {TEXT.back()}
            </Button>
          )}
          <NextButton isLast={isLast} onPress={() => (isLast ? onClose() : setIndex(index + 1))} />
        </div>
      </section>
    </>
  );
}

/** It has the focus from the beginning on: whoever opens the tour has asked for it. */
function NextButton({ isLast, onPress }: { isLast: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} variant="ink" size={24} onClick={onPress}>
      {isLast ? TEXT.done() : TEXT.next()}
    </Button>
  );
}

/** Escape closes it, wherever the focus is, unless it has closed something else: a menu, a dialog. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
}

/** Where the focus was before, or the message box; what took it from the tour keeps it. */
function useFocusGivenBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the card is gone, and with it the focus that was in it.
      setTimeout(() => giveFocusBack(before));
    },
    [before],
  );
}
