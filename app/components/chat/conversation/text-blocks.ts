/**
 * Cuts Markdown into blocks that can be rendered each for itself, so that a growing answer re-renders only its last block.
 * A block ends at a blank line outside a fence, unless the next line continues it (indented, a list, a quote, a table).
 */
export interface TextBlocks {
  /** Blocks that no further text can change. */
  settled: readonly string[];
  /** The block that still grows. */
  open: string;
  /** Length of everything settled. */
  settledLength: number;
}

export const NO_BLOCKS: TextBlocks = { settled: [], open: '', settledLength: 0 };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CONTINUES = /^(\s|[-*+>|]|\d+[.)])/;

/** Offset in `text` at which its first block is certain to have ended, or -1. */
function endOfBlock(text: string): number {
  let at = 0;
  let fence = '';
  let sawBlank = false;
  let sawText = false;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    // The last line is not complete yet: what it will be is not known.
    if (next === -1) return -1;
    const line = text.slice(at, next);
    if (fence !== '') {
      if (line.trim().startsWith(fence)) fence = '';
    } else if (line.trim() === '') {
      sawBlank = sawText;
    } else {
      if (sawBlank && !CONTINUES.test(line)) return at;
      sawBlank = false;
      sawText = true;
      fence = FENCE.exec(line)?.[1] ?? '';
    }
    at = next + 1;
  }
  return -1;
}

/** The blocks of `text`, which begins with everything `previous` was made from; work is linear in what is new. */
export function growBlocks(previous: TextBlocks, text: string): TextBlocks {
  if (text.length < previous.settledLength) return growBlocks(NO_BLOCKS, text);
  let open = text.slice(previous.settledLength);
  let settled = previous.settled;
  let settledLength = previous.settledLength;
  for (let end = endOfBlock(open); end !== -1; end = endOfBlock(open)) {
    settled = [...settled, open.slice(0, end)];
    settledLength += end;
    open = open.slice(end);
  }
  return settled === previous.settled && open === previous.open ? previous : { settled, open, settledLength };
}
