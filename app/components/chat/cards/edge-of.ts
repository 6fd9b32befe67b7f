import type { BadgeTone } from '../../ui/badge.tsx';
import type { CardEdge } from '../../ui/card-frame.tsx';

/** Returns the colour of a card's edge for the state of its step: running, succeeded, failed, or not executed. */
export function edgeOf(tone: BadgeTone): CardEdge {
  return tone === 'neutral' ? 'yellow' : tone;
}
