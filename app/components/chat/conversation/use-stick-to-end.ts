import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end within which the log still counts as being at its end. */
const NEAR_END = 48;
const QUESTION_MARGIN = 12;

/**
 * Scrolls to the end, but never so far that the question which waits for an answer leaves at the top.
 * Returns where it came to rest.
 */
function scrollToEnd(scroller: HTMLElement): number {
  const question = scroller.querySelector('[data-approval][data-active="true"]');
  const end = scroller.scrollHeight - scroller.clientHeight;
  const limit =
    question === null
      ? end
      : question.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - QUESTION_MARGIN;
  scroller.scrollTop = Math.min(end, limit);
  return scroller.scrollTop;
}

interface StickToEnd {
  scroller: RefObject<HTMLDivElement>;
  content: RefObject<HTMLDivElement>;
  isAtEnd: boolean;
  jumpToEnd: () => void;
}

/** Keeps a growing log at its end until the user scrolls up, and again once they have come back. */
export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const jumpToEnd = useCallback(() => {
    sticks.current = true;
    setIsAtEnd(true);
    if (scroller.current !== null) lastTop.current = scrollToEnd(scroller.current);
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    const distanceToEnd = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    function onScroll() {
      if (element === null) return;
      const distance = distanceToEnd();
      // Content that grows moves the end away without the user having scrolled: only upward movement lets go.
      if (element.scrollTop < lastTop.current && distance > NEAR_END) sticks.current = false;
      else if (distance <= NEAR_END) sticks.current = true;
      lastTop.current = element.scrollTop;
      setIsAtEnd(sticks.current);
    }
    const observer = new ResizeObserver(() => {
      // What is taken back brings the end to where the user is, without a scroll.
      if (!sticks.current && distanceToEnd() <= NEAR_END) {
        sticks.current = true;
        setIsAtEnd(true);
      }
      if (sticks.current) lastTop.current = scrollToEnd(element);
    });
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { scroller, content, isAtEnd, jumpToEnd };
}
