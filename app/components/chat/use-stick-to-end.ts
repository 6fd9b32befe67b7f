import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end within which the log still counts as being at its end. */
const NEAR_END = 48;

interface StickToEnd {
  scroller: RefObject<HTMLDivElement>;
  content: RefObject<HTMLDivElement>;
  isAtEnd: boolean;
  jumpToEnd: () => void;
}

/** Keeps a growing log at its end until the person scrolls up, and again once he has come back. */
export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const jumpToEnd = useCallback(() => {
    sticks.current = true;
    setIsAtEnd(true);
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    let lastTop = element.scrollTop;
    function onScroll() {
      if (element === null) return;
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      // Content that grows moves the end away without the person having scrolled: only upward movement lets go.
      if (element.scrollTop < lastTop && distance > NEAR_END) sticks.current = false;
      else if (distance <= NEAR_END) sticks.current = true;
      lastTop = element.scrollTop;
      setIsAtEnd(sticks.current);
    }
    const observer = new ResizeObserver(() => {
      if (sticks.current) element.scrollTop = element.scrollHeight;
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
