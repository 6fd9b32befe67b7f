import { addRequest, memberExpression, type RewriteState, requireName } from './rewrite-state.ts';
import { collectPatternNames, isFunctionNode } from './scope-names.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';

function rewriteStarExport(state: RewriteState, node: SyntaxNode): void {
  const request = addRequest(state, node);
  const exported = childNode(node, 'exported');
  if (exported === null) state.starRequests.push(request);
  else state.exports.set(nodeName(exported), `${state.prefix}n[${request}]`);
  state.edits.remove(node.start, node.end, ';');
}

function rewriteNamedExport(state: RewriteState, node: SyntaxNode): void {
  const declaration = childNode(node, 'declaration');
  if (declaration !== null) {
    const names = new Set<string>();
    if (declaration.type === 'VariableDeclaration')
      for (const declarator of childNodes(declaration, 'declarations')) collectPatternNames(childNode(declarator, 'id'), names);
    else collectPatternNames(childNode(declaration, 'id'), names);
    for (const name of names) state.exports.set(name, name);
    state.edits.remove(node.start, declaration.start);
    return;
  }
  const isFromElsewhere = childNode(node, 'source') !== null;
  const request = isFromElsewhere ? addRequest(state, node) : -1;
  for (const specifier of childNodes(node, 'specifiers')) {
    const local = nodeName(childNode(specifier, 'local'));
    const name = nodeName(childNode(specifier, 'exported'));
    if (isFromElsewhere) {
      requireName(state, request, local);
      state.exports.set(name, memberExpression(`${state.prefix}n[${request}]`, local));
      state.passedOn.push({ name, request, importedName: local });
    } else {
      state.localExports.push({ name, local });
    }
  }
  state.edits.remove(node.start, node.end, ';');
}

/** Returns whether this is an anonymous function or class, which takes the name `default` from its position. */
function isAnonymousDefinition(node: SyntaxNode): boolean {
  return (isFunctionNode(node) || node.type.startsWith('Class')) && childNode(node, 'id') === null;
}

/** Returns the offset after white space and comments. */
function nextToken(source: string, start: number): number {
  return start + (/^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/.exec(source.slice(start))?.[0].length ?? 0);
}

/** Returns the offset after those of `words` that follow one another from `start`, in this order, with comments between them. */
function skipWords(source: string, start: number, words: readonly string[]): number {
  let end = start;
  for (const word of words) {
    const next = nextToken(source, end);
    const behind = next + word.length;
    // Not the start of a longer name: `export default defaultProps`.
    if (source.startsWith(word, next) && (word === '*' || !/[\w$\\\u0080-\uffff]/.test(source.charAt(behind)))) end = behind;
  }
  return end;
}

function rewriteDefaultExport(state: RewriteState, node: SyntaxNode): void {
  const declaration = childNode(node, 'declaration');
  if (declaration === null) return;
  const { source } = state;
  const name = `${state.prefix}default`;
  const identifier = childNode(declaration, 'id');
  if (declaration.type.endsWith('Declaration') && identifier !== null) {
    state.exports.set('default', nodeName(identifier));
    state.edits.remove(node.start, declaration.start);
    return;
  }
  state.exports.set('default', name);
  if (declaration.type === 'FunctionDeclaration') {
    // Hoisted, so it stays a declaration and gets a name after `function`, before the parameters.
    const parameters = nextToken(source, skipWords(source, declaration.start, ['async', 'function', '*']));
    state.edits.remove(node.start, declaration.start);
    state.edits.replace(parameters, parameters, ` ${name}`);
    state.preamble.push(`Object.defineProperty(${name},"name",{value:"default",configurable:true});`);
    return;
  }
  const [open, close] = isAnonymousDefinition(declaration) ? ['{default:', '}.default'] : ['(', ')'];
  // Removes up to the end of the keyword, because parentheses around the expression are not part of its node.
  state.edits.remove(node.start, skipWords(source, node.start, ['export', 'default']), `const ${name}=${open}`);
  const end = source[node.end - 1] === ';' && node.end > declaration.end ? node.end - 1 : node.end;
  state.edits.close(end, `${close}${end === node.end ? ';' : ''}`, 'statement');
}

export function rewriteExport(state: RewriteState, node: SyntaxNode): void {
  if (node.type === 'ExportAllDeclaration') rewriteStarExport(state, node);
  else if (node.type === 'ExportNamedDeclaration') rewriteNamedExport(state, node);
  else rewriteDefaultExport(state, node);
}
