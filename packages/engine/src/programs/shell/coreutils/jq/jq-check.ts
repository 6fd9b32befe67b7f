import { patternNames } from './jq-match.ts';
import type { JqDefinition, JqNode, JqPattern } from './syntax/jq-syntax.ts';
import { JqSyntaxError } from './syntax/jq-syntax.ts';

/** Checks that every name of a program is defined before it runs, as in jq. Throws for the first that is not. */
export function checkNames(node: JqNode, functions: ReadonlySet<string>, variables: ReadonlySet<string>): void {
  new NameChecker().node(node, { functions, variables });
}

interface Names {
  functions: ReadonlySet<string>;
  variables: ReadonlySet<string>;
}

class NameChecker {
  node(node: JqNode, names: Names): void {
    switch (node.type) {
      case 'call': {
        const key = `${node.name}/${node.args.length}`;
        if (!names.functions.has(key)) throw new JqSyntaxError(`${key} is not defined`);
        for (const argument of node.args) this.node(argument, names);
        return;
      }
      case 'variable':
        if (!names.variables.has(node.name)) throw new JqSyntaxError(`$${node.name} is not defined`);
        return;
      case 'define':
        this.node(node.body, this.#defined(node.definition, names));
        return;
      case 'bind': {
        this.node(node.source, names);
        const inner = withVariables(names, node.patterns.flatMap(patternNames));
        for (const pattern of node.patterns) this.#pattern(pattern, names);
        this.node(node.body, inner);
        return;
      }
      case 'reduce':
      case 'foreach': {
        this.node(node.source, names);
        this.#pattern(node.pattern, names);
        this.node(node.start, names);
        const inner = withVariables(names, patternNames(node.pattern));
        this.node(node.update, inner);
        if (node.type === 'foreach' && node.extract !== null) this.node(node.extract, inner);
        return;
      }
      default:
        for (const child of children(node)) this.node(child, names);
    }
  }

  #defined({ name, parameters, body }: JqDefinition, names: Names): Names {
    const outer = { ...names, functions: new Set([...names.functions, `${name}/${parameters.length}`]) };
    const values = parameters.filter((parameter) => parameter.startsWith('$')).map((parameter) => parameter.slice(1));
    const filters = parameters.map((parameter) => `${parameter.replace('$', '')}/0`);
    this.node(body, withVariables({ ...outer, functions: new Set([...outer.functions, ...filters]) }, values));
    return outer;
  }

  #pattern(pattern: JqPattern, names: Names): void {
    if (pattern.type === 'array') for (const element of pattern.elements) this.#pattern(element, names);
    if (pattern.type !== 'object') return;
    for (const { key, value } of pattern.entries) {
      this.node(key, withVariables(names, patternNames(pattern)));
      if (value !== null) this.#pattern(value, names);
    }
  }
}

function withVariables(names: Names, variables: readonly string[]): Names {
  return variables.length === 0 ? names : { ...names, variables: new Set([...names.variables, ...variables]) };
}

function children(node: JqNode): JqNode[] {
  const nodes: (JqNode | null)[] = [];
  if ('left' in node) nodes.push(node.left, node.right);
  if ('target' in node) nodes.push(node.target);
  if (node.type === 'index') nodes.push(node.index);
  if (node.type === 'slice') nodes.push(node.from, node.to);
  if (node.type === 'try') nodes.push(node.body, node.handler);
  if (node.type === 'array' || node.type === 'label') nodes.push(node.body);
  if (node.type === 'negate') nodes.push(node.operand);
  if (node.type === 'if') nodes.push(node.condition, node.whenTrue, node.whenFalse);
  if (node.type === 'object') nodes.push(...node.entries.flatMap(({ key, value }) => [key, value]));
  if (node.type === 'string') nodes.push(...node.parts.flatMap((part) => (typeof part === 'string' ? [] : [part])));
  return nodes.filter((child) => child !== null);
}
