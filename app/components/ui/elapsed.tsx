import { useEffect, useState } from 'react';
import { clockTime } from './text/duration.ts';

/** Time since `since` (milliseconds since the epoch), counting. Empty until it has been mounted: the server has another clock. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular">{now === null ? '' : clockTime(now - since)}</span>;
}
