import { useState } from 'react';
import { plural } from '../../lib/i18n/plural.ts';
import { shortMarks } from './text/short-marks.ts';

/** Longer texts are cut in their middle: a script of a megabyte would take the page for seconds. Characters. */
const LONGEST = 8_000;

/** A text that a model or a program chose. What is left out is said to be, and shown when it is asked for. */
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
