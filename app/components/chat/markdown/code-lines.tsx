import { memo } from 'react';

/** Lines of code that are laid out together: when code grows, those before stay as they are. */
const LINES_OF_PIECE = 50;
/** A line may have no end. Characters. */
const LONGEST_PIECE = 10_000;

/** Code in pieces that are each rendered once. */
export function CodeLines({ code }: { code: string }) {
  const pieces = piecesOf(code);
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end
  return pieces.map((piece, index) => <CodePiece key={index} text={piece} />);
}

const CodePiece = memo(function CodePiece({ text }: { text: string }) {
  return <span className="code-piece">{text}</span>;
});

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
