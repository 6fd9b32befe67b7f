import { invalidArgumentType } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import type { FileOperations } from './file-operations.ts';

export type Operation = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** Node name of each operation → the synchronous function behind it. */
export function operationTable(operations: FileOperations): Record<string, Operation> {
  const o = operations;
  const table: Record<string, unknown> = {
    open: o.open,
    close: o.close,
    readFile: o.readFile,
    writeFile: o.writeFile,
    appendFile: o.appendFile,
    stat: o.stat,
    lstat: o.lstat,
    fstat: o.fstat,
    access: o.access,
    mkdir: o.mkdir,
    readdir: o.readdir,
    rmdir: o.rmdir,
    rm: o.rm,
    unlink: o.unlink,
    rename: o.rename,
    link: o.link,
    symlink: o.symlink,
    readlink: o.readlink,
    realpath: o.realpath,
    chmod: o.chmod,
    lchmod: o.chmod,
    chown: o.chown,
    lchown: o.chown,
    utimes: o.utimes,
    lutimes: o.utimes,
    truncate: o.truncate,
    ftruncate: o.ftruncate,
    fsync: o.fsync,
    fdatasync: o.fsync,
    mkdtemp: o.mkdtemp,
    copyFile: o.copyFile,
    cp: o.cp,
    statfs: o.statfs,
    fchmod: o.fstat,
    fchown: o.fstat,
    futimes: o.fstat,
  };
  // Each takes what the program gives and checks it itself.
  return table as Record<string, Operation>;
}

export function callbackArgument(args: unknown[]): Callback {
  const callback = args.pop();
  if (typeof callback !== 'function') throw invalidArgumentType('cb', 'of type function', callback);
  return callback as Callback;
}

/** Wrong arguments are thrown at the caller; what the system answers goes to the callback. */
export function isSystemAnswer(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'errno' in error);
}

/** An answer of the system comes from no place in the program. */
function withoutFrames(error: unknown): unknown {
  if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
  return error;
}

/** The callback form: the callback always comes in a later macrotask. */
export function toCallbackForm(host: NodeHost, operation: Operation): Operation {
  return (...args) => {
    const callback = callbackArgument(args);
    try {
      const result = operation(...args);
      host.loop.post(() => (result === undefined ? callback(null) : callback(null, result)));
    } catch (error) {
      if (!isSystemAnswer(error)) throw error;
      host.loop.post(() => callback(withoutFrames(error)));
    }
  };
}

/** A signal among the options that has been given already; what runs cannot be stopped. */
function throwIfAborted(args: unknown[]): void {
  for (const options of args) {
    const signal: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'signal') : undefined;
    if (signal instanceof AbortSignal && signal.aborted)
      throw Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
  }
}

/** The promise form: settles in a later macrotask, and wrong arguments reject. */
export function toPromiseForm(host: NodeHost, operation: Operation): (...args: unknown[]) => Promise<unknown> {
  return (...args) =>
    new Promise((resolve, reject) => {
      try {
        throwIfAborted(args);
        const result = operation(...args);
        host.loop.post(() => resolve(result));
      } catch (error) {
        host.loop.post(() => reject(isSystemAnswer(error) ? withoutFrames(error) : error));
      }
    });
}
