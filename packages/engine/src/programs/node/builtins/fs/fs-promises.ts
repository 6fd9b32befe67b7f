import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { createFileHandleClass } from './file-handle.ts';
import type { FileOperations } from './file-operations.ts';
import { createFsConstants } from './fs-constants.ts';
import { globSync } from './glob.ts';
import { type Operation, operationTable, toPromiseForm } from './operation-forms.ts';

/** `require('fs/promises')`. */
export function createFsPromises(host: NodeHost, operations: FileOperations, fs: BuiltinExports): BuiltinExports {
  const FileHandle = createFileHandleClass(host, operations, fs);
  const promises: BuiltinExports = {};
  for (const [name, operation] of Object.entries(operationTable(operations))) {
    if (['close', 'fstat', 'ftruncate', 'fsync', 'fdatasync', 'fchmod', 'fchown', 'futimes'].includes(name)) continue;
    // `readFile(handle)` and its like take a FileHandle where the others take a path.
    const unwrapped: Operation = (first, ...rest) => operation(first instanceof FileHandle ? first.fd : first, ...rest);
    promises[name] = toPromiseForm(host, unwrapped);
    Object.defineProperty(promises[name] as object, 'name', { value: name });
  }
  promises.writeFile = async (path: unknown, data: unknown, options?: unknown) => {
    const whole = isIterable(data) ? await collectChunks(data) : data;
    return toPromiseForm(host, (target, content, given) =>
      operations.writeFile(target instanceof FileHandle ? target.fd : target, content, given),
    )(path, whole, options);
  };
  promises.open = toPromiseForm(host, (path, flags, mode) => new FileHandle(operations.open(path, flags, mode)));
  promises.opendir = toPromiseForm(host, fs.opendirSync as Operation);
  promises.glob = async function* glob(patterns: unknown, options?: unknown): AsyncGenerator<unknown> {
    yield* globSync(host, operations, patterns, options);
  };
  promises.watch = fs.watchIterator;
  promises.constants = createFsConstants();
  return promises;
}

type Chunks = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

function isIterable(value: unknown): value is Chunks {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

async function collectChunks(source: Chunks): Promise<Uint8Array> {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for await (const chunk of source) for (const byte of typeof chunk === 'string' ? encoder.encode(chunk) : chunk) bytes.push(byte);
  return Uint8Array.from(bytes);
}
