import { type Tree, TreeFragment } from '@lezer/common';
import { GFM, type MarkdownParser, parser } from '@lezer/markdown';
import { boundedMarkdown } from '../../../lib/editor/bounded-markdown.ts';

const MARKDOWN: MarkdownParser = boundedMarkdown(parser.configure([GFM]));

/** Markdown and its syntax tree. */
export interface ParsedMarkdown {
  text: string;
  tree: Tree;
  fragments: readonly TreeFragment[];
}

/**
 * Parses Markdown. If the text only grew since `previous`, its nodes are reused: the work depends on the new text and on the block that it
 * is in.
 */
export function parseMarkdown(text: string, previous: ParsedMarkdown | null, markdown: MarkdownParser = MARKDOWN): ParsedMarkdown {
  if (previous?.text === text) return previous;
  const isGrown = previous !== null && text.startsWith(previous.text);
  const kept = isGrown ? keptFragments(previous, text.length) : [];
  const tree = markdown.parse(text, kept);
  return { text, tree, fragments: TreeFragment.addTree(tree, kept) };
}

function keptFragments({ text, fragments }: ParsedMarkdown, length: number): readonly TreeFragment[] {
  // The last line may be parsed differently when it continues.
  const fromA = text.lastIndexOf('\n') + 1;
  return TreeFragment.applyChanges(fragments, [{ fromA, toA: text.length, fromB: fromA, toB: length }]);
}
