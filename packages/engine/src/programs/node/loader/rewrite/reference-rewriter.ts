import { AwaitRewriter } from './rewrite-awaits.ts';
import type { ImportBinding } from './rewrite-state.ts';
import { collectHoistedNames, collectLexicalNames, collectPatternNames } from './scope-names.ts';
import type { SourceEdits } from './source-edits.ts';
import { childNode, childNodes, isSyntaxNode, nodeName, type SyntaxNode } from './syntax-tree.ts';

type Visit = (node: SyntaxNode) => void;

/**
 * Finds every reference to an imported name, respecting shadowing scopes, and makes it a live read. Also rewrites `import.meta` and
 * `import()`, and detects top-level await.
 */
export class ReferenceRewriter {
  hasTopLevelAwait = false;
  /** Innermost last. Contains only names that shadow an import. */
  readonly #scopes: Set<string>[] = [];
  #functionDepth = 0;
  /** Starts of statements that would continue the line above if they began with a parenthesis. */
  readonly #statementStarts = new Set<number>();
  readonly #visitors: Record<string, Visit>;
  readonly #awaits: AwaitRewriter;

  constructor(
    private readonly edits: SourceEdits,
    private readonly bindings: ReadonlyMap<string, ImportBinding>,
    private readonly prefix: string,
  ) {
    this.#awaits = new AwaitRewriter(edits, prefix, (node) => this.#visit(node));
    this.#visitors = this.#createVisitors();
  }

  rewriteProgram(body: SyntaxNode[]): void {
    this.#statements(body);
  }

  #statements(statements: SyntaxNode[]): void {
    statements.forEach((statement, index) => {
      if (index > 0 && statement.type === 'ExpressionStatement') this.#statementStarts.add(statement.start);
    });
    for (const statement of statements) this.#visit(statement);
  }

  #visit(node: SyntaxNode | null): void {
    if (node === null) return;
    const visitor = Object.hasOwn(this.#visitors, node.type) ? this.#visitors[node.type] : undefined;
    if (visitor !== undefined) visitor(node);
    else this.#visitChildren(node);
  }

  #visitChildren(node: SyntaxNode): void {
    for (const field in node) {
      const value = node[field];
      if (isSyntaxNode(value)) this.#visit(value);
      else if (Array.isArray(value)) for (const item of value) if (isSyntaxNode(item)) this.#visit(item);
    }
  }

  #inScope(names: Set<string>, body: () => void): void {
    const shadowing = new Set<string>();
    for (const name of names) if (this.bindings.has(name)) shadowing.add(name);
    if (shadowing.size === 0) {
      body();
      return;
    }
    this.#scopes.push(shadowing);
    body();
    this.#scopes.pop();
  }

  #bindingOf(name: string): ImportBinding | undefined {
    const binding = this.bindings.get(name);
    if (binding === undefined || this.#scopes.some((scope) => scope.has(name))) return undefined;
    return binding;
  }

  #createVisitors(): Record<string, Visit> {
    const functionVisitor: Visit = (node) => this.#function(node);
    const classVisitor: Visit = (node) => this.#class(node);
    return {
      ImportDeclaration: () => {},
      ExportAllDeclaration: () => {},
      ExportNamedDeclaration: (node) => this.#visit(childNode(node, 'declaration')),
      ExportDefaultDeclaration: (node) => this.#visit(childNode(node, 'declaration')),
      FunctionDeclaration: functionVisitor,
      FunctionExpression: functionVisitor,
      ArrowFunctionExpression: functionVisitor,
      ClassDeclaration: classVisitor,
      ClassExpression: classVisitor,
      Identifier: (node) => this.#identifier(node),
      CallExpression: (node) => this.#awaits.eval(node, () => this.#call(node, 'callee')),
      TaggedTemplateExpression: (node) => this.#call(node, 'tag'),
      MemberExpression: (node) => {
        this.#visit(childNode(node, 'object'));
        if (node.computed === true) this.#visit(childNode(node, 'property'));
      },
      Property: (node) => this.#property(node),
      MethodDefinition: (node) => this.#member(node),
      PropertyDefinition: (node) => this.#member(node),
      StaticBlock: (node) => this.#block(childNodes(node, 'body'), true),
      BlockStatement: (node) => this.#block(childNodes(node, 'body'), false),
      SwitchStatement: (node) => this.#switch(node),
      ForStatement: (node) => this.#loop(node, 'init'),
      ForInStatement: (node) => this.#loop(node, 'left'),
      ForOfStatement: (node) => {
        const visitLoop = () => this.#loop(node, 'left');
        if (node.await !== true) return visitLoop();
        this.#noteAwait();
        this.#awaits.forAwait(node, visitLoop);
      },
      CatchClause: (node) => this.#catch(node),
      TryStatement: (node) => this.#awaits.try(node),
      LabeledStatement: (node) => this.#awaits.label(node),
      BreakStatement: () => {},
      ContinueStatement: () => {},
      MetaProperty: (node) => {
        if (nodeName(childNode(node, 'meta')) === 'import') this.edits.replace(node.start, node.end, `${this.prefix}meta`);
      },
      ImportExpression: (node) => {
        this.edits.replace(node.start, node.start + 'import'.length, `${this.prefix}import`);
        this.#visit(childNode(node, 'source'));
        this.#visit(childNode(node, 'options'));
      },
      AwaitExpression: (node) => {
        this.#noteAwait();
        this.#awaits.await(node, () => this.#visitChildren(node));
      },
    };
  }

  #noteAwait(): void {
    if (this.#functionDepth === 0) this.hasTopLevelAwait = true;
  }

  #identifier(node: SyntaxNode): void {
    const binding = this.#bindingOf(nodeName(node));
    if (binding !== undefined) this.edits.replace(node.start, node.end, binding.expression);
  }

  /** `f(x)` on an import must not pass the namespace as `this`. */
  #call(node: SyntaxNode, calleeField: 'callee' | 'tag'): void {
    const callee = childNode(node, calleeField);
    const binding = callee?.type === 'Identifier' ? this.#bindingOf(nodeName(callee)) : undefined;
    if (callee === null || binding === undefined) {
      this.#visitChildren(node);
      return;
    }
    if (binding.importedName === null) {
      this.edits.replace(callee.start, callee.end, binding.expression);
    } else {
      const semicolon = this.#statementStarts.has(callee.start) ? ';' : '';
      this.edits.replace(callee.start, callee.end, `${semicolon}(0,${binding.expression})`);
    }
    for (const argument of childNodes(node, 'arguments')) this.#visit(argument);
    this.#visit(childNode(node, 'quasi'));
  }

  #property(node: SyntaxNode): void {
    const value = childNode(node, 'value');
    if (node.computed === true) this.#visit(childNode(node, 'key'));
    if (node.shorthand === true && value !== null) {
      // In `{ a }` and, in patterns, `{ a = 1 }`, the name is both key and reference.
      const target = value.type === 'AssignmentPattern' ? childNode(value, 'left') : value;
      const binding = target === null ? undefined : this.#bindingOf(nodeName(target));
      if (target !== null && binding !== undefined) {
        this.edits.replace(target.start, target.end, `${nodeName(target)}:${binding.expression}`);
      }
      if (value.type === 'AssignmentPattern') this.#visit(childNode(value, 'right'));
      return;
    }
    this.#visit(value);
  }

  #member(node: SyntaxNode): void {
    for (const decorator of childNodes(node, 'decorators')) this.#visit(decorator);
    if (node.computed === true) this.#visit(childNode(node, 'key'));
    this.#functionDepth++;
    this.#visit(childNode(node, 'value'));
    this.#functionDepth--;
  }

  #function(node: SyntaxNode): void {
    const names = new Set<string>();
    const parameters = childNodes(node, 'params');
    for (const parameter of parameters) collectPatternNames(parameter, names);
    if (node.type === 'FunctionExpression') collectPatternNames(childNode(node, 'id'), names);
    const body = childNode(node, 'body');
    if (body?.type === 'BlockStatement') {
      const statements = childNodes(body, 'body');
      collectLexicalNames(statements, names);
      for (const statement of statements) collectHoistedNames(statement, names);
    }
    this.#functionDepth++;
    this.#awaits.inFunction(() =>
      this.#inScope(names, () => {
        for (const parameter of parameters) this.#visit(parameter);
        if (body?.type === 'BlockStatement') this.#statements(childNodes(body, 'body'));
        else this.#visit(body);
      }),
    );
    this.#functionDepth--;
  }

  #class(node: SyntaxNode): void {
    const names = new Set<string>();
    collectPatternNames(childNode(node, 'id'), names);
    this.#inScope(names, () => {
      this.#visit(childNode(node, 'superClass'));
      this.#visit(childNode(node, 'body'));
    });
  }

  #block(statements: SyntaxNode[], isFunctionLike: boolean): void {
    const names = new Set<string>();
    collectLexicalNames(statements, names);
    if (isFunctionLike) for (const statement of statements) collectHoistedNames(statement, names);
    if (isFunctionLike) this.#functionDepth++;
    this.#inScope(names, () => this.#statements(statements));
    if (isFunctionLike) this.#functionDepth--;
  }

  #switch(node: SyntaxNode): void {
    this.#visit(childNode(node, 'discriminant'));
    const cases = childNodes(node, 'cases');
    const names = new Set<string>();
    for (const switchCase of cases) collectLexicalNames(childNodes(switchCase, 'consequent'), names);
    this.#inScope(names, () => {
      for (const switchCase of cases) {
        this.#visit(childNode(switchCase, 'test'));
        this.#statements(childNodes(switchCase, 'consequent'));
      }
    });
  }

  #loop(node: SyntaxNode, headField: 'init' | 'left'): void {
    const head = childNode(node, headField);
    const names = new Set<string>();
    if (head !== null) collectLexicalNames([head], names);
    this.#inScope(names, () => this.#visitChildren(node));
  }

  #catch(node: SyntaxNode): void {
    const names = new Set<string>();
    collectPatternNames(childNode(node, 'param'), names);
    this.#inScope(names, () => {
      this.#visit(childNode(node, 'param'));
      this.#visit(childNode(node, 'body'));
    });
  }
}
