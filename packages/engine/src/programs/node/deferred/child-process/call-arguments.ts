import { pathArgument } from '../../builtins/fs/fs-arguments.ts';
import { nodeError } from '../../errors/node-error.ts';
import { validateArray, validateFunction, validateObject, validateString } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import type { Options } from './signals-and-limits.ts';
import { refuseNullBytes, standardThree } from './spawn-request.ts';

export type Callback = (error: unknown, stdout: unknown, stderr: unknown) => void;

function callbackOf(given: unknown): Callback | null {
  if (given === undefined || given === null) return null;
  validateFunction(given, 'callback');
  return given as unknown as Callback; // As in Node, it is called without further checks.
}

function copyOf(options: unknown): Options {
  if (options === undefined || options === null) return {};
  validateObject(options, 'options');
  return { ...options };
}

/** Reads `(file, args?, options?, callback?)`. */
export function execFileArguments(given: unknown[]): { file: unknown; args: unknown[]; options: Options; callback: Callback | null } {
  const [file, ...rest] = given;
  const first = rest[0];
  let args: unknown[] = [];
  if (Array.isArray(first)) args = [...(rest.shift() as unknown[])];
  else if (first === undefined || first === null) rest.shift();
  else if (typeof first !== 'object' && typeof first !== 'function') validateArray(first, 'args');
  let [options, callback] = rest;
  if (typeof options === 'function') [options, callback] = [undefined, options];
  const copy = copyOf(options);
  const done = callbackOf(callback);
  if (copy.argv0 !== undefined && copy.argv0 !== null) {
    validateString(copy.argv0, 'options.argv0');
    refuseNullBytes(copy.argv0, 'options.argv0');
  }
  return { file, args, options: copy, callback: done };
}

/** Reads `(command, options?, callback?)`. */
export function execArguments(given: unknown[]): { command: string; options: Options; callback: Callback | null } {
  let [command, options, callback] = given;
  validateString(command, 'command');
  refuseNullBytes(command, 'command');
  if (typeof options === 'function') [options, callback] = [undefined, options];
  const copy: Options = { ...(options as object | undefined) };
  copy.shell = typeof copy.shell === 'string' ? copy.shell : true;
  return { command, options: copy, callback: callbackOf(callback) };
}

/** Returns Node's own options without the code of `-e`; otherwise a program that forks would start itself repeatedly. */
function ownOptions(host: NodeHost): unknown[] {
  const { execArgv, _eval } = host.builtin('process') as { execArgv: unknown[]; _eval?: unknown };
  const at = typeof _eval === 'string' ? execArgv.lastIndexOf(_eval) : -1;
  return at > 0 ? execArgv.filter((_, index) => index !== at && index !== at - 1) : execArgv;
}

/** Reads `(module, args?, options?)`. */
export function forkArguments(
  host: NodeHost,
  module: unknown,
  given: unknown[],
): { execPath: unknown; words: unknown[]; options: Options } {
  const path = pathArgument(module, 'modulePath');
  let [args, options] = given;
  if (args === undefined || args === null) args = [];
  else if (typeof args === 'object' && !Array.isArray(args)) [args, options] = [[], args];
  else validateArray(args, 'args');
  const copy = copyOf(options);
  const execPath = copy.execPath || '/usr/bin/node';
  refuseNullBytes(execPath, 'options.execPath');
  const execArgv = (copy.execArgv || ownOptions(host)) as unknown[];
  for (const word of execArgv) refuseNullBytes(word, 'options.execArgv');
  if (typeof copy.stdio === 'string') copy.stdio = [...standardThree(copy.stdio), 'ipc'];
  else if (!Array.isArray(copy.stdio)) copy.stdio = [...standardThree(copy.silent ? 'pipe' : 'inherit'), 'ipc'];
  else if (!copy.stdio.includes('ipc'))
    throw nodeError(
      Error,
      'ERR_CHILD_PROCESS_IPC_REQUIRED',
      "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio",
    );
  return { execPath, words: [...execArgv, path, ...(args as unknown[])], options: { ...copy, shell: false } };
}
