import EventEmitter from 'events/';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';

const NativeBroadcastChannel = globalThis.BroadcastChannel;

/** `BroadcastChannel` among the threads of one process: the browser's own reaches every process and tab of the origin. */
export function createBroadcastChannelClass(host: NodeHost, processKey: string): unknown {
  return class BroadcastChannel extends EventTarget {
    readonly #native: globalThis.BroadcastChannel;
    readonly #emitter = new EventEmitter();
    #handler: ((event: MessageEvent) => unknown) | null = null;
    #release: Release | null = host.loop.ref();
    onmessageerror: unknown = null;

    constructor(readonly name: string) {
      super();
      this.#native = new NativeBroadcastChannel(`${processKey}:${name}`);
      this.#native.onmessage = ({ data }) =>
        host.loop.run(() => {
          const event = new MessageEvent('message', { data });
          this.#handler?.call(this, event);
          this.dispatchEvent(event);
          this.#emitter.emit('message', event);
        });
    }

    get onmessage(): ((event: MessageEvent) => unknown) | null {
      return this.#handler;
    }
    set onmessage(handler: unknown) {
      // A handler is any function of the program's.
      this.#handler = typeof handler === 'function' ? (handler as (event: MessageEvent) => unknown) : null;
    }
    postMessage(value: unknown): void {
      this.#native.postMessage(value);
    }
    on(event: string, listener: (...args: unknown[]) => void): this {
      this.#emitter.on(event, listener);
      return this;
    }
    close(): void {
      this.#native.close();
      this.unref();
    }
    ref(): this {
      this.#release ??= host.loop.ref();
      return this;
    }
    unref(): this {
      this.#release?.();
      this.#release = null;
      return this;
    }
  };
}
