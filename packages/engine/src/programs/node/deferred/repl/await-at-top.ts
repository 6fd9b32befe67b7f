import { parse } from 'acorn';
import { collectHoistedNames, collectPatternNames, isFunctionNode } from '../../loader/rewrite/scope-names.ts';
import { childNode, childNodes, isSyntaxNode, nodeName, type SyntaxNode } from '../../loader/rewrite/syntax-tree.ts';

export interface AwaitingCode {
  /** The declarations of the code, run first so that they outlive the function around it. */
  declarations: string;
  /** An expression for a promise, whose value is `{ value }` if the code ends with an expression. */
  body: string;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const field in node) {
    const value = node[field];
    if (isSyntaxNode(value)) found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter(isSyntaxNode));
  }
  return found;
}

function awaits(node: SyntaxNode): boolean {
  if (isFunctionNode(node)) return false;
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) return true;
  return children(node).some(awaits);
}

class Rewriting {
  readonly edits: Edit[] = [];
  readonly lexicals = new Set<string>();
  readonly variables = new Set<string>();

  constructor(private readonly statements: SyntaxNode[]) {}

  run(): void {
    for (const statement of this.statements) {
      collectHoistedNames(statement, this.variables);
      if (statement.type === 'ClassDeclaration' || statement.type === 'FunctionDeclaration') this.#nameValue(statement);
      else if (statement.type === 'VariableDeclaration') {
        const names = statement.kind === 'var' ? this.variables : this.lexicals;
        for (const declarator of childNodes(statement, 'declarations')) collectPatternNames(childNode(declarator, 'id'), names);
        this.#assign(statement);
      } else this.#visitVariables(statement);
    }
    const last = this.statements.at(-1);
    const expression = last?.type === 'ExpressionStatement' ? childNode(last, 'expression') : null;
    if (last === undefined || expression === null) return;
    this.edits.push({ start: last.start, end: expression.start, text: 'return { value: (' });
    this.edits.push({ start: expression.end, end: last.end, text: ') };' });
  }

  /** Rewrites `class A {}` to `A = class A {};`. */
  #nameValue(statement: SyntaxNode): void {
    const id = childNode(statement, 'id');
    if (id === null) return;
    const names = statement.type === 'ClassDeclaration' ? this.lexicals : this.variables;
    names.add(nodeName(id));
    this.edits.push({ start: statement.start, end: statement.start, text: `${nodeName(id)} = ` });
    this.edits.push({ start: statement.end, end: statement.end, text: ';' });
  }

  /** Rewrites `const a = 1, { b } = c` to `void (a = 1, { b } = c)`. */
  #assign(declaration: SyntaxNode): void {
    const declarators = childNodes(declaration, 'declarations');
    const [first] = declarators;
    const last = declarators.at(-1);
    if (first === undefined || last === undefined) return;
    this.edits.push({ start: declaration.start, end: first.start, text: 'void (' });
    for (const declarator of declarators)
      if (childNode(declarator, 'init') === null && declaration.kind !== 'var')
        this.edits.push({ start: declarator.end, end: declarator.end, text: ' = undefined' });
    this.edits.push({ start: last.end, end: last.end, text: ')' });
  }

  /** Rewrites `var` in blocks and loops; the name is declared outside. */
  #visitVariables(node: SyntaxNode): void {
    if (isFunctionNode(node) || node.type.startsWith('Class')) return;
    for (const child of children(node)) {
      if (child.type !== 'VariableDeclaration' || child.kind !== 'var') this.#visitVariables(child);
      else if ((node.type === 'ForOfStatement' || node.type === 'ForInStatement') && childNode(node, 'left') === child) {
        const [first] = childNodes(child, 'declarations');
        if (first !== undefined) this.edits.push({ start: child.start, end: first.start, text: '' });
      } else this.#assign(child);
    }
  }
}

function applied(code: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, text: given } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    text += code.slice(at, start) + given;
    at = Math.max(at, end);
  }
  return text + code.slice(at);
}

/** Rewrites code with `await` outside functions for a script. Returns null if it has no such `await` or is not valid code. */
export function awaitAtTop(code: string): AwaitingCode | null {
  if (!code.includes('await')) return null;
  let statements: SyntaxNode[];
  try {
    const program = parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowAwaitOutsideFunction: true });
    // acorn types each node; the walks here access all nodes by field name.
    statements = childNodes(program as unknown as SyntaxNode, 'body');
  } catch {
    return null;
  }
  if (!statements.some(awaits)) return null;
  const rewriting = new Rewriting(statements);
  rewriting.run();
  const { edits, lexicals, variables } = rewriting;
  const declarations = [
    lexicals.size === 0 ? '' : `let ${[...lexicals].join(', ')};`,
    variables.size === 0 ? '' : `var ${[...variables].join(', ')};`,
  ];
  return { declarations: declarations.join(''), body: `(async () => { ${applied(code, edits)}\n})()` };
}
