import type { SyntaxNode } from '@lezer/common';

/** Where the nodes of a tree get their text from. */
export interface MarkdownSource {
  text: string;
  /** Addresses that links name by a label. */
  references: ReadonlyMap<string, string>;
}

/** A node and the text that it is made of. */
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

/** The text of a node without the marks of a quotation that it is in. */
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
