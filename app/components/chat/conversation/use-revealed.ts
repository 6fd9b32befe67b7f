import { useEffect, useState } from 'react';

/** Characters that are rendered at once, which takes about ten milliseconds. */
const AT_ONCE = 8_000;
/** Pause in milliseconds between two pieces, in which the page can respond to the user. */
const PAUSE = 30;

/**
 * Returns how many characters of a text to render now: a long text that exists at once is revealed in pieces, a growing one is followed.
 */
export function useRevealed(length: number): number {
  const [limit, setLimit] = useState(AT_ONCE);
  const isBehind = limit < length;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(() => setLimit((before) => before + AT_ONCE), PAUSE);
    return () => clearInterval(timer);
  }, [isBehind]);
  useEffect(() => {
    // A slowly grown text is shown completely; the next large piece is revealed in pieces again.
    if (!isBehind) setLimit((before) => Math.max(before, length + AT_ONCE));
  }, [isBehind, length]);
  return Math.min(limit, length);
}
