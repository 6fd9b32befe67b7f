import { nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';

type Callback = (...args: unknown[]) => unknown;

interface FakeTimer {
  id: number;
  dueAt: number;
  interval: number | null;
  callback: Callback;
  args: unknown[];
}

const ALL = ['setInterval', 'setTimeout', 'setImmediate', 'Date', 'scheduler.wait'] as const;
type Api = (typeof ALL)[number];

function isApi(name: unknown): name is Api {
  return ALL.some((known) => known === name);
}

/** The handle that a mocked `setTimeout` returns. */
class FakeHandle {
  constructor(
    readonly id: number,
    private readonly clear: () => void,
  ) {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
  close(): this {
    this.clear();
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

/** `mock.timers`: time that is frozen until `tick`. */
export class MockTimers {
  #queue: FakeTimer[] = [];
  #now = 0;
  #nextId = 1;
  #isEnabled = false;
  readonly #restores: (() => void)[] = [];

  constructor(private readonly host: NodeHost) {}

  enable(given?: unknown): void {
    if (this.#isEnabled) throw nodeError(Error, 'ERR_INVALID_STATE', 'Invalid state: MockTimers is already enabled!');
    const options = (Array.isArray(given) ? { apis: given } : (given ?? {})) as { apis?: unknown[]; now?: number | Date };
    const apis = options.apis ?? [...ALL];
    for (const name of apis)
      if (!isApi(name))
        throw nodeError(
          TypeError,
          'ERR_INVALID_ARG_VALUE',
          `The property 'options.apis' option ${String(name)} is not supported. Received '${String(name)}'`,
        );
    this.#isEnabled = true;
    this.#now = Number(options.now ?? 0);
    const { scope } = this.host;
    const replace = (target: object, name: string, value: unknown): void => {
      const before = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: before?.enumerable ?? true });
      this.#restores.push(() => {
        if (before === undefined) Reflect.deleteProperty(target, name);
        else Object.defineProperty(target, name, before);
      });
    };
    const everywhere = (name: string, value: unknown, promised: unknown): void => {
      replace(scope.globalObject, name, value);
      replace(this.host.builtin('timers'), name, value);
      if (promised !== null) replace(this.host.builtin('timers/promises'), name, promised);
    };
    const clear = (handle: unknown) => this.#clear(handle);
    const promised = (delay?: number, value?: unknown) =>
      new Promise((resolve) => this.#add(() => resolve(value), Number(delay ?? 0), [], false));
    for (const name of apis) {
      if (name === 'setTimeout' || name === 'setInterval') {
        const isRepeated = name === 'setInterval';
        everywhere(
          name,
          (callback: Callback, delay?: unknown, ...args: unknown[]) => this.#add(callback, Number(delay ?? 0), args, isRepeated),
          isRepeated ? null : promised,
        );
        everywhere(isRepeated ? 'clearInterval' : 'clearTimeout', clear, null);
      } else if (name === 'setImmediate') {
        everywhere(
          name,
          (callback: Callback, ...args: unknown[]) => this.#add(callback, 0, args, false),
          (value?: unknown) => promised(0, value),
        );
        everywhere('clearImmediate', clear, null);
      } else if (name === 'Date') replace(scope.globalObject, 'Date', this.#createDate());
      else if (name === 'scheduler.wait') replace(this.host.builtin('timers/promises').scheduler as object, 'wait', promised);
    }
  }

  #createDate(): DateConstructor {
    const now = () => this.#now;
    const Native = globalThis.Date;
    return new Proxy(Native, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
      apply: () => new Native(now()).toString(),
      get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
    });
  }

  #add(callback: Callback, delay: number, args: unknown[], isRepeated: boolean): FakeHandle {
    const wait = Math.max(delay >= 1 ? delay : isRepeated ? 1 : 0, 0);
    const id = this.#nextId++;
    this.#insert({ id, dueAt: this.#now + wait, interval: isRepeated ? wait : null, callback, args });
    return new FakeHandle(id, () => this.#clear(id));
  }

  #insert(timer: FakeTimer): void {
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1]?.dueAt ?? 0) > timer.dueAt) index--;
    this.#queue.splice(index, 0, timer);
  }

  #clear(handle: unknown): void {
    const id = handle instanceof FakeHandle ? handle.id : handle;
    this.#queue = this.#queue.filter((timer) => timer.id !== id);
  }

  #check(): void {
    if (!this.#isEnabled)
      throw nodeError(Error, 'ERR_INVALID_STATE', 'Invalid state: You should enable MockTimers first by calling the .enable function');
  }

  tick(milliseconds = 1): void {
    this.#check();
    if (milliseconds < 0)
      throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'time' must be positive integer. Received ${milliseconds}`);
    const until = this.#now + milliseconds;
    for (let [first] = this.#queue; first !== undefined && first.dueAt <= until; [first] = this.#queue) {
      this.#queue.shift();
      this.#now = Math.max(this.#now, first.dueAt);
      if (first.interval !== null) this.#insert({ ...first, dueAt: first.dueAt + first.interval });
      Reflect.apply(first.callback, undefined, first.args);
    }
    this.#now = until;
  }

  runAll(): void {
    this.#check();
    const last = this.#queue.at(-1);
    if (last !== undefined) this.tick(Math.max(0, last.dueAt - this.#now));
  }

  setTime(time: number): void {
    this.#check();
    this.#now = time;
  }

  reset(): void {
    for (const restore of this.#restores.splice(0).reverse()) restore();
    this.#queue = [];
    this.#isEnabled = false;
  }
}
