import type { Place } from './place.ts';
import { placeName } from './place-name.ts';

/** In characters. */
const LONGEST = 40;
const HEAD = 16;

/** Returns a machine's name for one line. The middle of a long one is cut: its beginning says who, and its end whose it is. */
export function shortPlaceName(place: Pick<Place, 'user' | 'host'>): string {
  const name = [...placeName(place)];
  return name.length <= LONGEST ? name.join('') : `${name.slice(0, HEAD).join('')}…${name.slice(HEAD + 1 - LONGEST).join('')}`;
}
