import { parse } from 'acorn';
import { ReferenceRewriter } from './reference-rewriter.ts';
import { rewriteExport } from './rewrite-exports.ts';
import {
  addRequest,
  type ModuleAnalysis,
  memberExpression,
  type RewriteState,
  type RewrittenModule,
  requireName,
} from './rewrite-state.ts';
import { applyEdits, SourceEdits } from './source-edits.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';
import { unusedPrefix } from './unused-prefix.ts';

function rewriteImport(state: RewriteState, node: SyntaxNode): void {
  const request = addRequest(state, node);
  const object = `${state.prefix}n[${request}]`;
  for (const specifier of childNodes(node, 'specifiers')) {
    const local = nodeName(childNode(specifier, 'local'));
    if (specifier.type === 'ImportNamespaceSpecifier') {
      state.bindings.set(local, { request, importedName: null, expression: object });
      continue;
    }
    const importedName = specifier.type === 'ImportDefaultSpecifier' ? 'default' : nodeName(childNode(specifier, 'imported'));
    requireName(state, request, importedName);
    // Bundles import one name under many aliases; functions that differ only in the alias must keep different texts.
    const aliases = [...state.bindings.values()].filter((other) => other.request === request && other.importedName === importedName).length;
    const source = aliases === 0 ? object : `${object}/*${aliases}*/`;
    state.bindings.set(local, { request, importedName, expression: memberExpression(source, importedName) });
  }
  // The semicolon keeps the previous statement from continuing into the next.
  state.edits.remove(node.start, node.end, ';');
}

function resolveLocalExports(state: RewriteState): void {
  for (const { name, local } of state.localExports) {
    const binding = state.bindings.get(local);
    if (binding === undefined) {
      state.exports.set(name, local);
      continue;
    }
    state.exports.set(name, binding.expression);
    if (binding.importedName !== null) state.passedOn.push({ name, request: binding.request, importedName: binding.importedName });
  }
}

/** The text after the body. */
export const MODULE_TAIL = '\n})';

export function rewriteModule(source: string, analysis: ModuleAnalysis = analyzeModule(source)): RewrittenModule {
  return { ...analysis, code: `${analysis.head}${applyEdits(source, analysis.edits)}${MODULE_TAIL}` };
}

/**
 * Describes how to rewrite an ES module into a generator, so that it can be linked and evaluated synchronously:
 *
 *     (function*($m0000n, $m0000meta, $m0000import, $m0000export, $m0000a) { "use strict"; $m0000export({ get a() { return a } }); yield; …body… })
 *
 * The first `next()` instantiates: functions are hoisted and the getters exist before any body runs, so cycles work and the temporal dead
 * zone is the engine's own. The second evaluates. Imports become live reads of `$m0000n[i].name`. `$m0000a` carries the asynchronous
 * context over `await` (rewrite-awaits.ts). Line numbers are preserved.
 */
export function analyzeModule(source: string): ModuleAnalysis {
  // acorn types each node; the walks here access all nodes by field name.
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }) as unknown as SyntaxNode;
  const prefix = unusedPrefix(source);
  const state: RewriteState = {
    source,
    edits: new SourceEdits(source),
    prefix,
    requests: [],
    bindings: new Map(),
    exports: new Map(),
    starRequests: [],
    passedOn: [],
    localExports: [],
    preamble: [],
  };
  if (source.startsWith('#!')) state.edits.replace(0, 2, '//');
  const body = childNodes(program, 'body');
  // In source order, for both imports and re-exports, because that is the evaluation order.
  for (const statement of body) if (childNode(statement, 'source') !== null) addRequest(state, statement);
  for (const statement of body) if (statement.type === 'ImportDeclaration') rewriteImport(state, statement);
  for (const statement of body) if (statement.type.startsWith('Export')) rewriteExport(state, statement);
  resolveLocalExports(state);
  const rewriter = new ReferenceRewriter(state.edits, state.bindings, prefix);
  rewriter.rewriteProgram(body);
  const getters = [...state.exports].map(([name, expression]) => `get ${JSON.stringify(name)}(){return ${expression}}`);
  const star = rewriter.hasTopLevelAwait ? 'async function*' : 'function*';
  const parameters = `${prefix}n,${prefix}meta,${prefix}import,${prefix}export,${prefix}a`;
  const head = `(${star}(${parameters}){"use strict";${prefix}export({${getters.join(',')}});${state.preamble.join('')}yield;`;
  return {
    prefix,
    head,
    edits: state.edits.list(),
    requests: state.requests,
    exportNames: [...state.exports.keys()],
    starRequests: state.starRequests,
    passedOn: state.passedOn,
    hasTopLevelAwait: rewriter.hasTopLevelAwait,
  };
}
