import { useLayoutEffect, useRef, useState } from 'react';
import { numberText } from '../../lib/i18n/number-text.ts';
import { t } from '../../lib/i18n/t.ts';
import { Button } from './button.tsx';
import { type MarkedPart, runsOf } from './text/marked-text.ts';
import { shortMarks } from './text/short-marks.ts';

/** Characters of an output that are shown before "Show all", or "Show more" where the text is a part of the output. */
const SHOWN_CHARACTERS = 2_000;

interface OutputWellProps {
  text: string;
  /** Parts that are standard error, marked by a bar and italics. */
  marked?: readonly MarkedPart[];
  /** `end` for a command that still runs or has failed: the newest lines matter. */
  keep: 'start' | 'end';
  label: string;
  /** The lines of the whole output, of which the text may be a part; null if it is all of it. */
  lineCount?: number | null;
}

/** Returns the start and end of the shown part of the text. */
function cut(text: string, keep: 'start' | 'end'): [number, number] {
  if (text.length <= SHOWN_CHARACTERS) return [0, text.length];
  if (keep === 'start') {
    const lineEnd = text.lastIndexOf('\n', SHOWN_CHARACTERS);
    return [0, lineEnd > 0 ? lineEnd : SHOWN_CHARACTERS];
  }
  const from = text.length - SHOWN_CHARACTERS;
  const lineStart = text.indexOf('\n', from);
  return [lineStart === -1 ? from : lineStart + 1, text.length];
}

const NONE: readonly MarkedPart[] = [];

function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** Says which of how many lines are shown. */
function cutText(shown: number, all: number, place: 'start' | 'end' | 'parts'): string {
  const counts = { shown: numberText(shown), all: numberText(all) };
  if (place === 'parts') return t('{shown} of {all} lines', counts);
  return t(place === 'start' ? 'First {shown} of {all} lines' : 'Last {shown} of {all} lines', counts);
}

/** Output of a command, at most 200 px high and 2 000 characters long; the cut says how much is hidden. */
export function OutputWell({ text, marked = NONE, keep, label, lineCount = null }: OutputWellProps) {
  const [showsAll, setShowsAll] = useState(false);
  const well = useRef<HTMLPreElement>(null);
  const [start, end] = showsAll ? [0, text.length] : cut(text, keep);
  const shown = text.slice(start, end);
  const isCut = shown.length < text.length;
  const all = lineCount ?? countLines(text);
  const isPart = isCut || lineCount !== null;

  useLayoutEffect(() => {
    if (keep === 'end' && well.current !== null && shown !== '') well.current.scrollTop = well.current.scrollHeight;
  }, [shown, keep]);

  return (
    <>
      <pre
        ref={well}
        className="type-code max-h-200px py-8px px-10px line-t-1 c-text-2 whitespace-pre-wrap wrap-anywhere scroll focus-inset"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        role="log"
        // The page's one live region announces what matters.
        aria-live="off"
        aria-label={label}
      >
        {marked.length === 0
          ? shortMarks(shown)
          : runsOf(text, marked, start, end).map(({ from, text: run, isMarked, isLines }) =>
              isMarked ? (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
                <span
                  key={from}
                  role="group"
                  aria-label={t('Standard error')}
                  className={isLines ? 'output-error-lines' : 'output-error-word'}
                >
                  {shortMarks(run)}
                </span>
              ) : (
                shortMarks(run)
              ),
            )}
      </pre>
      {isPart && (
        <p className="output-cut">
          {cutText(countLines(shown), all, isCut ? keep : 'parts')}
          {isCut && (
            <Button variant="ghost" size={20} onClick={() => setShowsAll(true)}>
              {lineCount === null ? t('Show all') : t('Show more')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
