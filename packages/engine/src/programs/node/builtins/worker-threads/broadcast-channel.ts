import EventEmitter from 'events/';
import { nodeError } from '../../errors/node-error.ts';
import type { Release } from '../../event-loop/event-loop.ts';
import type { NodeHost } from '../../node-host.ts';
import { eventFor, nodeCloneError } from './port-state.ts';

const NativeBroadcastChannel = globalThis.BroadcastChannel;

const missing = (name: string) => nodeError(TypeError, 'ERR_MISSING_ARGS', `The "${name}" argument must be specified`);

/** Creates a `BroadcastChannel` limited to the threads of one process; the browser's own reaches every process and tab of the origin. */
export function createBroadcastChannelClass(host: NodeHost, processKey: string): unknown {
  return class BroadcastChannel extends EventTarget {
    readonly #native: globalThis.BroadcastChannel;
    readonly #emitter = new EventEmitter();
    #handler: ((event: MessageEvent) => unknown) | null = null;
    #release: Release | null = host.loop.ref();
    onmessageerror: unknown = null;

    #isClosed = false;
    readonly name: string;

    constructor(...args: unknown[]) {
      if (args.length === 0) throw missing('name');
      super();
      this.name = `${args[0] as string}`;
      this.#native = new NativeBroadcastChannel(`${processKey}:${this.name}`);
      this.#native.onmessage = ({ data }) =>
        host.loop.run(() => {
          const event = eventFor(this, new MessageEvent('message', { data }));
          this.#handler?.call(this, event);
          this.dispatchEvent(event);
          this.#emitter.emit('message', event);
        });
    }

    get onmessage(): ((event: MessageEvent) => unknown) | null {
      return this.#handler;
    }
    set onmessage(handler: unknown) {
      // A handler may be any function of the program.
      this.#handler = typeof handler === 'function' ? (handler as (event: MessageEvent) => unknown) : null;
    }
    postMessage(...args: unknown[]): void {
      if (args.length === 0) throw missing('message');
      if (this.#isClosed) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
      try {
        this.#native.postMessage(args[0]);
      } catch (error) {
        throw nodeCloneError(error);
      }
    }
    on(event: string, listener: (...args: unknown[]) => void): this {
      this.#emitter.on(event, listener);
      return this;
    }
    close(): void {
      this.#isClosed = true;
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
