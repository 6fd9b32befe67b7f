import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createAsyncDescriptorCalls } from './async-descriptor-calls.ts';
import { createDirectoryClass } from './directory-handle.ts';
import { FileOperations } from './file-operations.ts';
import { Dirent, Stats } from './file-stats.ts';
import { createFileStreams } from './file-streams.ts';
import { createFileWatching } from './file-watching.ts';
import { createFsConstants } from './fs-constants.ts';
import { createFsPromises } from './fs-promises.ts';
import { globSync } from './glob.ts';
import { type Operation, operationTable, toCallbackForm } from './operation-forms.ts';

export function createFsModule(host: NodeHost): BuiltinExports {
  const operations = new FileOperations(host);
  const table = operationTable(operations);
  const fs: BuiltinExports = {};
  for (const [name, operation] of Object.entries(table)) {
    fs[name] = toCallbackForm(host, operation);
    fs[`${name}Sync`] = (...args: unknown[]) => operation(...args);
  }
  for (const name of ['read', 'write', 'readv', 'writev', 'exists'] as const) {
    const operation = operations[name] as Operation;
    fs[`${name}Sync`] = (...args: unknown[]) => operation(...args);
  }
  const descriptorCalls = createAsyncDescriptorCalls(host, operations);
  Object.assign(fs, descriptorCalls);
  fs.exists = (path: unknown, callback: (exists: boolean) => void) => {
    const isThere = operations.exists(path);
    host.loop.post(() => callback(isThere));
  };
  for (const name of ['realpath', 'realpathSync']) Object.assign(fs[name] as object, { native: fs[name] });
  addClasses(fs, host, operations);
  const glob: Operation = (patterns, options) => globSync(host, operations, patterns, options);
  Object.assign(fs, { globSync: glob, glob: toCallbackForm(host, (patterns, options) => glob(patterns, options)) });
  nameFunctions(fs);
  Object.defineProperty(fs, 'promises', { enumerable: true, configurable: true, get: () => host.builtin('fs/promises') });
  return fs;
}

function addClasses(fs: BuiltinExports, host: NodeHost, operations: FileOperations): void {
  const constants = createFsConstants();
  const { Dir, opendir, opendirSync } = createDirectoryClass(host, operations);
  Object.assign(fs, { constants, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, Stats, Dirent, Dir, opendir, opendirSync });
  Object.assign(fs, createFileStreams(host, fs), createFileWatching(host, operations));
}

export function createFsPromisesModule(host: NodeHost): BuiltinExports {
  return createFsPromises(host, new FileOperations(host), host.builtin('fs'));
}

function nameFunctions(fs: BuiltinExports): void {
  for (const [name, value] of Object.entries(fs))
    if (typeof value === 'function' && !/^[A-Z]/.test(name)) Object.defineProperty(value, 'name', { value: name, configurable: true });
}
