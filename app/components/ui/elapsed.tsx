import { useEffect, useState } from 'react';
import { clockTime } from './text/duration.ts';

/** The time since `since` (milliseconds since the epoch), updated every second. Empty until mounted, because the server's clock differs. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular">{now === null ? '' : clockTime(now - since)}</span>;
}
