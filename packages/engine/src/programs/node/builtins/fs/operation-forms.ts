import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';
import { FileOperations } from './file-operations.ts';

export type Operation = (...args: unknown[]) => unknown;

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
  // Each takes what the program gives and checks it itself.
  return table as Record<string, Operation>;
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

/** Thrown where the arguments were right: nothing may be done when there is nobody to tell of it. */
const argumentsAreRight = new Error('nothing is wrong');

/** What Node throws for a call without a callback: what is wrong with the arguments before it comes first. */
function missingCallback(operation: (operations: FileOperations) => Operation | undefined, args: unknown[], given: unknown): Error {
  const system = { sync: () => throwValue(argumentsAreRight) };
  const nowhere = { system, resolvePath: (path: string) => path, builtin: () => ({ emitWarning: () => {} }) };
  const checked = operation(new FileOperations(nowhere as unknown as NodeHost)); // All that is used before the system is asked.
  try {
    checked?.(...args);
  } catch (error) {
    // Anything that is not about an argument came from what has no system to ask.
    if (error instanceof Error && 'code' in error) return error;
  }
  return invalidArgumentType('cb', 'of type function', given);
}

function throwValue(value: unknown): never {
  throw value;
}

/** The callback form: the callback always comes in a later macrotask. */
export function toCallbackForm(host: NodeHost, operation: Operation, name?: string): Operation {
  return (...args) => {
    const callback = args.pop();
    if (typeof callback !== 'function') {
      // What has no callback is still closed.
      if (name === 'close' && args.length === 0 && typeof callback === 'number')
        return toCallbackForm(host, operation)(callback, throwIfGiven);
      // What has been given for the callback may be the last argument instead.
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

/** The promise form: settles in a later macrotask, and wrong arguments reject. */
export function toPromiseForm(host: NodeHost, operation: Operation): (...args: unknown[]) => Promise<unknown> {
  return (...args) =>
    new Promise((resolve, reject) => {
      try {
        const signal = signalOf(args);
        // What runs cannot be stopped: it is asked before and after.
        if (signal?.aborted) throw abortError(signal);
        const result = operation(...args);
        host.loop.post(() => (signal?.aborted ? reject(abortError(signal)) : resolve(result)));
      } catch (error) {
        host.loop.post(() => reject(isSystemAnswer(error) ? withoutFrames(error) : error));
      }
    });
}
