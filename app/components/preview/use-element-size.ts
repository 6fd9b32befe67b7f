import { type RefObject, useEffect, useState } from 'react';
import type { Size } from './device-size.ts';

/** Returns the content size of an element in CSS pixels and follows its changes; 0 × 0 until it is measured. */
export function useElementSize(element: RefObject<HTMLElement>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
