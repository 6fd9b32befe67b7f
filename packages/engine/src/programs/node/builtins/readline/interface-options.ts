import type EventEmitter from 'events/';
import { invalidArgumentType, invalidArgumentValue, outOfRange } from '../../errors/node-error.ts';

export interface InputLike extends EventEmitter {
  resume?(): unknown;
  pause?(): unknown;
  isTTY?: boolean;
  isRaw?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface OutputLike extends EventEmitter {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

type Completions = [string[], string];
export type Completer = (line: string, callback?: (error: unknown, completions?: Completions) => void) => unknown;

export interface InterfaceOptions {
  input: InputLike;
  output: OutputLike | undefined;
  terminal: boolean;
  prompt: string;
  crlfDelay: number;
  history: string[];
  historySize: number;
  removeHistoryDuplicates: boolean;
  completer: Completer | undefined;
  escapeCodeTimeout: number;
  tabSize: number;
  signal: AbortSignal | undefined;
}

const SHORTEST_CRLF_MILLISECONDS = 100;
const ESCAPE_MILLISECONDS = 500;

function checkedNumber(given: Record<string, unknown>, name: string, fallback: number, lowest: number): number {
  const value = given[name];
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  if (!(value >= lowest)) throw outOfRange(name, `>= ${lowest}`, value);
  return value;
}

/** Normalizes `(options)` or the legacy arguments `(input, output, completer, terminal)` to options. */
function named(args: unknown[]): Record<string, unknown> {
  const [first, output, completer, terminal] = args;
  const isOptions = typeof first === 'object' && first !== null && Boolean(Reflect.get(first, 'input'));
  return isOptions ? (first as Record<string, unknown>) : { input: first, output, completer, terminal };
}

export function readOptions(args: unknown[]): InterfaceOptions {
  const given = named(args);
  const { escapeCodeTimeout = ESCAPE_MILLISECONDS, completer, history = [], crlfDelay, prompt, signal, tabSize = 8 } = given;
  if (typeof escapeCodeTimeout !== 'number' || !Number.isFinite(escapeCodeTimeout))
    throw invalidArgumentValue('input.escapeCodeTimeout', ESCAPE_MILLISECONDS); // Node reports its own value, not the given one.
  if (completer !== undefined && completer !== null && typeof completer !== 'function') throw invalidArgumentValue('completer', completer);
  if (!Array.isArray(history)) throw invalidArgumentType('history', 'an instance of Array', history);
  if (typeof tabSize !== 'number') throw invalidArgumentType('tabSize', 'of type number', tabSize);
  if (!Number.isInteger(tabSize)) throw outOfRange('tabSize', 'an integer', tabSize);
  if (tabSize < 1 || tabSize > 0xffff_ffff) throw outOfRange('tabSize', '>= 1 && <= 4294967295', tabSize);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw invalidArgumentType('options.signal', 'an instance of AbortSignal', signal);
  const historySize = checkedNumber(given, 'historySize', 30, 0);
  const input = given.input as InputLike; // Any object with `on`, as in Node.
  const output = (given.output ?? undefined) as OutputLike | undefined;
  const delay = Number(crlfDelay);
  return {
    input,
    output,
    terminal: given.terminal === undefined ? output?.isTTY === true : Boolean(given.terminal),
    prompt: prompt === undefined ? '> ' : (prompt as string), // Node does not convert it either.
    crlfDelay: crlfDelay ? Math.max(SHORTEST_CRLF_MILLISECONDS, delay) : SHORTEST_CRLF_MILLISECONDS,
    history,
    historySize,
    removeHistoryDuplicates: given.removeHistoryDuplicates === true,
    completer: (completer ?? undefined) as Completer | undefined,
    escapeCodeTimeout,
    tabSize,
    signal,
  };
}
