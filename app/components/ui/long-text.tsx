import { useState } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { shortMarks } from './text/short-marks.ts';

/** Limit in characters; the middle of a longer text is hidden, because a script of a megabyte would block the page for seconds. */
const LONGEST = 8_000;

/** A text from a model or a program. The hidden part is announced, and shown on request. */
export function LongText({ text, longest = LONGEST }: { text: string; longest?: number }) {
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole || text.length <= longest) return <>{shortMarks(text)}</>;
  return (
    <>
      {shortMarks(text.slice(0, longest / 2))}
      <button type="button" className="c-accent underline cursor-pointer" onClick={() => setIsWhole(true)}>
        {` … ${plural(text.length - longest, { one: '{count} character is not shown: show all', other: '{count} characters are not shown: show all' })} … `}
      </button>
      {shortMarks(text.slice(-longest / 2))}
    </>
  );
}
