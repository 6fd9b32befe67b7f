import type EventEmitter from 'events/';
import type { LineInterface } from '../../builtins/readline/line-interface.ts';
import type { Inspection } from '../../inspect/inspect.ts';

export type EvaluationDone = (error: unknown, result?: unknown) => void;
export type Evaluate = (this: unknown, code: string, context: object, file: string, done: EvaluationDone) => void;

export interface Writer {
  (value: unknown): string;
  options?: Record<string, unknown>;
}

export interface ReplCommand {
  help?: string;
  action(this: ReplServer, argument: string): void;
}

/** The options of `repl.start`. */
export interface ReplOptions {
  prompt?: string;
  input?: unknown;
  output?: unknown;
  terminal?: boolean;
  eval?: Evaluate;
  useColors?: boolean;
  useGlobal?: boolean;
  ignoreUndefined?: boolean;
  writer?: Writer;
  completer?: unknown;
  replMode?: symbol;
  breakEvalOnSigint?: boolean;
  historySize?: number;
}

/** A REPL as programs see it. */
export interface ReplServer extends LineInterface {
  context: object;
  eval: Evaluate;
  writer: Writer;
  useColors: boolean;
  useGlobal: boolean;
  ignoreUndefined: boolean;
  replMode: symbol;
  breakEvalOnSigint: boolean;
  editorMode: boolean;
  last: unknown;
  lastError: unknown;
  underscoreAssigned: boolean;
  underscoreErrAssigned: boolean;
  lines: string[];
  commands: Record<string, ReplCommand>;
  /** Emits errors of the evaluated code. */
  _domain: EventEmitter;
  _initialPrompt: string;
  /** Sets the current prompt; `setPrompt` sets the one that it returns to. */
  _showPrompt(prompt: string): void;
  clearBufferedCommand(): void;
  displayPrompt(keepsCursor?: boolean): void;
  defineCommand(keyword: string, given: ReplCommand | ReplCommand['action']): void;
  resetContext(): void;
  createContext(): object;
  setupHistory(path: unknown, done: (error: unknown, server: ReplServer) => void): void;
}

/** The process's own tools. */
export interface ReplTools {
  inspect: Inspection['inspect'];
  modes: { sloppy: symbol; strict: symbol };
}
