import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds: an element that only passes by, in a fast response or a long scroll, is not worth the work. */
const RESTING = 250;
/** Includes elements that are about to come into view. */
const MARGIN = '400px 0px';

/** Returns whether the element has rested in or near the window; once true, it stays true. `isAsked`: while false, nothing is observed. */
export function useRestsInView(element: RefObject<Element | null>, isAsked: boolean): boolean {
  const [hasRested, setHasRested] = useState(false);
  useEffect(() => {
    if (!isAsked || hasRested || element.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setHasRested(true), RESTING);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element, isAsked, hasRested]);
  return hasRested;
}
