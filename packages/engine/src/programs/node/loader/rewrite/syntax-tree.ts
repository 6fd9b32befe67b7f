/** The parts of ESTree that the rewriting walks. acorn's own union is exact but closed; the walk is generic over node types. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Returns the node in a field, or null if it is absent. */
export function childNode(node: SyntaxNode, field: string): SyntaxNode | null {
  const value = node[field];
  return isSyntaxNode(value) ? value : null;
}

/** Returns the nodes in a list field, without holes. */
export function childNodes(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

/** Returns the name of an identifier, or the text of a string literal used as a name (`export { a as "b c" }`). */
export function nodeName(node: SyntaxNode | null): string {
  if (node === null) return '';
  if (node.type === 'Identifier') return String(node.name);
  return String(node.value);
}
