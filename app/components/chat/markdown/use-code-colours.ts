import { createContext, type RefObject, useContext, useEffect, useState } from 'react';
import type { ColouredRange } from '../../../lib/editor/colour-code.ts';
import { endingOfLanguage } from '../../../lib/editor/ending-of-language.ts';
import { useRestsInView } from '../../ui/hooks/use-rests-in-view.ts';
import { untilLoaded } from '../../ui/loading/until-loaded.ts';

/** Whether the block may still grow: its code is coloured when it is complete. */
export const GrowingContext = createContext(false);

/** Limit in characters; longer code stays plain. Colouring this much takes about 20 ms. */
const LONGEST = 50_000;
const NONE: readonly ColouredRange[] = [];

/**
 * Returns the editor's colours for the code block in `element`. They are loaded when a complete block in a language that the editor knows
 * first comes into view, so unseen blocks of a long response cost nothing and blocks are never coloured all at once.
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
        // Code without colours is complete too.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [code, ending, isSeen]);
  return found.code === code ? found.colours : NONE;
}
