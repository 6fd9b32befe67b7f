export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface CardPlace {
  /** What the card is about; null: nothing that is on the page. */
  anchor: Box | null;
  /** What it must not cover. */
  free: Box | null;
  card: Pick<Box, 'width' | 'height'>;
  /** Where it may be. */
  area: Box;
}

/** Between the card and what it is about, and the area's edge. Pixels. */
const GAP = 10;

/** Below what it is about, or above, or at the right, low or high: the first of them that is in the area and leaves `free` to be seen. */
export function placeCard({ anchor, free, card, area }: CardPlace): Pick<Box, 'left' | 'top'> {
  const right = Math.max(area.left, area.left + area.width - card.width - GAP);
  const [highest, lowest] = [area.top + GAP, area.top + area.height - card.height - GAP];
  const left = Math.max(area.left + GAP, Math.min(anchor?.left ?? right, right));
  const beside = anchor === null ? [] : [anchor.top + anchor.height + GAP, anchor.top - card.height - GAP].map((top) => ({ left, top }));
  const lowCorner = { left: right, top: lowest };
  const fits = (place: Pick<Box, 'left' | 'top'>) =>
    place.top >= area.top && place.top <= lowest && (free === null || !overlap({ ...card, ...place }, free));
  return [...beside, lowCorner, { left: right, top: highest }].find(fits) ?? lowCorner;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
