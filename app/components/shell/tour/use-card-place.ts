import { type RefObject, useLayoutEffect, useState } from 'react';
import { onFrame } from '../../../lib/frames/on-frame.ts';
import { type Box, placeCard } from './place-card.ts';

export interface PlacedCard {
  card: Pick<Box, 'left' | 'top'>;
  /** The box of its anchor. */
  anchor: Box | null;
}

/** The area between header and status line. */
const AREA = 'main';
/** Must stay free: the user can type there during the tour. */
const FREE = '.message-box';

/** Returns the card's place, updated whenever the page changes, resizes or scrolls. */
export function useCardPlace(card: RefObject<HTMLElement | null>, anchors: readonly string[]): PlacedCard | null {
  const [place, setPlace] = useState<PlacedCard | null>(null);
  useLayoutEffect(() => {
    const look = () => {
      const element = card.current;
      if (element === null) return;
      const area = boxOf(AREA) ?? { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
      const anchor = anchors.map(boxOf).find((box) => box !== null) ?? null;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const next = { card: placeCard({ anchor, free: boxOf(FREE), card: size, area }), anchor };
      setPlace((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    look();
    let takeBack: () => void = () => undefined;
    const soon = () => {
      takeBack();
      takeBack = onFrame(look);
    };
    window.addEventListener('resize', soon);
    // Listens to scrolling of any part of the page.
    window.addEventListener('scroll', soon, { capture: true, passive: true });
    const changes = new MutationObserver(soon);
    changes.observe(document.body, { childList: true, subtree: true });
    // The cards' texts differ in length.
    const sizes = new ResizeObserver(soon);
    if (card.current !== null) sizes.observe(card.current);
    return () => {
      takeBack();
      sizes.disconnect();
      changes.disconnect();
      window.removeEventListener('resize', soon);
      window.removeEventListener('scroll', soon, { capture: true });
    };
  }, [card, anchors]);
  return place;
}

/** Returns `null` if it is not on the page or not shown. */
function boxOf(selector: string): Box | null {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? null : { left: box.left, top: box.top, width: box.width, height: box.height };
}
