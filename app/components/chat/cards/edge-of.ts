import type { BadgeTone } from '../../ui/badge.tsx';
import type { CardEdge } from '../../ui/card-frame.tsx';

/** The edge of a card, by the state of its step: running, succeeded, failed, or not done. */
export function edgeOf(tone: BadgeTone): CardEdge {
  return tone === 'neutral' ? 'yellow' : tone;
}
