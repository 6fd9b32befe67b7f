import { parse } from 'acorn';
import { SourceEdits } from './source-edits.ts';
import { isSyntaxNode, type SyntaxNode } from './syntax-tree.ts';

const maybeImport = /\bimport\s*\(/;

function findImports(node: SyntaxNode, found: SyntaxNode[]): void {
  if (node.type === 'ImportExpression') found.push(node);
  for (const field in node) {
    const value = node[field];
    if (isSyntaxNode(value)) findImports(value, found);
    else if (Array.isArray(value)) for (const item of value) if (isSyntaxNode(item)) findImports(item, found);
  }
}

/** Directs `import()` in a script to a function passed in by name; null when there is none. */
export function rewriteDynamicImports(source: string): { code: string; importerName: string } | null {
  if (!maybeImport.test(source)) return null;
  let program: SyntaxNode;
  try {
    program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: false,
      allowSuperOutsideMethod: true,
      // acorn types each node; the walks here go by name over all of them.
    }) as unknown as SyntaxNode;
  } catch {
    // The compiler will say what is wrong with it.
    return null;
  }
  const found: SyntaxNode[] = [];
  findImports(program, found);
  if (found.length === 0) return null;
  let importerName = '$mimport';
  while (source.includes(importerName)) importerName += '_';
  const edits = new SourceEdits(source);
  for (const node of found) edits.replace(node.start, node.start + 'import'.length, importerName);
  return { code: edits.apply(), importerName };
}
