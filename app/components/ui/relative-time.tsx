import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** `now`, `4 min ago`, `10:42`, `18 Nov`: as much as one needs to find the chat again. */
export function relativeTime(at: number, now: number): string {
  const age = now - at;
  if (age < MINUTE) return 'now';
  if (age < 60 * MINUTE) return `${Math.floor(age / MINUTE)} min ago`;
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return date.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

/** Empty until mounted: the server has another clock. */
export function RelativeTime({ at }: { at: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const update = () => setText(relativeTime(at, Date.now()));
    update();
    const timer = setInterval(update, MINUTE);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <time className="text-sm c-text-3 tabular shrink-0" dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  );
}
