import { parse } from 'acorn';
import { AwaitRewriter } from './rewrite-awaits.ts';
import { isFunctionNode } from './scope-names.ts';
import { applyEdits, type EditList, SourceEdits } from './source-edits.ts';
import { isSyntaxNode, type SyntaxNode } from './syntax-tree.ts';
import { unusedPrefix } from './unused-prefix.ts';

/** Must be JSON, because it is stored between processes. */
export interface ScriptAnalysis {
  /** The prefix of all added names. */
  prefix: string;
  edits: EditList;
  /** The name that `import()` is redirected to, or null if there is no `import()`. */
  importerName: string | null;
  /** The name of the `AwaitContext`, or null if nothing awaits. */
  awaitName: string | null;
}

export interface RewrittenScript extends ScriptAnalysis {
  code: string;
}

/** Matches what may be between two words. */
const gap = String.raw`(?:\s|/\*[^]*?\*/|//.*\n)`;
const name = String.raw`[\w$\\\u0080-\uffff]`;

const maybeImport = /\bimport\s*(?:\(|\/[/*])/;
/** Matches where an asynchronous function may begin. Only a hint: strings and comments can look like it. */
const maybeAsync = new RegExp(
  [
    String.raw`\basync(?:${gap}+function\b`,
    String.raw`${gap}*\(`,
    `${gap}+${name}+${gap}*=>`,
    String.raw`(?:${gap}+|${gap}*\*${gap}*)#?${name}+${gap}*\(`,
    String.raw`${gap}*(?:\*${gap}*)?[#"'[\d.])`,
  ].join('|'),
);
const maybeAwait = /\bawait\b/;
const maybeEval = /\beval\s*\)?\s*\(/;

/** Parsing typescript.js (9 MB) takes more than a second, for five awaits. */
const MAX_AWAIT_CHARACTERS = 4_000_000;
/**
 * Matches the modules in webpack's development bundles, which are texts for `eval`. They do not count towards the limit, because a parser
 * skips a string quickly.
 */
const longText = /"(?:[^"\\\n]|\\[^\n]){1000,}"/g;

class ScriptWalk {
  readonly imports: SyntaxNode[] = [];
  readonly awaits: AwaitRewriter;

  constructor(
    edits: SourceEdits,
    prefix: string,
    private readonly rewritesAwaits: boolean,
  ) {
    this.awaits = new AwaitRewriter(edits, prefix, (node) => this.visit(node));
  }

  visit(node: SyntaxNode): void {
    if (node.type === 'ImportExpression') this.imports.push(node);
    // Closures are created only where needed, because this runs for every node of large files.
    if (!this.rewritesAwaits) this.#children(node);
    else if (isFunctionNode(node)) this.awaits.inFunction(() => this.#children(node));
    else if (node.type === 'CallExpression') this.awaits.eval(node, () => this.#children(node));
    else if (node.type === 'AwaitExpression') this.awaits.await(node, () => this.#children(node));
    else if (node.type === 'ForOfStatement' && node.await === true) this.awaits.forAwait(node, () => this.#children(node));
    else if (node.type === 'TryStatement') this.awaits.try(node);
    else if (node.type === 'LabeledStatement') this.awaits.label(node);
    else this.#children(node);
  }

  #children(node: SyntaxNode): void {
    for (const field in node) {
      const value = node[field];
      if (isSyntaxNode(value)) this.visit(value);
      else if (Array.isArray(value)) for (const item of value) if (isSyntaxNode(item)) this.visit(item);
    }
  }
}

function parseScript(source: string): SyntaxNode | null {
  try {
    const program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: false,
      allowSuperOutsideMethod: true,
    });
    // acorn types each node; the walks here access all nodes by field name.
    return program as unknown as SyntaxNode;
  } catch {
    // The compiler will report the error.
    return null;
  }
}

function hasAwaits(source: string): boolean {
  const evaluates = maybeEval.test(source);
  if (source.length > MAX_AWAIT_CHARACTERS && !(evaluates && source.replace(longText, '').length <= MAX_AWAIT_CHARACTERS)) return false;
  return evaluates || (maybeAwait.test(source) && maybeAsync.test(source));
}

/** Returns whether the source has to be parsed; most scripts do not. */
export function mayNeedRewriting(source: string): boolean {
  return hasAwaits(source) || maybeImport.test(source);
}

export function rewriteScript(source: string): RewrittenScript | null {
  const analysis = analyzeScript(source);
  return analysis === null ? null : { ...analysis, code: applyEdits(source, analysis.edits) };
}

/**
 * Redirects `import()` in a script to a function passed in by name, and preserves the asynchronous context over `await`. Returns null if
 * the script has neither.
 */
export function analyzeScript(source: string, wantedPrefix?: string): ScriptAnalysis | null {
  const awaitsMay = hasAwaits(source);
  if (!awaitsMay && !maybeImport.test(source)) return null;
  const program = parseScript(source);
  if (program === null) return null;
  const prefix = wantedPrefix === undefined || source.includes(wantedPrefix) ? unusedPrefix(source) : wantedPrefix;
  const edits = new SourceEdits(source);
  const walk = new ScriptWalk(edits, prefix, awaitsMay);
  walk.visit(program);
  const { imports, awaits } = walk;
  if (imports.length === 0 && !awaits.isUsed) return null;
  const importerName = imports.length === 0 ? null : `${prefix}import`;
  for (const node of imports) edits.replace(node.start, node.start + 'import'.length, importerName ?? '');
  return { prefix, edits: edits.list(), importerName, awaitName: awaits.isUsed ? `${prefix}a` : null };
}
