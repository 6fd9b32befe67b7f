import type { BuiltinExports } from '../node-host.ts';

type Subscriber = (message: unknown, name: string | symbol) => void;
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

class Channel {
  readonly #subscribers: Subscriber[] = [];
  constructor(readonly name: string | symbol) {}
  get hasSubscribers(): boolean {
    return this.#subscribers.length > 0;
  }
  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber);
  }
  unsubscribe(subscriber: Subscriber): boolean {
    const index = this.#subscribers.indexOf(subscriber);
    if (index !== -1) this.#subscribers.splice(index, 1);
    return index !== -1;
  }
  publish(message: unknown): void {
    for (const subscriber of [...this.#subscribers]) subscriber(message, this.name);
  }
  bindStore(): void {}
  unbindStore(): boolean {
    return false;
  }
  runStores(context: unknown, callback: AnyFunction, self?: unknown, ...args: unknown[]): unknown {
    this.publish(context);
    return Reflect.apply(callback, self, args);
  }
}

const eventNames = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

class TracingChannel {
  readonly start: Channel;
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;
  constructor(find: (event: string) => Channel) {
    this.start = find('start');
    this.end = find('end');
    this.asyncStart = find('asyncStart');
    this.asyncEnd = find('asyncEnd');
    this.error = find('error');
  }
  get hasSubscribers(): boolean {
    return eventNames.some((name) => this[name].hasSubscribers);
  }
  subscribe(handlers: Partial<Record<(typeof eventNames)[number], Subscriber>>): void {
    for (const name of eventNames) if (handlers[name] !== undefined) this[name].subscribe(handlers[name]);
  }
  unsubscribe(handlers: Partial<Record<(typeof eventNames)[number], Subscriber>>): boolean {
    return eventNames.every((name) => handlers[name] === undefined || this[name].unsubscribe(handlers[name]));
  }
  traceSync(callback: AnyFunction, context: Record<string, unknown> = {}, self?: unknown, ...args: unknown[]): unknown {
    this.start.publish(context);
    try {
      const result = Reflect.apply(callback, self, args);
      context.result = result;
      return result;
    } catch (error) {
      context.error = error;
      this.error.publish(context);
      throw error;
    } finally {
      this.end.publish(context);
    }
  }
  /** Publishes `start` and `end` around the call; an asynchronous result is still pending at `end`. */
  #start(callback: AnyFunction, context: Record<string, unknown>, self: unknown, args: unknown[]): unknown {
    this.start.publish(context);
    try {
      return Reflect.apply(callback, self, args);
    } finally {
      this.end.publish(context);
    }
  }
  async tracePromise(callback: AnyFunction, context: Record<string, unknown> = {}, self?: unknown, ...args: unknown[]): Promise<unknown> {
    try {
      context.result = await this.#start(callback, context, self, args);
      return context.result;
    } catch (error) {
      context.error = error;
      this.error.publish(context);
      throw error;
    } finally {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    }
  }
  traceCallback(callback: AnyFunction, position = -1, context: Record<string, unknown> = {}, self?: unknown, ...args: unknown[]): unknown {
    const index = position < 0 ? args.length + position : position;
    const inner = args[index] as AnyFunction;
    args[index] = (error: unknown, result: unknown) => {
      if (error) {
        context.error = error;
        this.error.publish(context);
      } else context.result = result;
      this.asyncStart.publish(context);
      inner(error, result);
      this.asyncEnd.publish(context);
    };
    return this.traceSync(callback, context, self, ...args);
  }
}

export function createDiagnosticsChannelModule(): BuiltinExports {
  const channels = new Map<string | symbol, Channel>();
  const channel = (name: string | symbol): Channel => {
    const known = channels.get(name);
    if (known !== undefined) return known;
    const made = new Channel(name);
    channels.set(name, made);
    return made;
  };
  return {
    Channel,
    channel,
    hasSubscribers: (name: string) => channels.get(name)?.hasSubscribers === true,
    subscribe: (name: string, subscriber: Subscriber) => channel(name).subscribe(subscriber),
    unsubscribe: (name: string, subscriber: Subscriber) => channel(name).unsubscribe(subscriber),
    tracingChannel: (given: string | Record<string, Channel>) =>
      new TracingChannel((event) =>
        typeof given === 'string' ? channel(`tracing:${given}:${event}`) : (given[event] ?? channel(`tracing:${event}`)),
      ),
  };
}
