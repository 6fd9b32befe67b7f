import { childNode, childNodes, isSyntaxNode, nodeName, type SyntaxNode } from './syntax-tree.ts';

/** Adds every name that a binding pattern declares. */
export function collectPatternNames(pattern: SyntaxNode | null, names: Set<string>): void {
  if (pattern === null) return;
  switch (pattern.type) {
    case 'Identifier':
      names.add(nodeName(pattern));
      return;
    case 'ObjectPattern':
      for (const property of childNodes(pattern, 'properties'))
        collectPatternNames(childNode(property, property.type === 'RestElement' ? 'argument' : 'value'), names);
      return;
    case 'ArrayPattern':
      for (const element of childNodes(pattern, 'elements')) collectPatternNames(element, names);
      return;
    case 'AssignmentPattern':
      collectPatternNames(childNode(pattern, 'left'), names);
      return;
    case 'RestElement':
      collectPatternNames(childNode(pattern, 'argument'), names);
  }
}

function collectDeclarators(declaration: SyntaxNode, names: Set<string>): void {
  for (const declarator of childNodes(declaration, 'declarations')) collectPatternNames(childNode(declarator, 'id'), names);
}

/** Adds the names that `let`, `const`, `class` and `function` declare directly in this list of statements. */
export function collectLexicalNames(statements: SyntaxNode[], names: Set<string>): void {
  for (const statement of statements) {
    if (statement.type === 'VariableDeclaration') {
      if (statement.kind !== 'var') collectDeclarators(statement, names);
    } else if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      collectPatternNames(childNode(statement, 'id'), names);
    }
  }
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export function isFunctionNode(node: SyntaxNode): boolean {
  return functionTypes.has(node.type);
}

/** Adds the names that `var` hoists to the function around `node`. Searches statements at any depth, but not functions and expressions. */
export function collectHoistedNames(node: SyntaxNode, names: Set<string>): void {
  if (node.type === 'VariableDeclaration') {
    if (node.kind === 'var') collectDeclarators(node, names);
    return;
  }
  if (isFunctionNode(node) || node.type.endsWith('Expression') || node.type.startsWith('Class')) return;
  for (const field of ['body', 'consequent', 'alternate', 'init', 'left', 'block', 'handler', 'finalizer', 'cases']) {
    const value = node[field];
    if (isSyntaxNode(value)) collectHoistedNames(value, names);
    else if (Array.isArray(value)) for (const item of value) if (isSyntaxNode(item)) collectHoistedNames(item, names);
  }
}
