import type { EditList, SourceEdits } from './source-edits.ts';
import { childNode, childNodes, nodeName, type SyntaxNode } from './syntax-tree.ts';

/** One `import … from` or `export … from` of a module. */
export interface ModuleRequest {
  specifier: string;
  /** `with { type: 'json' }` */
  importType: string | null;
  /** Names that must be exported there; `*` (the namespace itself) is not among them. */
  names: string[];
}

/** What is known of an ES module once it has been parsed. JSON: it is kept between processes. */
export interface ModuleAnalysis {
  /** Begins the names that were added. */
  prefix: string;
  /** Text in front of the edited source. */
  head: string;
  edits: EditList;
  requests: ModuleRequest[];
  /** Names the module exports itself, apart from those that `export *` adds. */
  exportNames: string[];
  /** Indexes into `requests` of every `export * from`. */
  starRequests: number[];
  /** Exports that only pass on another module's export: name → where it comes from. */
  passedOn: { name: string; request: number; importedName: string }[];
  hasTopLevelAwait: boolean;
}

export interface RewrittenModule extends ModuleAnalysis {
  /** A function expression: a generator, or an async generator when the module awaits at its top level. */
  code: string;
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
