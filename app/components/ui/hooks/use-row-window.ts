import { type RefObject, useEffect, useState } from 'react';

interface RowWindowOptions {
  /** What scrolls. */
  container: RefObject<HTMLElement | null>;
  count: number;
  /** All rows have it, in pixels. */
  rowHeight: number;
}

/** From the first row that is drawn to before the last. */
export interface RowWindow {
  from: number;
  to: number;
}

/** Up to so many rows are all drawn: nothing is gained by leaving some out, and the browser's own search finds them. */
const ALL_UP_TO = 200;
/** Rows that are drawn above and below what is seen, and how far one scrolls until others are drawn. */
const BEYOND = 20;

/** Which rows of a long list are drawn: those that are seen, and some around them. Null: all. */
export function useRowWindow({ container, count, rowHeight }: RowWindowOptions): RowWindow | null {
  const isLong = count > ALL_UP_TO;
  const [seen, setSeen] = useState<RowWindow>({ from: 0, to: ALL_UP_TO });
  useEffect(() => {
    const element = container.current;
    if (!isLong || element === null) return;
    const look = () => {
      const from = Math.floor(element.scrollTop / rowHeight / BEYOND) * BEYOND;
      const to = from + Math.ceil(element.clientHeight / rowHeight) + BEYOND;
      setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [container, isLong, rowHeight]);
  if (!isLong) return null;
  // The list may have become shorter than where it was scrolled to.
  const to = Math.min(count, seen.to + BEYOND);
  return { from: Math.max(0, Math.min(seen.from - BEYOND, to - ALL_UP_TO)), to };
}
