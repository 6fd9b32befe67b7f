import { validateFunction } from '../../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createAsyncDescriptorCalls } from './async-descriptor-calls.ts';
import { createDirectoryClass } from './directory-handle.ts';
import { FileOperations } from './file-operations.ts';
import { createStatsConstructor, Dirent } from './file-stats.ts';
import { createFileStreams } from './file-streams.ts';
import { createFileWatching } from './file-watching.ts';
import { secondsArgument } from './fs-arguments.ts';
import { createFsConstants } from './fs-constants.ts';
import { createFsPromises } from './fs-promises.ts';
import { globSync } from './glob.ts';
import { type Operation, operationTable, toCallbackForm } from './operation-forms.ts';

export function createFsModule(host: NodeHost): BuiltinExports {
  const operations = new FileOperations(host);
  const table = operationTable(operations);
  const fs: BuiltinExports = {};
  for (const [name, operation] of Object.entries(table)) {
    fs[name] = toCallbackForm(host, operation, name);
    fs[`${name}Sync`] = (...args: unknown[]) => operation(...args);
  }
  for (const name of ['read', 'write', 'readv', 'writev', 'exists'] as const) {
    const operation = operations[name] as Operation;
    fs[`${name}Sync`] = (...args: unknown[]) => operation(...args);
  }
  const descriptorCalls = createAsyncDescriptorCalls(host, operations);
  Object.assign(fs, descriptorCalls);
  fs.exists = (path: unknown, callback: unknown) => {
    validateFunction(callback, 'cb');
    const isThere = operations.exists(path);
    host.loop.post(() => callback(isThere));
  };
  for (const name of ['realpath', 'realpathSync']) Object.assign(fs[name] as object, { native: fs[name] });
  addClasses(fs, host, operations);
  const glob: Operation = (patterns, options) => globSync(host, operations, patterns, options);
  Object.assign(fs, { globSync: glob, glob: toCallbackForm(host, (patterns, options) => glob(patterns, options)) });
  flushWhenAsked(host, fs, operations);
  fs._toUnixTimestamp = secondsArgument;
  nameFunctions(fs);
  promisifyByName(fs);
  Object.defineProperty(fs, 'promises', { enumerable: true, configurable: true, get: () => host.builtin('fs/promises') });
  return fs;
}

function addClasses(fs: BuiltinExports, host: NodeHost, operations: FileOperations): void {
  const constants = createFsConstants();
  const { Dir, opendir, opendirSync } = createDirectoryClass(host, operations);
  const { emitWarning } = host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
  let hasWarned = false;
  const Stats = createStatsConstructor(() => {
    if (!hasWarned) emitWarning('fs.Stats constructor is deprecated.', 'DeprecationWarning', 'DEP0180');
    hasWarned = true;
  });
  Object.assign(fs, { constants, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, Stats, Dirent, Dir, opendir, opendirSync });
  Object.assign(fs, createFileStreams(host, fs), createFileWatching(host, operations));
}

export function createFsPromisesModule(host: NodeHost): BuiltinExports {
  return createFsPromises(host, new FileOperations(host), host.builtin('fs'));
}

/** Makes writes with `flush: true` call `fs.fsync` of the program, which may have replaced it. */
function flushWhenAsked(host: NodeHost, fs: BuiltinExports, operations: FileOperations): void {
  const isAsked = (options: unknown) => typeof options === 'object' && options !== null && Reflect.get(options, 'flush') === true;
  for (const [name, flag] of [
    ['writeFile', 'w'],
    ['appendFile', 'a'],
  ] as const) {
    const plain = fs[name] as Operation;
    const plainSync = fs[`${name}Sync`] as Operation;
    const write = (path: unknown, data: unknown, options: unknown): number => {
      const { mode, flag: own = flag } = options as { mode?: unknown; flag?: unknown };
      const descriptor = typeof path === 'number' ? path : operations.open(path, own, mode);
      operations.writeFile(descriptor, data, options);
      return descriptor;
    };
    fs[`${name}Sync`] = (path: unknown, data: unknown, options?: unknown) => {
      if (!isAsked(options)) return plainSync(path, data, options);
      const descriptor = write(path, data, options);
      (fs.fsyncSync as Operation)(descriptor);
      if (descriptor !== path) operations.close(descriptor);
    };
    const flushed = toCallbackForm(host, write);
    fs[name] = (path: unknown, data: unknown, options?: unknown, callback?: unknown) => {
      if (typeof callback !== 'function' || !isAsked(options))
        return plain(...[path, data, options, callback].slice(0, callback === undefined ? 3 : 4));
      flushed(path, data, options, (error: unknown, descriptor: number) => {
        if (error) return callback(error);
        (fs.fsync as Operation)(descriptor, (failure: unknown) => {
          if (descriptor !== path) operations.close(descriptor);
          callback(failure ?? null);
        });
      });
    };
  }
}

/** Defines the `util.promisify` form of functions whose callback receives two values, or no error. */
function promisifyByName(fs: BuiltinExports): void {
  const names = {
    read: ['bytesRead', 'buffer'],
    write: ['bytesWritten', 'buffer'],
    readv: ['bytesRead', 'buffers'],
    writev: ['bytesWritten', 'buffers'],
  };
  const define = (name: string, value: Operation) => {
    Object.defineProperty(value, 'name', { value: name });
    Object.defineProperty(fs[name] as object, Symbol.for('nodejs.util.promisify.custom'), { value, configurable: true });
  };
  for (const [name, [count = '', data = '']] of Object.entries(names))
    define(
      name,
      (...args) =>
        new Promise((resolve, reject) => {
          const settle = (error: unknown, first: unknown, second: unknown) =>
            error ? reject(error) : resolve({ [count]: first, [data]: second });
          (fs[name] as Operation)(...args, settle);
        }),
    );
  define('exists', (path) => new Promise((resolve) => (fs.exists as Operation)(path, resolve)));
}

function nameFunctions(fs: BuiltinExports): void {
  for (const [name, value] of Object.entries(fs))
    if (typeof value === 'function' && !/^[A-Z]/.test(name)) Object.defineProperty(value, 'name', { value: name, configurable: true });
}
