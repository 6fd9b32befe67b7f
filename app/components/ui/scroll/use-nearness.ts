import { type RefObject, useEffect, useState } from 'react';
import { createNearness, type Nearness, type NearnessMargins } from './create-nearness.ts';

/** Returns null until the scroller is mounted. `margins` must be the same object each time. */
export function useNearness(scroller: RefObject<HTMLElement>, margins: NearnessMargins): Nearness | null {
  const [nearness, setNearness] = useState<Nearness | null>(null);
  useEffect(() => {
    if (scroller.current === null) return;
    const created = createNearness(scroller.current, margins);
    setNearness(created);
    return created.stop;
  }, [scroller, margins]);
  return nearness;
}
