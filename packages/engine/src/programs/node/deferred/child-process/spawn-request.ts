import type { SpawnOptions, SpawnRequest, StdioKind } from '../../builtins/child-process/spawn-request.ts';
import { pathArgument } from '../../builtins/fs/fs-arguments.ts';
import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { createSystemError } from '../../errors/shape-system-error.ts';
import { validateArray, validateBoolean, validateObject, validateOneOf, validateString } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import type { Options } from './signals-and-limits.ts';

/** The user id that owns all processes. */
const USER = 1000;

export function refuseNullBytes(value: unknown, name: string): void {
  if (typeof value === 'string' && value.includes('\u0000')) throw invalidArgumentValue(name, value, 'must be a string without null bytes');
}

/** Expands `'pipe'` and the other kinds to the first three descriptors. */
export function standardThree(kind: string): string[] {
  if (!['ignore', 'inherit', 'pipe', 'overlapped'].includes(kind)) throw invalidArgumentValue('stdio', kind);
  return kind === 'inherit' ? ['inherit', 'inherit', 'inherit'] : [kind, kind, kind];
}

function descriptorOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return null;
  const handle: unknown = Reflect.get(value, '_handle') ?? Reflect.get(value, 'handle');
  for (const holder of [value, handle]) {
    const descriptor: unknown = typeof holder === 'object' && holder !== null ? Reflect.get(holder, 'fd') : undefined;
    if (typeof descriptor === 'number' && descriptor >= 0) return descriptor;
  }
  return null;
}

function stdioKind(value: unknown, index: number): StdioKind {
  if (value === undefined || value === null) return index < 3 ? 'pipe' : 'ignore';
  if (value === 'pipe' || value === 'overlapped') return 'pipe';
  if (value === 'ignore' || value === 'ipc') return value;
  if (value === 'inherit') return index;
  const descriptor = descriptorOf(value);
  if (descriptor === null) throw invalidArgumentValue('stdio', value);
  return descriptor;
}

export function stdioKinds(value: unknown, isSync: boolean): StdioKind[] {
  if (typeof value !== 'string' && value !== undefined && value !== null && !Array.isArray(value))
    throw invalidArgumentValue('stdio', value);
  const list: unknown[] = typeof value === 'string' ? standardThree(value) : [...(value ?? [])];
  while (list.length < 3) list.push(undefined);
  const kinds = list.map(stdioKind);
  const channels = kinds.filter((kind) => kind === 'ipc').length;
  if (isSync && channels > 0) throw nodeError(Error, 'ERR_IPC_SYNC_FORK', 'IPC cannot be used with synchronous forks');
  if (channels > 1) throw nodeError(Error, 'ERR_IPC_ONE_PIPE', 'Child process can have only one IPC pipe');
  return kinds;
}

function checkUser(options: Options): void {
  for (const name of ['uid', 'gid']) {
    const value = options[name];
    if (value !== undefined && value !== null && value !== ((value as number) | 0))
      throw invalidArgumentType(`options.${name}`, 'int32', value);
  }
}

function checkOptions(options: Options): void {
  if (options.detached !== undefined && options.detached !== null) validateBoolean(options.detached, 'options.detached');
  checkUser(options);
  const { shell, argv0 } = options;
  if (shell !== undefined && shell !== null && typeof shell !== 'boolean' && typeof shell !== 'string')
    throw invalidArgumentType('options.shell', 'one of type boolean or string', shell);
  if (typeof shell === 'string') refuseNullBytes(shell, 'options.shell');
  if (argv0 !== undefined && argv0 !== null) {
    validateString(argv0, 'options.argv0');
    refuseNullBytes(argv0, 'options.argv0');
  }
  for (const name of ['windowsHide', 'windowsVerbatimArguments'])
    if (options[name] !== undefined && options[name] !== null) validateBoolean(options[name], `options.${name}`);
}

/** Returns the environment as `NAME=value` pairs, including inherited properties. */
function environmentPairs(env: object): string[] {
  const pairs: string[] = [];
  for (const name in env) {
    const value: unknown = Reflect.get(env, name);
    if (value === undefined) continue;
    const text = String(value);
    refuseNullBytes(name, `options.env['${name}']`);
    refuseNullBytes(text, `options.env['${name}']`);
    pairs.push(`${name}=${text}`);
  }
  return pairs;
}

export interface SpawnCall {
  /** The given options as an object without a prototype. */
  given: Options;
  request: SpawnOptions;
}

/** Reads and checks `(file, args?, options?)`. */
export function spawnArguments(host: NodeHost, file: unknown, first: unknown, second: unknown): SpawnCall {
  validateString(file, 'file');
  refuseNullBytes(file, 'file');
  if (file.length === 0) throw invalidArgumentValue('file', file, 'cannot be empty');
  let args: unknown[] = [];
  let options = second;
  if (Array.isArray(first)) args = [...first];
  else if (first !== undefined && first !== null) {
    if (typeof first !== 'object') throw invalidArgumentType('args', 'of type object', first);
    options = first;
  }
  for (const [index, word] of args.entries()) refuseNullBytes(word, `args[${index}]`);
  if (options !== undefined) validateObject(options, 'options');
  const given: Options = Object.assign(Object.create(null), options);
  const hasFolder = given.cwd !== undefined && given.cwd !== null;
  const cwd = hasFolder ? host.resolvePath(pathArgument(given.cwd, 'options.cwd')) : host.workingDirectory;
  checkOptions(given);
  const words = args.map(String);
  const { shell, argv0 } = given;
  const command = shell ? ['-c', [file, ...words].join(' ')] : words;
  const program = shell ? (typeof shell === 'string' ? shell : '/bin/sh') : file;
  const { uid, gid } = given;
  for (const user of [uid, gid]) if (typeof user === 'number' && user !== USER) throw notPermitted();
  const request: SpawnOptions = {
    ...given,
    file: program,
    args: [typeof argv0 === 'string' ? argv0 : program, ...command],
    cwd,
    envPairs: environmentPairs((given.env as object | undefined) ?? host.context.env),
    detached: given.detached === true,
  };
  return { given, request };
}

function notPermitted(): Error {
  const error = createSystemError('EPERM', { syscall: 'spawn' });
  error.message = 'spawn EPERM';
  return error;
}

/** Reads the options of `ChildProcess.prototype.spawn`, which a program may have changed. */
export function requestOf(options: unknown, workingDirectory: string, isSync = false): SpawnRequest {
  validateObject(options, 'options');
  const { file, args, cwd, envPairs, stdio, detached, serialization }: Partial<SpawnOptions> = options;
  const kinds = stdioKinds(stdio || 'pipe', isSync);
  if (serialization !== undefined) validateOneOf(serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  if (envPairs !== undefined) validateArray(envPairs, 'options.envPairs');
  validateString(file, 'options.file');
  if (args !== undefined) validateArray(args, 'options.args');
  const env = (envPairs ?? []).map((pair): [string, string] => {
    const end = pair.indexOf('=');
    return end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
  });
  return {
    file,
    args: args ?? [file],
    cwd: typeof cwd === 'string' ? cwd : workingDirectory,
    env: Object.fromEntries(env),
    stdio: kinds,
    detached: detached === true,
    isAdvanced: serialization === 'advanced',
  };
}
