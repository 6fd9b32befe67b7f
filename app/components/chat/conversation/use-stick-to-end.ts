import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end within which the log counts as being at its end. */
const NEAR_END = 48;
const QUESTION_MARGIN = 12;

/** Scrolls to the end, but keeps a question that waits for an answer in view. Returns the resulting scroll position. */
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

/** Keeps a growing log at its end until the user scrolls up, and again after they have scrolled back to the end. */
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
      // Growing content moves the end away without scrolling by the user: only upward scrolling stops following.
      if (element.scrollTop < lastTop.current && distance > NEAR_END) sticks.current = false;
      else if (distance <= NEAR_END) sticks.current = true;
      lastTop.current = element.scrollTop;
      setIsAtEnd(sticks.current);
    }
    const observer = new ResizeObserver(() => {
      // Removed content can bring the end to the current position without a scroll event.
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
