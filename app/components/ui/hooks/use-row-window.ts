import { type RefObject, useEffect, useState } from 'react';

interface RowWindowOptions {
  /** The element that scrolls. */
  container: RefObject<HTMLElement | null>;
  count: number;
  /** Height of each row in pixels. */
  rowHeight: number;
}

/** The rendered rows, as a half-open range. */
export interface RowWindow {
  from: number;
  to: number;
}

/** Up to this number of rows, all are rendered: omitting some would gain nothing, and the browser's own search finds them. */
const ALL_UP_TO = 200;
/** Number of rows rendered above and below the visible ones, and the scroll step in rows after which others are rendered. */
const BEYOND = 20;

/** Returns the rows of a long list to render: the visible ones and some around them; null for all. */
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
  // The list may have become shorter than its scroll position.
  const to = Math.min(count, seen.to + BEYOND);
  return { from: Math.max(0, Math.min(seen.from - BEYOND, to - ALL_UP_TO)), to };
}
