import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

/** Characters of an output shown before "Show all". */
const SHOWN_CHARACTERS = 2_000;

interface OutputWellProps {
  text: string;
  /** `end` for what still runs or has failed: the newest lines matter. */
  keep: 'start' | 'end';
  label: string;
}

function cut(text: string, keep: 'start' | 'end'): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  if (keep === 'start') {
    const lineEnd = text.lastIndexOf('\n', SHOWN_CHARACTERS);
    return text.slice(0, lineEnd > 0 ? lineEnd : SHOWN_CHARACTERS);
  }
  const from = text.length - SHOWN_CHARACTERS;
  const lineStart = text.indexOf('\n', from);
  return text.slice(lineStart === -1 ? from : lineStart + 1);
}

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length;
}

/** Output of a command: at most 200 px high and 2 000 characters long; the cut says what it left out. */
export function OutputWell({ text, keep, label }: OutputWellProps) {
  const [showsAll, setShowsAll] = useState(false);
  const well = useRef<HTMLPreElement>(null);
  const shown = showsAll ? text : cut(text, keep);
  const isCut = shown.length < text.length;

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
        // The page's one live region reads out what matters.
        aria-live="off"
        aria-label={label}
      >
        {shown}
      </pre>
      {isCut && (
        <p className="output-cut">
          {keep === 'start' ? 'First' : 'Last'} {lineCount(shown)} of {lineCount(text)} lines
          <Button variant="ghost" size={20} onClick={() => setShowsAll(true)}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}
