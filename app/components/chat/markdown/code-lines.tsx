import { memo, type ReactNode } from 'react';
import type { ColouredRange } from '../../../lib/editor/colour-code.ts';
import { shortMarks } from '../../ui/text/short-marks.ts';

/** Number of lines rendered as one piece: when code grows, earlier pieces do not change. */
const LINES_OF_PIECE = 50;
/** Limit in characters, because a line can be very long. */
const LONGEST_PIECE = 10_000;

interface CodeLinesProps {
  code: string;
  /** In the order of the code; empty while it grows. */
  colours?: readonly ColouredRange[];
}

/** Code in pieces, each of which is rendered once. */
export function CodeLines({ code, colours = NO_COLOURS }: CodeLinesProps) {
  let from = 0;
  return piecesOf(code).map((piece, index) => {
    const start = from;
    from += piece.length;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end
    return <CodePiece key={index} text={piece} start={start} colours={colours} />;
  });
}

const NO_COLOURS: readonly ColouredRange[] = [];

const CodePiece = memo(function CodePiece({ text, start, colours }: { text: string; start: number; colours: readonly ColouredRange[] }) {
  return <span className="code-piece">{colours.length === 0 ? shortMarks(text) : colouredText(text, start, colours)}</span>;
});

/** A coloured range may begin in one piece and end in another. */
function colouredText(text: string, start: number, colours: readonly ColouredRange[]): ReactNode[] {
  const content: ReactNode[] = [];
  let at = 0;
  for (const { from, to, colour } of colours) {
    const begin = Math.max(from - start, 0);
    const end = Math.min(to - start, text.length);
    if (end <= begin) continue;
    if (begin > at) content.push(shortMarks(text.slice(at, begin)));
    content.push(
      <span key={begin} className={`code-${colour}`}>
        {shortMarks(text.slice(begin, end))}
      </span>,
    );
    at = end;
  }
  content.push(shortMarks(text.slice(at)));
  return content;
}

export function piecesOf(code: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < code.length; ) {
    const to = endOfPiece(code, from);
    pieces.push(code.slice(from, to));
    from = to;
  }
  return pieces;
}

function endOfPiece(code: string, from: number): number {
  let at = from;
  for (let line = 0; line < LINES_OF_PIECE; line += 1) {
    const next = code.indexOf('\n', at);
    if (next === -1) return code.length;
    at = next + 1;
    if (at - from >= LONGEST_PIECE) break;
  }
  return at;
}
