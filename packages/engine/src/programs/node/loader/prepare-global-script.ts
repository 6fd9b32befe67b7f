import type { NodeHost } from '../node-host.ts';
import { applyEdits } from './rewrite/source-edits.ts';

interface GlobalScript {
  source: string;
  file: string;
  /** The text put in front of the source. */
  head: string;
  importDynamically(specifier: unknown, options: unknown): Promise<unknown>;
}

let importerCount = 0;

/** Prepares non-module code to run in the global scope; the names that rewriting adds become globals. */
export function prepareGlobalScript({ scope, awaitContext, rewriteGlobalScript }: NodeHost, script: GlobalScript): string {
  const { source, file, head, importDynamically } = script;
  scope.headLengths.set(file, head.length);
  const rewritten = rewriteGlobalScript(source);
  if (rewritten === null) {
    scope.rewritten.notePlain(file);
    return source;
  }
  const { awaitName, importerName, prefix } = rewritten;
  if (awaitName !== null) scope.define(awaitName, awaitContext);
  let { edits } = rewritten;
  if (importerName !== null) {
    // Each script gets its own name, because relative imports have a different base in each script.
    const ownName = `${importerName}${++importerCount}`;
    scope.define(ownName, importDynamically);
    edits = edits.map((part) => (part === importerName ? ownName : part));
  }
  const code = applyEdits(source, edits);
  scope.rewritten.note(file, { code, bodyStart: 0, bodyEnd: code.length, edits, prefix });
  return code;
}

/** Prepares the text of an `eval`, which may name itself with `sourceURL`. */
export function prepareEvaluated(host: NodeHost, source: string, importDynamically: GlobalScript['importDynamically']): string {
  const file = /\/\/[#@]\s*sourceURL=(\S+)\s*$/.exec(source.slice(-1000))?.[1] ?? 'node:internal/evaluated';
  return prepareGlobalScript(host, { source, file, head: '', importDynamically });
}
