import { createContext, useContext, useEffect, useState } from 'react';
import type { ColouredRange } from '../../../lib/editor/colour-code.ts';
import { endingOfLanguage } from '../../../lib/editor/ending-of-language.ts';
import { untilLoaded } from '../../ui/loading/until-loaded.ts';

/** Whether more of the answer may come: its code is coloured when it is whole. */
export const GrowingContext = createContext(false);

/** Longer code stays plain. Characters: colouring this much takes some 20 ms. */
const LONGEST = 50_000;
const NONE: readonly ColouredRange[] = [];

/** The editor's colours for a block of code, loaded when the first finished answer has one that the editor knows. */
export function useCodeColours(code: string, language: string): readonly ColouredRange[] {
  const isGrowing = useContext(GrowingContext);
  const [found, setFound] = useState({ code: '', colours: NONE });
  const ending = isGrowing || code.length > LONGEST ? null : endingOfLanguage(language);
  useEffect(() => {
    if (ending === null || code === '') return;
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
  }, [code, ending]);
  return found.code === code ? found.colours : NONE;
}
