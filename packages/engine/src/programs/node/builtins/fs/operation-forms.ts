import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { FileOperations } from './file-operations.ts';

export type Operation = (...args: unknown[]) => unknown;

/** Maps Node's name of each operation to its synchronous function. */
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
    chown: o.chown,
    lchown: o.lchown,
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
    fchmod: o.fchmod,
    fchown: o.fchown,
    futimes: o.futimes,
  };
  // Each function validates its own arguments.
  return table as Record<string, Operation>;
}

/** Returns whether the system reported the error. Other errors are invalid arguments, which are thrown to the caller. */
export function isSystemAnswer(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'errno' in error);
}

/** Removes the stack frames: a system error has no location in the program. */
function withoutFrames(error: unknown): unknown {
  if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
  return error;
}

function signalOf(args: unknown[]): AbortSignal | null {
  for (const options of args) {
    const signal: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'signal') : undefined;
    if (signal instanceof AbortSignal) return signal;
  }
  return null;
}

function abortError(signal: AbortSignal): Error {
  return Object.assign(nodeError(Error, 'ABORT_ERR', 'The operation was aborted'), { name: 'AbortError', cause: signal.reason });
}

export function throwIfAborted(args: unknown[]): void {
  const signal = signalOf(args);
  if (signal?.aborted) throw abortError(signal);
}

/** Thrown after the arguments were validated, so that the operation is not performed without a callback. */
const argumentsAreRight = new Error('nothing is wrong');

/** Returns the error that Node throws for a call without a callback; invalid earlier arguments take precedence. */
function missingCallback(operation: (operations: FileOperations) => Operation | undefined, args: unknown[], given: unknown): Error {
  const system = { sync: () => throwValue(argumentsAreRight) };
  const nowhere = { system, resolvePath: (path: string) => path, builtin: () => ({ emitWarning: () => {} }) };
  const checked = operation(new FileOperations(nowhere as unknown as NodeHost)); // The only members used before the first system call.
  try {
    checked?.(...args);
  } catch (error) {
    // The error without a code is `argumentsAreRight` of the fake system.
    if (error instanceof Error && 'code' in error) return error;
  }
  return invalidArgumentType('cb', 'of type function', given);
}

function throwValue(value: unknown): never {
  throw value;
}

/** Creates the callback form, which always calls back in a later macrotask. */
export function toCallbackForm(host: NodeHost, operation: Operation, name?: string): Operation {
  return (...args) => {
    const callback = args.pop();
    if (typeof callback !== 'function') {
      // `close` without a callback still closes the descriptor.
      if (name === 'close' && args.length === 0 && typeof callback === 'number')
        return toCallbackForm(host, operation)(callback, throwIfGiven);
      // The value in the place of the callback is then the last argument.
      const given = [...args, callback];
      throw missingCallback((operations) => (name === undefined ? undefined : operationTable(operations)[name]), given, callback);
    }
    const signal = signalOf(args);
    const tell = (error: unknown, result: unknown) => {
      if (signal?.aborted) callback(abortError(signal));
      else if (error !== null) callback(error);
      else if (result === undefined) callback(null);
      else callback(null, result);
    };
    try {
      const result = operation(...args);
      host.loop.post(() => tell(null, result));
    } catch (error) {
      if (!isSystemAnswer(error)) throw error;
      host.loop.post(() => tell(withoutFrames(error), undefined));
    }
  };
}

function throwIfGiven(error: unknown): void {
  if (error) throw error;
}

/** Creates the promise form, which settles in a later macrotask and rejects for invalid arguments. */
export function toPromiseForm(host: NodeHost, operation: Operation): (...args: unknown[]) => Promise<unknown> {
  return (...args) =>
    new Promise((resolve, reject) => {
      try {
        const signal = signalOf(args);
        // A running operation cannot be aborted; the signal is checked before and after it.
        if (signal?.aborted) throw abortError(signal);
        const result = operation(...args);
        host.loop.post(() => (signal?.aborted ? reject(abortError(signal)) : resolve(result)));
      } catch (error) {
        host.loop.post(() => reject(isSystemAnswer(error) ? withoutFrames(error) : error));
      }
    });
}
