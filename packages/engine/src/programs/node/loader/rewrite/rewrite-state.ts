import type { EditList, SourceEdits } from './source-edits.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';

/** One `import … from` or `export … from` of a module. */
export interface ModuleRequest {
  specifier: string;
  /** The value of `with { type: 'json' }`. */
  importType: string | null;
  /** The names that the other module must export, excluding `*` (the namespace itself). */
  names: string[];
}

/** The result of parsing an ES module. Must be JSON, because it is stored between processes. */
export interface ModuleAnalysis {
  /** The prefix of all added names. */
  prefix: string;
  /** The text in front of the edited source. */
  head: string;
  edits: EditList;
  requests: ModuleRequest[];
  /** The names the module exports itself, without those that `export *` adds. */
  exportNames: string[];
  /** Indexes into `requests` of every `export * from`. */
  starRequests: number[];
  /** Re-exports of another module's exports, with their origins. */
  passedOn: { name: string; request: number; importedName: string }[];
  hasTopLevelAwait: boolean;
}

export interface RewrittenModule extends ModuleAnalysis {
  /** A function expression: a generator, or an async generator if the module awaits at its top level. */
  code: string;
}

/** The source text that reads an imported name. */
export interface ImportBinding {
  request: number;
  importedName: string | null;
  expression: string;
}

/** The data collected while one module is rewritten. */
export interface RewriteState {
  source: string;
  edits: SourceEdits;
  prefix: string;
  requests: ModuleRequest[];
  bindings: Map<string, ImportBinding>;
  /** Maps an exported name to the expression its getter returns. */
  exports: Map<string, string>;
  starRequests: number[];
  passedOn: RewrittenModule['passedOn'];
  /** `export { a }`, resolved once all imports are known. */
  localExports: { name: string; local: string }[];
  /** Statements to run before the body, on the first line. */
  preamble: string[];
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
