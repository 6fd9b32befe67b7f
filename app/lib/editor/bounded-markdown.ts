import type { BlockContext, Line, MarkdownParser } from '@lezer/markdown';

/** Quotations and lists around a block: a browser lays nested elements out by recursion, and its process dies of some thousands. */
export const DEEPEST_BLOCK = 40;
const DEEP_BLOCK = 'DeepBlock';
/** Characters that may be marks, of words that are read in one go: the parser's work, and the depth of what it finds, grows with their square. */
const MARKS_OF_PIECE = 1_000;
/** Of a run of words. Some hundred links or names in one paragraph are usual, this is not. */
const MOST_MARKS = 20_000;
const MARK = /[*_~`<>()[\]!&\\:@]/g;
/** The beginning of a quotation or a list. */
const BEGINS_CONTAINER = /^(?:[>+*-]|\d{1,9}[.)])/;

/** A parser whose work and whose tree's depth are bounded, whatever its text is. What is deeper or busier is plain words. */
export function boundedMarkdown(parser: MarkdownParser): MarkdownParser {
  const bounded = parser.configure({
    defineNodes: [{ name: DEEP_BLOCK, block: true }],
    parseBlock: [{ name: DEEP_BLOCK, before: 'IndentedCode', parse: deepBlock }],
  });
  const { parseInline } = bounded;
  bounded.parseInline = (text, offset) => piecesOf(text).flatMap(({ from, words }) => [...parseInline.call(bounded, words, offset + from)]);
  return bounded;
}

/** A line that would begin another container inside of the deepest is a block of its own without marks. */
function deepBlock(context: BlockContext, line: Line): boolean {
  if (context.depth <= DEEPEST_BLOCK || !BEGINS_CONTAINER.test(line.text.slice(line.pos, line.pos + 11))) return false;
  context.addElement(context.elt(DEEP_BLOCK, context.lineStart + line.pos, context.lineStart + line.text.length));
  context.nextLine();
  return true;
}

/** The run of words in pieces that end at blanks: a pair of marks that one of these ends parts is as it was written. Busier than any text, it has none. */
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

/** Where words may be parted before `end`: behind a line, else behind a link or a sentence, else at a blank. */
function blankBefore(text: string, from: number, end: number): number {
  for (const blank of [/^.*\n/s, /^.*[),.;]\s/s, /^.*\s/s]) {
    const length = blank.exec(text.slice(from, end))?.[0].length ?? 0;
    if (length > 0) return from + length;
  }
  return end;
}
