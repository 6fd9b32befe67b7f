import { childNode, childNodes, isSyntaxNode, nodeName, type SyntaxNode } from '../syntax-tree.ts';

type Replacement = SyntaxNode | null;

/** Creates a special node for an import read, with its origin instead of its name. */
const importRead = (request: number, name: string | null): SyntaxNode => ({ type: 'ImportRead', start: -1, end: -1, request, name });

/**
 * Recognizes the forms that rewriting generates in a syntax tree and restores the tree of the source. It knows only their description, so
 * it checks the rewriting independently.
 */
export class TreeUndo {
  constructor(private readonly prefix: string) {}

  undo(node: SyntaxNode): SyntaxNode {
    const { type } = node;
    if (type === 'CallExpression') return this.#call(node);
    if (type === 'MemberExpression') return this.#importRead(node) ?? this.#children(node);
    if (type === 'Identifier' && node.name === `${this.prefix}meta`) return { type: 'MetaProperty', start: -1, end: -1 };
    if (type === 'BlockStatement') return this.#block(node);
    if (type === 'FunctionDeclaration' && nodeName(childNode(node, 'id')) === `${this.prefix}default`)
      return { ...this.#children(node), id: null };
    return this.#children(node);
  }

  #children(node: SyntaxNode): SyntaxNode {
    const copy: SyntaxNode = { ...node };
    for (const [field, value] of Object.entries(node)) {
      if (isSyntaxNode(value)) copy[field] = this.undo(value);
      else if (Array.isArray(value)) copy[field] = value.map((item: unknown) => (isSyntaxNode(item) ? this.undo(item) : item));
    }
    return copy;
  }

  /** Matches `$mn[0]`, `$mn[0].name` and `$mn[0]["a b"]`. */
  #importRead(node: SyntaxNode): Replacement {
    const [object, property] = [childNode(node, 'object'), childNode(node, 'property')];
    if (object === null || property === null) return null;
    if (object.type === 'Identifier' && object.name === `${this.prefix}n`) return importRead(Number(property.value), null);
    const whole = object.type === 'MemberExpression' ? this.#importRead(object) : null;
    // A namespace member that the source reads itself looks the same and means the same.
    return whole?.name === null ? importRead(Number(whole.request), nodeName(property)) : null;
  }

  #call(node: SyntaxNode): SyntaxNode {
    const callee = childNode(node, 'callee');
    const given = childNodes(node, 'arguments');
    if (callee?.type === 'Identifier' && callee.name === `${this.prefix}import`) {
      const [source, options] = given.map((item) => this.undo(item));
      return { type: 'ImportExpression', start: -1, end: -1, source, options: options ?? null };
    }
    const [evaluated] = given;
    if (this.#isRuntime(callee, 'e') && evaluated !== undefined) return this.undo(evaluated);
    if (!this.#isRuntime(callee, 'r')) return this.#children(node);
    const [saved, awaited] = given;
    const save = saved?.type === 'AssignmentExpression' ? childNode(saved, 'right') : saved;
    const [operand, ...more] = save ? childNodes(save, 'arguments') : [];
    const value = awaited ? childNode(awaited, 'argument') : null;
    if (!save || !operand || more.length > 0 || !this.#isRuntime(childNode(save, 'callee'), 's'))
      throw new Error('an await that saves nothing');
    if (awaited?.type !== 'AwaitExpression' || !this.#isRuntime(value && childNode(value, 'callee'), 'v'))
      throw new Error('an await of another value');
    return { type: 'AwaitExpression', start: -1, end: -1, argument: this.undo(operand) };
  }

  #isRuntime(node: SyntaxNode | null, method: string): boolean {
    if (node?.type !== 'MemberExpression') return false;
    return nodeName(childNode(node, 'object')) === `${this.prefix}a` && nodeName(childNode(node, 'property')) === method;
  }

  #block(node: SyntaxNode): SyntaxNode {
    const [declaration, inner, ...rest] = childNodes(node, 'body');
    const [declarator] = declaration ? childNodes(declaration, 'declarations') : [];
    const name = declarator ? nodeName(childNode(declarator, 'id')) : '';
    if (inner === undefined || !name.startsWith(this.prefix) || childNode(declarator ?? inner, 'init') !== null)
      return this.#children(node);
    if (name.startsWith(`${this.prefix}i`)) return this.#loop(inner);
    if (rest.length > 0) throw new Error('a try that is followed by something');
    return this.#try(inner);
  }

  #loop(node: SyntaxNode): SyntaxNode {
    if (node.type === 'LabeledStatement') {
      const body = childNode(node, 'body');
      return { ...node, label: childNode(node, 'label'), body: body && this.#loop(body) };
    }
    const iteration = childNode(node, 'right');
    let begun = iteration && childNode(iteration, 'right');
    if (begun?.type === 'AssignmentExpression') begun = childNode(begun, 'right');
    const [source, ...more] = begun ? childNodes(begun, 'arguments') : [];
    const [note, body, ...rest] = childNodes(childNode(node, 'body') ?? node, 'body');
    if (!source || more.length > 0 || !note || !body || rest.length > 0) throw new Error('a for await of another form');
    const left = childNode(node, 'left');
    return { ...node, left: left && this.undo(left), right: this.undo(source), body: this.undo(body) };
  }

  #try(node: SyntaxNode): SyntaxNode {
    const copy = this.#children(node);
    const handler = childNode(copy, 'handler');
    for (const block of [handler && childNode(handler, 'body'), childNode(copy, 'finalizer')]) {
      if (block === null) continue;
      const [first, ...rest] = childNodes(block, 'body');
      const call = first && childNode(first, 'expression');
      if (!this.#isRuntime(call ? childNode(call, 'callee') : null, 'c')) throw new Error('a handler that restores nothing');
      block.body = rest;
    }
    return copy;
  }
}
