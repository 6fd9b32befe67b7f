import { type RefObject, useEffect, useState } from 'react';
import type { Nearness } from './create-nearness.ts';

interface NearBlock {
  /** Whether it is to be on the page. */
  isNear: boolean;
  /** Its height when it was taken off; null: it has not been on the page. Pixels. */
  height: number | null;
}

/** Whether a block is near enough to be on the page; one that is in use stays. `nearness`: null until what scrolls is on the page. */
export function useNearBlock(block: RefObject<HTMLElement>, nearness: Nearness | null, isNearAtFirst: boolean): NearBlock {
  const [isNear, setIsNear] = useState(isNearAtFirst);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = block.current;
    if (element === null || nearness === null) return;
    return nearness.watch(element, (place) => {
      if (place.at === 'near') setIsNear(true);
      else if (!isInUse(element)) {
        setHeight(place.height);
        setIsNear(false);
      }
    });
  }, [block, nearness]);
  return { isNear, height };
}

/** Whether taking it off the page would take the focus or the selection with it. */
function isInUse(block: Element): boolean {
  const selection = getSelection();
  return block.contains(document.activeElement) || (selection !== null && !selection.isCollapsed && selection.containsNode(block, true));
}
