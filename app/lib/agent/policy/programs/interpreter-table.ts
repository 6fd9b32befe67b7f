import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { type Judging, judgeUse, UNKNOWN } from './judge-use.ts';
import { riskyFlag } from './risky-flag.ts';

/** A program that runs the given file. Project code may run like the project's scripts; code on the command line may not. */
interface Interpreter {
  /** Flags allowed before the file. */
  plain: RegExp;
  /** Flags allowed before the file, with a value in the next word. */
  values?: RegExp;
  /** Flags that need no file after them. */
  alone: RegExp;
}

const NODE: Interpreter = {
  plain:
    /^--(?:no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|enable-source-maps|experimental-(?:strip-types|transform-types|vm-modules|modules|json-modules|wasm-modules|import-meta-resolve|fetch|websocket|sqlite|webstorage|test-coverage|test-module-mocks|permission)|max-old-space-size=\d+|stack-size=\d+|stack-trace-limit=\d+|unhandled-rejections=\w+|test-reporter=(?:spec|tap|dot|junit)|test-concurrency=\d+|test-only|test-timeout=\d+|test-name-pattern=.*|preserve-symlinks|throw-deprecation|check|test|watch|disable-warning=\w+|expose-gc|no-experimental-[\w-]+)$|^-c$/,
  alone: /^(?:-v|--version|-h|--help|--test|--v8-options)$/,
};
const TSX: Interpreter = {
  plain: /^--(?:no-warnings|no-cache|enable-source-maps|test|tsconfig=tsconfig[\w.]*\.json)$|^watch$/,
  alone: /^(?:-v|--version|-h|--help|--test)$/,
};
const PYTHON: Interpreter = { plain: /^-[uBOqEsS]+$/, values: /^-m$/, alone: /^(?:-V|--version|-h|--help)$/ };
const OTHER: Interpreter = { plain: /^-w$/, alone: /^(?:-v|--version|-h|--help)$/ };

export const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ['node', NODE],
  ['nodejs', NODE],
  ['tsx', TSX],
  ['ts-node', TSX],
  ['vite-node', TSX],
  ['esno', TSX],
  ['babel-node', TSX],
  ['python', PYTHON],
  ['python2', PYTHON],
  ['python3', PYTHON],
  ['ruby', OTHER],
  ['perl', OTHER],
  ['php', OTHER],
]);

/** Python modules that run the project's own tests. Any other module asks, like `npx`. */
const PLAIN_MODULES: ReadonlySet<string> = new Set(['pytest', 'unittest']);

export function judgeInterpreter(interpreter: Interpreter, words: readonly ShellWord[], judging: Judging): Reason | null {
  const inline = because('it runs code given on its command line, or with flags that load code');
  let at = 0;
  let isComplete = false;
  for (; at < words.length; at++) {
    const word = words[at];
    if (word?.kind !== 'literal') return UNKNOWN;
    const isPlain = interpreter.plain.test(word.value);
    isComplete ||= interpreter.alone.test(word.value);
    if (interpreter.values?.test(word.value) === true) {
      const module = words[at + 1];
      if (module?.kind !== 'literal' || !PLAIN_MODULES.has(module.value)) return inline;
      return judgeRest(words.slice(at + 2), judging);
    }
    if (!word.value.startsWith('-') && !isPlain) break;
    if (word.value === '-' || (!isPlain && !interpreter.alone.test(word.value))) return inline;
  }
  const file = words[at];
  if (file === undefined) return isComplete ? null : inline;
  if (file.kind !== 'literal') return UNKNOWN;
  if (file.value.startsWith('/dev/')) return inline;
  return judgeUse('read', file, file.value, judging) ?? judgeRest(words.slice(at + 1), judging);
}

function judgeRest(words: readonly ShellWord[], judging: Judging): Reason | null {
  for (const word of words) {
    if (word.kind === 'unknown') return UNKNOWN;
    const why = riskyFlag(word.value) ?? judgeUse('any', word, word.value, judging);
    if (why !== null) return why;
  }
  return null;
}
