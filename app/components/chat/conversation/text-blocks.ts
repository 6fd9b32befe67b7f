/**
 * Splits Markdown into blocks that can be rendered separately, so that a growing response re-renders only its last block. A block ends at a
 * blank line outside a fence, unless the next line continues it (indented, a list, a quote, a table).
 */
export interface TextBlocks {
  /** Blocks that further text cannot change. */
  settled: readonly string[];
  /** The block that still grows. */
  open: string;
  /** Length of all settled blocks. */
  settledLength: number;
  /** How far the open block has been scanned: added text is scanned once, however long the block becomes. */
  scan: BlockScan;
}

/** The state of the scan of the open block. All lines before `at` have been scanned; `at` is the start of its last line. */
interface BlockScan {
  at: number;
  /** The fence that is open; empty if there is none. */
  fence: string;
  sawBlank: boolean;
  sawText: boolean;
}

const FIRST_SCAN: BlockScan = { at: 0, fence: '', sawBlank: false, sawText: false };

export const NO_BLOCKS: TextBlocks = { settled: [], open: '', settledLength: 0, scan: FIRST_SCAN };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const CONTINUES = /^(\s|[-*+>|]|\d+[.)])/;

/** Returns the offset at which the first block of `text` has certainly ended, or else how far it was scanned. */
function endOfBlock(text: string, from: BlockScan): { end: number } | { scan: BlockScan } {
  let { at, fence, sawBlank, sawText } = from;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    // The last line is still incomplete.
    if (next === -1) break;
    const line = text.slice(at, next);
    if (fence !== '') {
      if (line.trim().startsWith(fence)) fence = '';
    } else if (line.trim() === '') {
      sawBlank = sawText;
    } else {
      if (sawBlank && !CONTINUES.test(line)) return { end: at };
      sawBlank = false;
      sawText = true;
      fence = FENCE.exec(line)?.[1] ?? '';
    }
    at = next + 1;
  }
  return { scan: { at, fence, sawBlank, sawText } };
}

/** Returns the blocks of `text`, which must begin with the text of `previous`. The work is linear in the added text. */
export function growBlocks(previous: TextBlocks, text: string): TextBlocks {
  const { settledLength: settledBefore, open: openBefore } = previous;
  if (text.length < settledBefore + openBefore.length) return previous === NO_BLOCKS ? NO_BLOCKS : growBlocks(NO_BLOCKS, text);
  if (text.length === settledBefore + openBefore.length && text.endsWith(openBefore)) return previous;
  let start = settledBefore;
  const added: string[] = [];
  let found = endOfBlock(text.slice(start), previous.scan);
  while ('end' in found) {
    added.push(text.slice(start, start + found.end));
    start += found.end;
    found = endOfBlock(text.slice(start), FIRST_SCAN);
  }
  return {
    settled: added.length === 0 ? previous.settled : [...previous.settled, ...added],
    open: text.slice(start),
    settledLength: start,
    scan: found.scan,
  };
}
