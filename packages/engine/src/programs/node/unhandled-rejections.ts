import type { NodeProcess } from './builtins/process/node-process.ts';
import { nodeError } from './errors/node-error.ts';
import { shownValue } from './errors/shown-value.ts';

/** The mode of `--unhandled-rejections`. */
export type RejectionMode = 'throw' | 'strict' | 'warn' | 'warn-with-error-code' | 'none';

export const rejectionModes: ReadonlySet<string> = new Set<RejectionMode>(['throw', 'strict', 'warn', 'warn-with-error-code', 'none']);

const CAUSES =
  'This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch().';
const WARNING = 'UnhandledPromiseRejectionWarning';

function isErrorLike(reason: unknown): reason is { stack: unknown } {
  return typeof reason === 'object' && reason !== null && Object.hasOwn(reason, 'stack');
}

/** Describes a reason that is not an error, without running the program's code. */
export function reasonText(reason: unknown): string {
  if (typeof reason !== 'object' || reason === null) return String(reason);
  const shown: string = Object.prototype.toString.call(reason);
  const name: unknown = Object.getPrototypeOf(reason)?.constructor?.name;
  return shown === '[object Object]' && typeof name === 'string' && name !== '' ? `#<${name}>` : shown;
}

/** Returns the value for uncaught error listeners, which is always an error. */
export function errorOfRejection(reason: unknown): unknown {
  if (isErrorLike(reason)) return reason;
  const error = nodeError(Error, 'ERR_UNHANDLED_REJECTION', `${CAUSES} The promise rejected with the reason "${reasonText(reason)}".`);
  return Object.defineProperty(error, 'name', { value: 'UnhandledPromiseRejection', writable: true, configurable: true });
}

/** Handles rejected promises without a handler. */
export class UnhandledRejections {
  mode: RejectionMode = 'throw';
  #count = 0;
  readonly #numbers = new WeakMap<object, number>();

  constructor(
    private readonly process: NodeProcess,
    /** Passes the rejection to the listeners for uncaught errors. Returns false if there are none and the process has ended. */
    private readonly raise: (reason: unknown) => boolean,
  ) {}

  rejected(reason: unknown, promise: Promise<unknown>): void {
    const { mode, process } = this;
    const number = ++this.#count;
    this.#numbers.set(promise, number);
    if (mode === 'strict' && !this.raise(reason)) return;
    const isHandled = process.emit('unhandledRejection', reason, promise);
    if (mode === 'throw' && !isHandled) this.raise(reason);
    if (mode === 'warn' || (!isHandled && (mode === 'strict' || mode === 'warn-with-error-code'))) this.#warn(reason, number);
    if (mode === 'warn-with-error-code' && !isHandled) process.exitCode = 1;
  }

  #warn(reason: unknown, number: number): void {
    this.process.emitWarning(
      isErrorLike(reason) ? String(reason.stack) : typeof reason === 'string' ? reason : shownValue(reason),
      WARNING,
    );
    this.process.emitWarning(
      `Unhandled promise rejection. ${CAUSES} To terminate the node process on unhandled promise rejection, use the CLI flag \`--unhandled-rejections=strict\` (see https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). (rejection id: ${number})`,
      WARNING,
    );
  }

  handledLate(promise: Promise<unknown>): void {
    const number = this.#numbers.get(promise);
    if (this.process.emit('rejectionHandled', promise) || number === undefined) return;
    this.process.emitWarning(`Promise rejection was handled asynchronously (rejection id: ${number})`, 'PromiseRejectionHandledWarning');
  }
}
