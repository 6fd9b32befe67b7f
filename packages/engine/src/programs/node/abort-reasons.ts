import { looksNative } from './base/native-looking.ts';
import { validateUint32 } from './errors/validate.ts';
import type { NodeHost } from './node-host.ts';

const aborted = () => new DOMException('This operation was aborted', 'AbortError');

function replace(target: object, name: string, value: object): void {
  Object.defineProperty(value, 'name', { value: name, configurable: true });
  Object.defineProperty(target, name, { value: looksNative(value), writable: true, configurable: true, enumerable: true });
}

/** Gives aborted signals Node's reasons, which programs compare and print; the browser's wording differs. */
export function nameAbortReasons(host: NodeHost): void {
  const { AbortController, AbortSignal } = globalThis;
  const { abort } = AbortController.prototype;
  const abortNow = AbortSignal.abort;
  replace(AbortController.prototype, 'abort', function (this: AbortController, reason: unknown): void {
    Reflect.apply(abort, this, [reason === undefined ? aborted() : reason]);
  });
  replace(AbortSignal, 'abort', (reason: unknown) => Reflect.apply(abortNow, AbortSignal, [reason === undefined ? aborted() : reason]));
  replace(AbortSignal, 'timeout', (delay: unknown) => {
    validateUint32(delay, 'delay');
    const controller = new AbortController();
    const end = () => Reflect.apply(abort, controller, [new DOMException('The operation was aborted due to timeout', 'TimeoutError')]);
    host.timers.setTimeout(end, delay).unref();
    return controller.signal;
  });
}
