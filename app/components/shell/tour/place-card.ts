export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface CardPlace {
  /** The element that the card explains, or `null` if it is not on the page. */
  anchor: Box | null;
  /** The box that the card must not cover. */
  free: Box | null;
  card: Pick<Box, 'width' | 'height'>;
  /** The box that the card must stay in. */
  area: Box;
}

/** Pixels between the card and its anchor, and to the area's edge. */
const GAP = 10;

/**
 * Tries below the anchor, above it, then at the right, low or high. Returns the first place within the area that does not cover `free`, or
 * else the low corner.
 */
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
