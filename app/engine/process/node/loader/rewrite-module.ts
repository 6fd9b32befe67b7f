import { parse } from 'acorn';
import { ReferenceRewriter } from './reference-rewriter.ts';
import { rewriteExport } from './rewrite-exports.ts';
import { SourceEdits } from './source-edits.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';

/** One `import … from` or `export … from` of a module. */
export interface ModuleRequest {
  specifier: string;
  /** `with { type: 'json' }` */
  importType: string | null;
  /** Names that must be exported there; `*` (the namespace itself) is not among them. */
  names: string[];
}

export interface RewrittenModule {
  /** A function expression: a generator, or an async generator when the module awaits at its top level. */
  code: string;
  requests: ModuleRequest[];
  /** Names the module exports itself, apart from those that `export *` adds. */
  exportNames: string[];
  /** Indexes into `requests` of every `export * from`. */
  starRequests: number[];
  /** Exports that only pass on another module's export: name → where it comes from. */
  passedOn: { name: string; request: number; importedName: string }[];
  hasTopLevelAwait: boolean;
  /** Characters in front of the source's first line. */
  headLength: number;
}

/** Where an imported name is read from, as source text. */
export interface ImportBinding {
  request: number;
  importedName: string | null;
  expression: string;
}

/** What the rewriting of one module gathers as it goes. */
export interface RewriteState {
  source: string;
  edits: SourceEdits;
  prefix: string;
  requests: ModuleRequest[];
  bindings: Map<string, ImportBinding>;
  /** Exported name → expression its getter returns. */
  exports: Map<string, string>;
  starRequests: number[];
  passedOn: RewrittenModule['passedOn'];
  /** `export { a }`: looked up once all imports are known. */
  localExports: { name: string; local: string }[];
  /** Statements to run before the body, on the first line. */
  preamble: string[];
}

/** A prefix for the names we add that the source does not contain. */
function unusedPrefix(source: string): string {
  let prefix = '$m';
  while (source.includes(prefix)) prefix += '_';
  return prefix;
}

export function memberExpression(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${JSON.stringify(name)}]`;
}

export function addRequest(state: RewriteState, node: SyntaxNode): number {
  const specifier = String(childNode(node, 'source')?.value ?? '');
  const typeAttribute = childNodes(node, 'attributes').find((attribute) => nodeName(childNode(attribute, 'key')) === 'type');
  const importType = typeAttribute === undefined ? null : nodeName(childNode(typeAttribute, 'value'));
  const existing = state.requests.findIndex((request) => request.specifier === specifier && request.importType === importType);
  if (existing !== -1) return existing;
  state.requests.push({ specifier, importType, names: [] });
  return state.requests.length - 1;
}

export function requireName(state: RewriteState, request: number, name: string): void {
  const names = state.requests[request]?.names;
  if (names !== undefined && !names.includes(name)) names.push(name);
}

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
    state.bindings.set(local, { request, importedName, expression: memberExpression(object, importedName) });
  }
  // The semicolon keeps the statement before from running on into the one after.
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

/**
 * Rewrites an ES module into a generator, so that it can be linked and evaluated synchronously:
 *
 *     (function*($mn, $mmeta, $mimport, $mexport) { "use strict"; $mexport({ get a() { return a } }); yield; …body… })
 *
 * The first `next()` instantiates (functions are hoisted and the getters exist before any body runs, so cycles see what they
 * should, and the temporal dead zone is the engine's own); the second evaluates. Imports become live reads of `$mn[i].name`.
 * Line numbers are kept.
 */
export function rewriteModule(source: string): RewrittenModule {
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
  for (const statement of body) if (statement.type === 'ImportDeclaration') rewriteImport(state, statement);
  for (const statement of body) if (statement.type.startsWith('Export')) rewriteExport(state, statement);
  resolveLocalExports(state);
  const rewriter = new ReferenceRewriter(state.edits, state.bindings, prefix);
  rewriter.rewriteProgram(body);
  const getters = [...state.exports].map(([name, expression]) => `get ${JSON.stringify(name)}(){return ${expression}}`);
  const star = rewriter.hasTopLevelAwait ? 'async function*' : 'function*';
  const parameters = `${prefix}n,${prefix}meta,${prefix}import,${prefix}export`;
  const head = `(${star}(${parameters}){"use strict";${prefix}export({${getters.join(',')}});${state.preamble.join('')}yield;`;
  return {
    headLength: head.length,
    code: `${head}${state.edits.apply()}\n})`,
    requests: state.requests,
    exportNames: [...state.exports.keys()],
    starRequests: state.starRequests,
    passedOn: state.passedOn,
    hasTopLevelAwait: rewriter.hasTopLevelAwait,
  };
}
