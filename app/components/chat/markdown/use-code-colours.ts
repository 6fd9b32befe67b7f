import { createContext, type RefObject, useContext, useEffect, useState } from 'react';
import type { ColouredRange } from '../../../lib/editor/colour-code.ts';
import { endingOfLanguage } from '../../../lib/editor/ending-of-language.ts';
import { useRestsInView } from '../../ui/hooks/use-rests-in-view.ts';
import { untilLoaded } from '../../ui/loading/until-loaded.ts';

/** Whether more of the block may come: its code is coloured when it is whole. */
export const GrowingContext = createContext(false);

/** Longer code stays plain. Characters: colouring this much takes some 20 ms. */
const LONGEST = 50_000;
const NONE: readonly ColouredRange[] = [];

/**
 * The editor's colours for the block of code in `element`, loaded when the first whole one that the editor knows is in view. Those of a
 * long answer that nobody has scrolled to cost nothing, and they never come all at once.
 */
export function useCodeColours(element: RefObject<Element | null>, code: string, language: string): readonly ColouredRange[] {
  const isGrowing = useContext(GrowingContext);
  const [found, setFound] = useState({ code: '', colours: NONE });
  const ending = isGrowing || code === '' || code.length > LONGEST ? null : endingOfLanguage(language);
  const isSeen = useRestsInView(element, ending !== null);
  useEffect(() => {
    if (ending === null || !isSeen) return;
    let isCurrent = true;
    untilLoaded(() => import('../../../lib/editor/colour-code.ts'))
      .then(({ colourCode }) => colourCode(code, ending))
      .then(
        (colours) => isCurrent && setFound({ code, colours }),
        // Plain code is whole, too.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [code, ending, isSeen]);
  return found.code === code ? found.colours : NONE;
}
