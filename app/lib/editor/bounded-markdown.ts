import type { BlockContext, Line, MarkdownParser } from '@lezer/markdown';

/** Limit for nested quotations and lists: a browser lays out nested elements recursively, and some thousands crash its process. */
export const DEEPEST_BLOCK = 40;
const DEEP_BLOCK = 'DeepBlock';
/**
 * Limit of possible marks in words that are parsed at once: the parser's work and the depth of its tree grow with the square of their
 * number.
 */
const MARKS_OF_PIECE = 1_000;
/** Limit for one run of words. A paragraph may well have some hundred links or names, but not this many. */
const MOST_MARKS = 20_000;
const MARK = /[*_~`<>()[\]!&\\:@]/g;
/** The beginning of a quotation or a list. */
const BEGINS_CONTAINER = /^(?:[>+*-]|\d{1,9}[.)])/;

/** A parser with limited work and tree depth for any text. Parts above the limits become plain words. */
export function boundedMarkdown(parser: MarkdownParser): MarkdownParser {
  const bounded = parser.configure({
    defineNodes: [{ name: DEEP_BLOCK, block: true }],
    parseBlock: [{ name: DEEP_BLOCK, before: 'IndentedCode', parse: deepBlock }],
  });
  const { parseInline } = bounded;
  bounded.parseInline = (text, offset) => piecesOf(text).flatMap(({ from, words }) => [...parseInline.call(bounded, words, offset + from)]);
  return bounded;
}

/** A line that would begin a container inside the deepest one becomes a block of plain words. */
function deepBlock(context: BlockContext, line: Line): boolean {
  if (context.depth <= DEEPEST_BLOCK || !BEGINS_CONTAINER.test(line.text.slice(line.pos, line.pos + 11))) return false;
  context.addElement(context.elt(DEEP_BLOCK, context.lineStart + line.pos, context.lineStart + line.text.length));
  context.nextLine();
  return true;
}

/** Splits a run of words at blanks; a pair of marks that is split stays as written. Above the limit, the whole run has no marks. */
function piecesOf(text: string): { from: number; words: string }[] {
  if (text.length <= MARKS_OF_PIECE) return [{ from: 0, words: text }];
  const marks = [...text.matchAll(MARK)];
  if (marks.length > MOST_MARKS) return [];
  const pieces: { from: number; words: string }[] = [];
  let from = 0;
  for (let mark = MARKS_OF_PIECE; mark < marks.length; mark += MARKS_OF_PIECE) {
    const end = blankBefore(text, from, marks[mark]?.index ?? text.length);
    pieces.push({ from, words: text.slice(from, end) });
    from = end;
  }
  return [...pieces, { from, words: text.slice(from) }];
}

/** The best place to split words before `end`: after a line, otherwise after a link or a sentence, otherwise at a blank. */
function blankBefore(text: string, from: number, end: number): number {
  for (const blank of [/^.*\n/s, /^.*[),.;]\s/s, /^.*\s/s]) {
    const length = blank.exec(text.slice(from, end))?.[0].length ?? 0;
    if (length > 0) return from + length;
  }
  return end;
}
