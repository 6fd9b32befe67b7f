import { shapeSystemError } from '../../errors/shape-system-error.ts';
import { validateFunction } from '../../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { callbackReadArguments, vectorArgument, writeArguments } from './descriptor-arguments.ts';
import type { FileOperations } from './file-operations.ts';
import { descriptorArgument } from './fs-arguments.ts';

type Callback = (error: unknown, count: number, data: unknown) => void;

/** Returns whether a read or write on the descriptor may block on another process. */
export function mayWait(host: NodeHost, descriptor: number): boolean {
  try {
    const { kind } = host.system.sync('fstat', descriptor);
    return kind !== 'file' && kind !== 'directory';
  } catch {
    return false;
  }
}

/** Splits off the callback: the last function among the arguments, because a program may pass it before omitted optional ones. */
function splitCallback(args: unknown[]): { rest: unknown[]; callback: Callback } {
  const index = args.findLastIndex((argument) => typeof argument === 'function');
  return { rest: index === -1 ? args.slice(0, -1) : args.slice(0, index), callback: args[index] as Callback };
}

/** Creates `fs.read`, `fs.write` and their vector forms: synchronous for files, without blocking the process for pipes and terminals. */
export function createAsyncDescriptorCalls(host: NodeHost, operations: FileOperations): BuiltinExports {
  const { system, loop } = host;

  /** Waits for the system without blocking, and keeps the process alive meanwhile. */
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

  const vector = (operation: FileOperations['readv'], descriptor: unknown, views: unknown, args: unknown[]) => {
    const number = descriptorArgument(descriptor);
    const checked = vectorArgument(views);
    const { rest, callback } = splitCallback(args);
    validateFunction(callback, 'cb');
    postResult(() => operation(number, checked, rest[0]), views, callback);
  };

  return {
    read: (descriptor: unknown, ...args: unknown[]) => {
      const number = descriptorArgument(descriptor);
      const { rest, callback } = splitCallback(args);
      const { target, view, length, position } = callbackReadArguments(rest);
      validateFunction(callback, 'cb');
      if (length === 0) return loop.nextTick(() => callback(null, 0, target), []);
      if (!mayWait(host, number)) return postResult(() => operations.read(number, view, 0, length, position), target, callback);
      wait('read', system.async('read', number, length, position), (error, bytes) => {
        if (bytes !== null) view.set(bytes);
        callback(error, bytes?.length ?? 0, target);
      });
    },
    write: (descriptor: unknown, data: unknown, ...args: unknown[]) => {
      const number = descriptorArgument(descriptor);
      const { rest, callback } = splitCallback(args);
      const { bytes, position } = writeArguments(data, rest);
      validateFunction(callback, 'cb');
      if (!mayWait(host, number)) return postResult(() => operations.write(number, bytes, 0, bytes.length, position), data, callback);
      wait('write', system.async('write', number, bytes.slice(), position), (error, count) => callback(error, count ?? 0, data));
    },
    readv: (descriptor: unknown, views: unknown, ...args: unknown[]) => vector(operations.readv, descriptor, views, args),
    writev: (descriptor: unknown, views: unknown, ...args: unknown[]) => vector(operations.writev, descriptor, views, args),
  };
}
