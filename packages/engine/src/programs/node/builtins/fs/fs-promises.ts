import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createFileHandleClass } from './file-handle.ts';
import type { FileOperations } from './file-operations.ts';
import { globSync } from './glob.ts';
import { type Operation, operationTable, toPromiseForm } from './operation-forms.ts';
import { wholeData } from './whole-data.ts';

/** Creates the exports of `fs/promises`. */
export function createFsPromises(host: NodeHost, operations: FileOperations, fs: BuiltinExports): BuiltinExports {
  const FileHandle = createFileHandleClass(host, operations, fs);
  const promises: BuiltinExports = {};
  for (const [name, operation] of Object.entries(operationTable(operations))) {
    if (['close', 'fstat', 'ftruncate', 'fsync', 'fdatasync', 'fchmod', 'fchown', 'futimes', 'exists'].includes(name)) continue;
    // `readFile(handle)` and similar calls pass a FileHandle instead of a path.
    const unwrapped: Operation = (first, ...rest) => operation(first instanceof FileHandle ? first.fd : first, ...rest);
    promises[name] = toPromiseForm(host, unwrapped);
    Object.defineProperty(promises[name] as object, 'name', { value: name });
  }
  for (const [name, operation] of [
    ['writeFile', operations.writeFile],
    ['appendFile', operations.appendFile],
  ] as const) {
    const write = toPromiseForm(host, (target, content, given) =>
      operation(target instanceof FileHandle ? target.fd : target, content, given),
    );
    promises[name] = async (path: unknown, data: unknown, options?: unknown) => write(path, await wholeData(data, options), options);
    Object.defineProperty(promises[name] as object, 'name', { value: name });
  }
  promises.open = toPromiseForm(host, (path, flags, mode) => new FileHandle(operations.open(path, flags, mode)));
  promises.opendir = toPromiseForm(host, fs.opendirSync as Operation);
  promises.glob = async function* glob(patterns: unknown, options?: unknown): AsyncGenerator<unknown> {
    yield* globSync(host, operations, patterns, options);
  };
  promises.watch = fs.watchIterator;
  promises.constants = fs.constants;
  Object.defineProperty(promises, 'FileHandle', { value: FileHandle });
  return promises;
}
