import type { BlockContext, Line, MarkdownParser } from '@lezer/markdown';

/** Quotations and lists around a block: a browser lays nested elements out by recursion, and its process dies of some thousands. */
export const DEEPEST_BLOCK = 40;
/** Characters of one run of words that may be marks: the parser's work, and the depth of what it finds, grows with their square. */
const MOST_MARKS = 2_000;
const MARK = /[*_~`<>()[\]!&\\:@]/g;
/** What begins a quotation or a list. */
const BEGINS_CONTAINER = /^(?:[>+*-]|\d{1,9}[.)])/;

/** A parser whose work and whose tree's depth are bounded, whatever its text is. What is deeper or busier is plain words. */
export function boundedMarkdown(parser: MarkdownParser): MarkdownParser {
  const bounded = parser.configure({ parseBlock: [{ name: 'DeepBlock', before: 'IndentedCode', parse: deepBlock }] });
  const { parseInline } = bounded;
  bounded.parseInline = (text, offset) => (isBusy(text) ? [] : parseInline.call(bounded, text, offset));
  return bounded;
}

/** A line that would begin another container inside of the deepest is a paragraph without marks. */
function deepBlock(context: BlockContext, line: Line): boolean {
  if (context.depth <= DEEPEST_BLOCK || !BEGINS_CONTAINER.test(line.text.slice(line.pos, line.pos + 11))) return false;
  context.addElement(context.elt('Paragraph', context.lineStart + line.pos, context.lineStart + line.text.length));
  context.nextLine();
  return true;
}

function isBusy(text: string): boolean {
  return text.length > MOST_MARKS && (text.match(MARK)?.length ?? 0) > MOST_MARKS;
}
