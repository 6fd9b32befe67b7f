import { type ReactNode, useState } from 'react';
import { plural } from '../../../lib/i18n/plural.ts';

/** Number of items shown at first: an untrusted command may have half a million parts. */
const SHOWN = 100;

interface LongListProps<Item> {
  items: readonly Item[];
  children: (item: Item, index: number) => ReactNode;
}

/** A list of any length: the remaining items are counted, and shown on request. */
export function LongList<Item>({ items, children }: LongListProps<Item>) {
  const [most, setMost] = useState(SHOWN);
  const left = items.length - most;
  return (
    <>
      {items.slice(0, most).map(children)}
      {left > 0 && (
        <button type="button" className="c-accent underline cursor-pointer" onClick={() => setMost(most * 10)}>
          {plural(left, { one: '{count} more is not shown: show more', other: '{count} more are not shown: show more' })}
        </button>
      )}
    </>
  );
}
