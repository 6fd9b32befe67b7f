import { useRef } from 'react';
import { blockNodes } from './block-nodes.tsx';
import { referencesOf } from './link-address.ts';
import type { MarkdownSource } from './markdown-source.ts';
import { type ParsedMarkdown, parseMarkdown } from './parse-markdown.ts';
import { GrowingContext } from './use-code-colours.ts';

/**
 * A model's Markdown. While its text grows, only new text is parsed and only changed blocks are rendered. `isLive`: more text may follow.
 */
export function MarkdownBlock({ text, isLive = false }: { text: string; isLive?: boolean }) {
  const parsed = useRef<ParsedMarkdown | null>(null);
  const references = useRef<MarkdownSource['references']>(new Map());
  parsed.current = parseMarkdown(text, parsed.current);
  const { topNode } = parsed.current.tree;
  const found = referencesOf(topNode, text);
  if (found.size !== references.current.size) references.current = found;
  return <GrowingContext.Provider value={isLive}>{blockNodes(topNode, { text, references: references.current })}</GrowingContext.Provider>;
}
