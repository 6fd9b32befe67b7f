import { useEffect, useState } from 'react';
import { dateText } from '../../lib/i18n/date-text.ts';
import { t } from '../../lib/i18n/t.ts';

const MINUTE = 60_000;

/** Formats a time as `now`, `4 min ago`, `10:42` or `18 Nov`, which suffices to find the chat again. */
export function relativeTime(at: number, now: number): string {
  const age = now - at;
  if (age < MINUTE) return t('now');
  if (age < 60 * MINUTE) return t('{minutes} min ago', { minutes: Math.floor(age / MINUTE) });
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return dateText(at, isToday ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' });
}

/** Empty until mounted, because the server's clock differs. */
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
