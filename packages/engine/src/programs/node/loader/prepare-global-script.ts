import type { NodeHost } from '../node-host.ts';
import { applyEdits } from './rewrite/source-edits.ts';

interface GlobalScript {
  source: string;
  file: string;
  /** What is put in front of it. */
  head: string;
  importDynamically(specifier: unknown, options: unknown): Promise<unknown>;
}

let importerCount = 0;

/** Code that is no module, ready to be run in the global scope: the names that rewriting adds are globals. */
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
    // One of its own: where a relative import starts from differs from script to script.
    const ownName = `${importerName}${++importerCount}`;
    scope.define(ownName, importDynamically);
    edits = edits.map((part) => (part === importerName ? ownName : part));
  }
  const code = applyEdits(source, edits);
  scope.rewritten.note(file, { code, bodyStart: 0, bodyEnd: code.length, edits, prefix });
  return code;
}

/** The text of an `eval`; it may say itself what it is called. */
export function prepareEvaluated(host: NodeHost, source: string, importDynamically: GlobalScript['importDynamically']): string {
  const file = /\/\/[#@]\s*sourceURL=(\S+)\s*$/.exec(source.slice(-1000))?.[1] ?? 'node:internal/evaluated';
  return prepareGlobalScript(host, { source, file, head: '', importDynamically });
}
