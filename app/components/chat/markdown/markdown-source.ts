import type { SyntaxNode } from '@lezer/common';

/** The text that the nodes of a tree refer to. */
export interface MarkdownSource {
  text: string;
  /** Addresses of link definitions, by label. */
  references: ReadonlyMap<string, string>;
}

/** A node with its source text. */
export interface SourceNode {
  node: SyntaxNode;
  source: MarkdownSource;
}

export function sliceOf({ node, source }: SourceNode): string {
  return source.text.slice(node.from, node.to);
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** Returns the text of a node without the marks of surrounding quotes. */
export function codeOf({ node, source }: SourceNode): string {
  let code = '';
  let at = node.from;
  for (const child of childrenOf(node)) {
    if (child.name !== 'QuoteMark') continue;
    code += source.text.slice(at, child.from);
    at = source.text[child.to] === ' ' ? child.to + 1 : child.to;
  }
  return code + source.text.slice(at, node.to);
}
