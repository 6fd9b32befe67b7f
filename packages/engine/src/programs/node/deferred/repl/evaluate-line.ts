import { declarationsOf } from '../../builtins/vm/script-declarations.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { awaitAtTop } from './await-at-top.ts';
import type { EvaluationDone, ReplServer, ReplTools } from './repl-types.ts';
import { isUnfinished, isValidCode, Recoverable, wrongPlace } from './unfinished-code.ts';

interface VmModule {
  runInContext(code: string, context: object, options: object): unknown;
}

/** The names declared by `let`, `const` and `class` in each context, which must not be declared twice. */
const declared = new WeakMap<object, Set<string>>();

function declareOnce(context: object, code: string): void {
  const names = declared.get(context) ?? new Set();
  declared.set(context, names);
  const { lexicals, variables, functions } = declarationsOf(code);
  for (const name of [...lexicals, ...variables, ...functions])
    if (names.has(name)) throw new SyntaxError(`Identifier '${name}' has already been declared`);
  for (const name of lexicals) names.add(name);
}

/** Treats `{ a: 1 }` as an object, not a block. */
function asExpression(code: string): string {
  if (!/^\s*\{/.test(code) || /;\s*$/.test(code)) return code;
  const wrapped = `(${code.trim()})\n`;
  return isValidCode(wrapped) ? wrapped : code;
}

function importSentence(code: string): string {
  const [, clause = '', specifier = ''] = /^\s*import\s+(?:([^'"]+?)\s+from\s+)?['"]([^'"]+)['"]/m.exec(code) ?? [];
  const parts: string[] = [];
  const plain = /^([\w$]+)/.exec(clause)?.[1];
  if (plain !== undefined) parts.push(`default: ${plain}`);
  const named = /\{([^}]*)\}/.exec(clause)?.[1]?.trim();
  if (named) parts.push(named.replace(/\s+as\s+/g, ': '));
  const namespace = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1];
  const target = namespace === undefined ? (parts.length === 0 ? '' : `const { ${parts.join(', ')} } = `) : `const ${namespace} = `;
  return `Cannot use import statement inside the Node.js REPL, alternatively use dynamic import: ${target}await import("${specifier}");`;
}

/** Adds the location to the stack, as Node does. */
function describeSyntaxError(error: SyntaxError, code: string): SyntaxError {
  if (error instanceof Recoverable) return error;
  const described = error.message.includes('import statement') ? new SyntaxError(importSentence(code)) : error;
  described.stack = `${wrongPlace(code)}SyntaxError: ${described.message}`;
  return described;
}

/** Creates the function that evaluates input in the context, with `await` outside functions. */
export function createEvaluation(host: NodeHost, server: ReplServer, { modes }: ReplTools) {
  const vm = host.builtin('vm') as object as VmModule;
  const importModuleDynamically = (specifier: string) => host.importModule(specifier);
  const run = (code: string, context: object, filename: string) => {
    const strict = server.replMode === modes.strict ? `'use strict'; void 0;\n${code}` : code;
    return vm.runInContext(strict, context, { filename, importModuleDynamically });
  };
  const runAwaiting = (code: { declarations: string; body: string }, context: object, file: string, done: EvaluationDone) => {
    declareOnce(context, code.declarations);
    if (code.declarations !== '') run(code.declarations, context, file);
    const promise = run(code.body, context, file) as Promise<{ value: unknown } | undefined>;
    let isOver = false;
    const release = host.loop.ref();
    const finish = (...given: Parameters<EvaluationDone>) => {
      if (isOver) return;
      isOver = true;
      server.removeListener('interrupt', interrupt);
      release();
      host.loop.run(() => done(...given));
    };
    const interrupt = () => finish(nodeError(Error, 'ERR_SCRIPT_EXECUTION_INTERRUPTED', 'Script execution was interrupted by `SIGINT`'));
    server.once('interrupt', interrupt);
    promise.then(
      (result) => finish(null, result?.value),
      (error: unknown) => finish(thrown(error)),
    );
  };
  return (given: string, context: object, file: string, done: EvaluationDone): void => {
    const code = asExpression(given);
    let result: unknown;
    try {
      const awaiting = awaitAtTop(code);
      if (awaiting !== null) {
        runAwaiting(awaiting, context, file, done);
        return;
      }
      if (isUnfinished(given)) throw new Recoverable(new SyntaxError('Unexpected end of input'));
      if (isValidCode(code)) declareOnce(context, code);
      result = run(code, context, file);
    } catch (error) {
      done(error instanceof SyntaxError && !isValidCode(code) ? describeSyntaxError(error, code) : thrown(error));
      return;
    }
    if (given.trim() === '') done(null);
    else done(null, result);
  };
}

/** Wraps a thrown value, which may be null or undefined. */
export class Thrown {
  constructor(readonly error: unknown) {}
}

function thrown(error: unknown): unknown {
  return error ? error : new Thrown(error);
}
