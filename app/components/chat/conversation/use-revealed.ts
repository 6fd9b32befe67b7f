import { useEffect, useState } from 'react';

/** So much of a text is rendered at once. Characters: some ten milliseconds of the page's time. */
const AT_ONCE = 8_000;
/** Between two of them the page answers its user. Milliseconds. */
const PAUSE = 30;

/** How much of a text of this length to render now: a long one that is there at once comes in pieces, one that grows is followed. */
export function useRevealed(length: number): number {
  const [limit, setLimit] = useState(AT_ONCE);
  const isBehind = limit < length;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(() => setLimit((before) => before + AT_ONCE), PAUSE);
    return () => clearInterval(timer);
  }, [isBehind]);
  useEffect(() => {
    // A text that has grown slowly is there as a whole: the next large piece is cut up again.
    if (!isBehind) setLimit((before) => Math.max(before, length + AT_ONCE));
  }, [isBehind, length]);
  return Math.min(limit, length);
}
