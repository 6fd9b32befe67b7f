import { type RefObject, useEffect, useState } from 'react';
import type { Nearness } from './create-nearness.ts';

interface NearBlock {
  /** Whether it should be mounted. */
  isNear: boolean;
  /** Its height in pixels when it was unmounted, or `null` if it has never been mounted. */
  height: number | null;
}

/** Returns whether a block is near enough to be mounted; a block in use stays mounted. `nearness` is null until the scroller is mounted. */
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

/** Whether unmounting it would remove the focus or the selection. */
function isInUse(block: Element): boolean {
  const selection = getSelection();
  return block.contains(document.activeElement) || (selection !== null && !selection.isCollapsed && selection.containsNode(block, true));
}
