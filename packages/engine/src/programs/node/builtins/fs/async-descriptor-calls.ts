import { invalidArgumentType } from '../../errors/node-error.ts';
import { shapeSystemError } from '../../errors/shape-system-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { type FileOperations, readArguments, writeArguments } from './file-operations.ts';
import { descriptorArgument } from './fs-arguments.ts';

type Callback = (error: unknown, count: number, data: unknown) => void;

/** Whether a read or write on the descriptor may have to wait for someone else. */
export function mayWait(host: NodeHost, descriptor: number): boolean {
  try {
    const { kind } = host.system.sync('fstat', descriptor);
    return kind !== 'file' && kind !== 'directory';
  } catch {
    return false;
  }
}

/** Some position of the callback among the arguments: programs leave out what is before it. */
function splitCallback(args: unknown[]): { rest: unknown[]; callback: Callback } {
  const index = args.findLastIndex((argument) => typeof argument === 'function');
  if (index === -1) throw invalidArgumentType('cb', 'of type function', args.at(-1));
  return { rest: args.slice(0, index), callback: args[index] as Callback };
}

/** `fs.read`, `fs.write` and their vectors: on files at once, on pipes and terminals without blocking the process. */
export function createAsyncDescriptorCalls(host: NodeHost, operations: FileOperations): BuiltinExports {
  const { system, loop } = host;

  /** Waits for the system while the process continues, and stays alive meanwhile. */
  const wait = <Result>(syscall: string, answer: Promise<Result>, callback: (error: unknown, result: Result | null) => void) => {
    const release = loop.ref();
    const settle = (error: unknown, result: Result | null) => {
      loop.run(() => callback(error, result));
      release();
    };
    answer.then(
      (result) => settle(null, result),
      (error: unknown) => settle(shapeSystemError(error, { syscall }), null),
    );
  };

  const postResult = (call: () => number, data: unknown, callback: Callback) => {
    let count = 0;
    let failure: unknown = null;
    try {
      count = call();
    } catch (error) {
      failure = error;
    }
    loop.post(() => callback(failure, count, data));
  };

  return {
    read: (descriptor: unknown, ...args: unknown[]) => {
      const number = descriptorArgument(descriptor);
      const { rest, callback } = splitCallback(args);
      const given = ArrayBuffer.isView(rest[0]) ? rest : defaultReadArguments(rest[0]);
      const target = given[0];
      if (!mayWait(host, number)) return postResult(() => operations.read(number, ...(given as [unknown])), target, callback);
      const { view, length, position } = readArguments(target, given.slice(1));
      wait('read', system.async('read', number, length, position), (error, bytes) => {
        if (bytes !== null) view.set(bytes);
        callback(error, bytes?.length ?? 0, target);
      });
    },
    write: (descriptor: unknown, data: unknown, ...args: unknown[]) => {
      const number = descriptorArgument(descriptor);
      const { rest, callback } = splitCallback(args);
      if (!mayWait(host, number)) return postResult(() => operations.write(number, data, ...rest), data, callback);
      const { bytes, position } = writeArguments(data, rest);
      wait('write', system.async('write', number, bytes.slice(), position), (error, count) => callback(error, count ?? 0, data));
    },
    readv: (descriptor: unknown, views: ArrayBufferView[], ...args: unknown[]) => {
      const { rest, callback } = splitCallback(args);
      postResult(() => operations.readv(descriptor, views, rest[0]), views, callback);
    },
    writev: (descriptor: unknown, views: ArrayBufferView[], ...args: unknown[]) => {
      const { rest, callback } = splitCallback(args);
      postResult(() => operations.writev(descriptor, views, rest[0]), views, callback);
    },
  };
}

/** `fs.read(fd, callback)` and `fs.read(fd, { buffer }, callback)`. */
function defaultReadArguments(options: unknown): unknown[] {
  const given = typeof options === 'object' && options !== null ? options : {};
  const buffer = 'buffer' in given && ArrayBuffer.isView(given.buffer) ? given.buffer : new Uint8Array(16_384);
  return [buffer, given];
}
