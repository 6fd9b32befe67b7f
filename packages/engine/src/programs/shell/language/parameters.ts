import { ArithmeticError, evaluateArithmetic } from './expand/arithmetic.ts';
import { ExpansionError } from './state/control-flow.ts';
import type { Execution } from './state/execution.ts';
import { lineNumber } from './state/report.ts';
import type { ShellState } from './state/shell-state.ts';
import type { VariableValue } from './state/variables.ts';
import { arrayElements } from './state/variables.ts';

/** A parameter's value: unset, one text, or several (`@`, `*`, `a[@]`). */
export type ParameterValue = { type: 'unset' } | { type: 'text'; text: string } | { type: 'list'; items: string[]; isStar: boolean };

const unset: ParameterValue = { type: 'unset' };

export function parameterValue(execution: Execution, name: string): ParameterValue {
  const { state } = execution;
  if (name === '@' || name === '*') return { type: 'list', items: state.positional, isStar: name === '*' };
  const special = specialParameter(execution, name);
  if (special !== null) return { type: 'text', text: special };
  if (/^\d+$/.test(name)) return textOrUnset(state.positional[Number(name) - 1]);
  const text = state.variables.text(name);
  if (text !== null) return { type: 'text', text };
  return textOrUnset(dynamicVariable(execution, name));
}

/** Returns `${name[index]}`; the index is already expanded. */
export function elementValue(execution: Execution, name: string, index: string): ParameterValue {
  const value = arrayValue(execution.state, name);
  if (index === '@' || index === '*') return { type: 'list', items: arrayElements(value), isStar: index === '*' };
  if (value === null) return unset;
  if (value.type === 'associative') return textOrUnset(value.items.get(index));
  const number = arrayIndex(execution, value, index);
  if (value.type === 'text') return number === 0 ? { type: 'text', text: value.text } : unset;
  return textOrUnset(value.items.get(number));
}

function arrayValue(state: ShellState, name: string): VariableValue | null {
  if (name === 'FUNCNAME' || name === 'BASH_SOURCE') return callStack(state, name);
  if (name !== 'PIPESTATUS') return state.variables.find(name)?.value ?? null;
  return { type: 'indexed', items: new Map(state.pipeStatus.map((code, index) => [index, String(code)])) };
}

/** Returns the running functions, innermost first; a script file's own level is `main`. */
function callStack({ functionNames, isScriptFile, scriptName }: ShellState, name: string): VariableValue {
  const names = [...functionNames].reverse();
  if (isScriptFile && (names.length > 0 || name === 'BASH_SOURCE')) names.push('main');
  const items = name === 'FUNCNAME' ? names : names.map(() => scriptName);
  return { type: 'indexed', items: new Map(items.map((item, index) => [index, item])) };
}

/** A negative index counts back from just past the last element. */
export function arrayIndex(execution: Execution, value: VariableValue | null, index: string): number {
  const number = Number(evaluateInShell(execution.state, index));
  if (number >= 0) return number;
  const last = value?.type === 'indexed' ? Math.max(-1, ...value.items.keys()) : 0;
  return last + 1 + number;
}

export function assignElement(state: ShellState, name: string, index: string, text: string): void {
  const variable = state.variables.writable(name);
  if (variable.value?.type === 'associative') {
    variable.value.items.set(index, text);
    return;
  }
  if (variable.value?.type !== 'indexed') {
    const items = new Map<number, string>();
    if (variable.value?.type === 'text') items.set(0, variable.value.text);
    variable.value = { type: 'indexed', items };
  }
  const { items } = variable.value;
  const number = Number(evaluateInShell(state, index));
  const position = number < 0 ? Math.max(-1, ...items.keys()) + 1 + number : number;
  if (position < 0) throw new ExpansionError(`${name}[${index}]: bad array subscript`, false);
  items.set(position, text);
}

/** Evaluates text with the shell's variables; its `$…` are already expanded. */
export function evaluateInShell(state: ShellState, text: string): bigint {
  try {
    return evaluateArithmetic(text, {
      read: (name, index) => readForArithmetic(state, name, index),
      write: (name, index, value) => {
        if (index === null) state.variables.setText(name, value);
        else assignElement(state, name, index, value);
      },
    });
  } catch (error) {
    if (error instanceof ArithmeticError) throw new ExpansionError(error.message, true, 1);
    throw error;
  }
}

function readForArithmetic(state: ShellState, name: string, index: string | null): string | null {
  if (index === null) {
    const text = state.variables.text(name);
    if (text === null && name === 'RANDOM') return randomText();
    if (text === null && name === 'SECONDS') return secondsText(state);
    if (text === null && state.options.nounset) throw new ExpansionError(`${name}: unbound variable`, true);
    return text;
  }
  const value = state.variables.find(name)?.value ?? null;
  if (value?.type === 'associative') return value.items.get(index) ?? null;
  const number = Number(evaluateInShell(state, index));
  if (value?.type === 'text') return number === 0 ? value.text : null;
  if (value === null) return null;
  return value.items.get(number < 0 ? Math.max(-1, ...value.items.keys()) + 1 + number : number) ?? null;
}

function textOrUnset(text: string | null | undefined): ParameterValue {
  return text === null || text === undefined ? unset : { type: 'text', text };
}

function specialParameter(execution: Execution, name: string): string | null {
  const { state } = execution;
  switch (name) {
    case '?':
      return String(state.lastExitCode);
    case '#':
      return String(state.positional.length);
    case '$':
      return String(execution.program.pid);
    case '!':
      return state.lastBackgroundPid === null ? '' : String(state.lastBackgroundPid);
    case '0':
      return state.scriptName;
    case '-':
      return optionLetters(state);
    default:
      return null;
  }
}

function optionLetters(state: ShellState): string {
  const { options } = state;
  const letters: [boolean, string][] = [
    [options.errexit, 'e'],
    [options.noglob, 'f'],
    [state.isInteractive, 'i'],
    [options.nounset, 'u'],
    [options.verbose, 'v'],
    [options.xtrace, 'x'],
    [true, 'B'],
    [options.noclobber, 'C'],
  ];
  return `h${letters.map(([isOn, letter]) => (isOn ? letter : '')).join('')}`;
}

function dynamicVariable(execution: Execution, name: string): string | null {
  switch (name) {
    case 'RANDOM':
      return randomText();
    case 'SECONDS':
      return secondsText(execution.state);
    case 'EPOCHSECONDS':
      return String(Math.floor(Date.now() / 1000));
    case 'EPOCHREALTIME':
      return (Date.now() / 1000).toFixed(6);
    case 'PPID':
      return String(execution.program.parentPid);
    case 'BASHPID':
      return String(execution.program.pid);
    case 'UID':
    case 'EUID':
      return '1000';
    case 'LINENO':
      return String(lineNumber(execution.state.source, execution.state.position));
    case 'BASH_COMMAND': {
      const { currentCommand, source } = execution.state;
      return currentCommand === null ? null : source.slice(currentCommand.pos, currentCommand.end);
    }
    case 'BASH_SUBSHELL':
      return String(execution.state.subshellDepth);
    case '_':
      return execution.state.lastArgument;
    case 'OSTYPE':
      return 'linux-gnu';
    case 'HOSTTYPE':
      return 'wasm32';
    case 'HOSTNAME':
      return 'devonz';
    case 'BASH_SOURCE':
      return execution.state.isScriptFile ? execution.state.scriptName : null;
    case 'PIPESTATUS':
      return String(execution.state.pipeStatus[0] ?? 0);
    case 'FUNCNAME':
      return execution.state.functionNames.at(-1) ?? null;
    default:
      return null;
  }
}

function randomText(): string {
  return String(Math.floor(Math.random() * 32768));
}

function secondsText(state: ShellState): string {
  return String(Math.floor((Date.now() - state.startedAt) / 1000));
}

/** Returns the separator that joins the items of `"$*"`. */
export function listSeparator(state: ShellState): string {
  const separators = state.variables.text('IFS');
  return separators === null ? ' ' : separators.slice(0, 1);
}

export function fieldSeparators(state: ShellState): string {
  return state.variables.text('IFS') ?? ' \t\n';
}
