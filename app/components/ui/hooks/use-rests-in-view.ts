import { type RefObject, useEffect, useState } from 'react';

/** What only flies by, as in a fast answer or a long scroll, is not worth work of its own. Milliseconds. */
const RESTING = 250;
/** What is about to come into view counts. */
const MARGIN = '400px 0px';

/** Whether the element has come to rest in the window, or near it; from then on true. `isAsked`: false waits, at no cost. */
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
