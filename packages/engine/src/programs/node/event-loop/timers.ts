import { dispose } from '../base/dispose-symbols.ts';
import { monotonicNow } from '../base/monotonic-now.ts';
import { invalidArgumentType } from '../errors/node-error.ts';
import type { EventLoop, Release } from './event-loop.ts';

type Callback = (...args: unknown[]) => unknown;

/** Node's largest delay in milliseconds; a larger one becomes 1 ms. */
const MAX_DELAY_MILLISECONDS = 2 ** 31 - 1;

/** The interval at which unreferenced timers check again while nothing else is referenced. */
const IDLE_MILLISECONDS = 5;

const inspectName = Symbol.for('nodejs.util.inspect.custom');

/** The object that `setTimeout` and `setInterval` return. */
export class Timeout {
  _idleTimeout: number;
  _onTimeout: Callback | null;
  readonly _timerArgs: unknown[];
  readonly _repeat: number | null;
  _destroyed = false;
  readonly #timers: Timers;
  readonly #identifier: number;
  #isReferenced = true;
  /** In fractional milliseconds, unlike Node's loop clock. */
  startedAt = 0;

  constructor(timers: Timers, identifier: number, callback: Callback, delay: number, args: unknown[], isRepeated: boolean) {
    this.#timers = timers;
    this.#identifier = identifier;
    this._idleTimeout = delay;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = isRepeated ? delay : null;
  }

  get _idleStart(): number {
    return Math.floor(this.startedAt);
  }

  /** Programs give timers the same start so that they fire together (Next.js). */
  set _idleStart(time: number) {
    this.startedAt = time;
  }

  ref(): this {
    this.#isReferenced = true;
    this.#timers.updateReference(this.#identifier);
    return this;
  }

  unref(): this {
    // As in Node, `unref` called on an object that is not a Timeout has no effect.
    if (!(#timers in this)) return this;
    this.#isReferenced = false;
    this.#timers.updateReference(this.#identifier);
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  refresh(): this {
    this.#timers.start(this);
    return this;
  }

  close(): this {
    this.#timers.clear(this);
    return this;
  }

  [dispose](): void {
    this.#timers.clear(this);
  }

  get identifier(): number {
    return this.#identifier;
  }

  [Symbol.toPrimitive](): number {
    this.#timers.exposeNumber(this);
    return this.#identifier;
  }

  [inspectName](): string {
    return `Timeout {\n  _idleTimeout: ${this._idleTimeout},\n  _repeat: ${this._repeat},\n  _destroyed: ${this._destroyed}\n}`;
  }
}

/** The object that `setImmediate` returns. */
export class Immediate {
  #isReferenced = true;
  constructor(
    public _onImmediate: Callback | null,
    readonly _argv: unknown[],
    private release: Release,
    private readonly loop: EventLoop,
  ) {}

  ref(): this {
    if (!this.#isReferenced && this._onImmediate !== null) this.release = this.loop.ref(true);
    this.#isReferenced = true;
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.release();
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  [dispose](): void {
    this.finish();
  }

  _destroyed = false;

  finish(): void {
    this._destroyed = true;
    this._onImmediate = null;
    this.release();
  }
}

interface Pending {
  timeout: Timeout;
  /** Its position among all timers by the time it was set. */
  order: number;
  dueAt: number;
  release: Release | null;
}

/** Returns whether a timer is due; one millisecond early counts, so 1 ms timers avoid the native timer. */
function isDue({ timeout, dueAt }: Pending, now: number): boolean {
  return Math.min(dueAt, timeout.startedAt + timeout._idleTimeout) <= now + 1;
}

/**
 * Timers with Node's objects. One native timer waits for the earliest. Timers due within a millisecond go through the loop's own queue
 * instead, because browsers clamp nested native timers to 4 ms.
 */
export class Timers {
  /** Sorted by due time, then by the order in which they were set. */
  #queue: Pending[] = [];
  readonly #pending = new Map<number, Pending>();
  #nextIdentifier = 1;
  #nativeTimer: ReturnType<typeof globalThis.setTimeout> | null = null;
  #nativeDueAt = Number.POSITIVE_INFINITY;
  readonly #numbered = new Map<number, Timeout>();
  #lastOrder = 0;
  #running: Timeout | null = null;
  /**
   * Node runs all due timers before the immediates. The phase lasts while timers remain that were due together with the first one: `at` is
   * that timer's time, `lastOrder` the order of the last timer set by then.
   */
  #phase: { at: number; lastOrder: number } | null = null;

  // Saved before the program's globals replace them.
  readonly #nativeSet = globalThis.setTimeout.bind(globalThis);
  readonly #nativeClear = globalThis.clearTimeout.bind(globalThis);

  constructor(private readonly loop: EventLoop) {}

  readonly setTimeout = (callback: unknown, delay?: unknown, ...args: unknown[]): Timeout => this.#create(callback, delay, args, false);

  readonly setInterval = (callback: unknown, delay?: unknown, ...args: unknown[]): Timeout => this.#create(callback, delay, args, true);

  readonly setImmediate = (callback: unknown, ...args: unknown[]): Immediate => {
    if (typeof callback !== 'function') throw invalidArgumentType('callback', 'of type function', callback);
    // A program's function accepts the arguments passed with it.
    const immediate = new Immediate(this.loop.bindContext(callback as Callback), args, this.loop.ref(true), this.loop);
    this.#immediates.add(immediate);
    const runImmediate = () => {
      const run = immediate._onImmediate;
      if (this.#phase === null || run === null) this.#immediates.delete(immediate);
      if (run === null || this.#waitsForNothing(immediate)) return;
      if (this.#phase !== null) {
        this.loop.postUnreferenced(runImmediate);
        return;
      }
      this.loop.run(() => {
        immediate.finish();
        Reflect.apply(run, immediate, args);
      });
    };
    this.loop.postUnreferenced(runImmediate);
    return immediate;
  };

  readonly clearTimeout = (timer: unknown): void => this.clear(timer);
  readonly clearInterval = (timer: unknown): void => this.clear(timer);
  readonly clearImmediate = (immediate: unknown): void => {
    if (immediate instanceof Immediate) immediate.finish();
  };

  /** Returns whether the timer is unreferenced and nothing else is referenced; Node's loop ends before it runs such a timer. */
  #waitsForNothing(timer: { hasRef(): boolean }): boolean {
    return !timer.hasRef() && this.loop.references === 0;
  }

  /** Called with a warning about a delay that is too long. */
  warn: (message: string, type: string) => void = () => {};

  #create(callback: unknown, delay: unknown, args: unknown[], isRepeated: boolean): Timeout {
    if (typeof callback !== 'function') throw invalidArgumentType('callback', 'of type function', callback);
    const milliseconds = Number(delay);
    if (milliseconds > MAX_DELAY_MILLISECONDS)
      this.warn(`${milliseconds} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`, 'TimeoutOverflowWarning');
    const effective = milliseconds >= 1 && milliseconds <= MAX_DELAY_MILLISECONDS ? Math.trunc(milliseconds) : 1;
    // A program's function accepts the arguments passed with it.
    const timeout = new Timeout(this, this.#nextIdentifier++, this.loop.bindContext(callback as Callback), effective, args, isRepeated);
    this.start(timeout);
    return timeout;
  }

  /** Starts or restarts the timer. */
  start(timeout: Timeout): void {
    this.#remove(timeout.identifier);
    if (timeout._onTimeout === null) return;
    timeout.startedAt = monotonicNow();
    const pending: Pending = {
      timeout,
      order: ++this.#lastOrder,
      dueAt: timeout.startedAt + timeout._idleTimeout,
      release: timeout.hasRef() ? this.loop.ref(true) : null,
    };
    timeout._destroyed = false;
    this.#pending.set(timeout.identifier, pending);
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1]?.dueAt ?? 0) > pending.dueAt) index--;
    this.#queue.splice(index, 0, pending);
    this.#arm();
  }

  clear(timer: unknown): void {
    const timeout = timer instanceof Timeout ? timer : this.#numbered.get(Number(timer));
    if (timeout === undefined) return;
    this.#remove(timeout.identifier);
    this.#numbered.delete(timeout.identifier);
    timeout._destroyed = true;
    timeout._onTimeout = null;
  }

  updateReference(identifier: number): void {
    const pending = this.#pending.get(identifier);
    if (pending === undefined) return;
    if (pending.timeout.hasRef()) pending.release ??= this.loop.ref(true);
    else {
      pending.release?.();
      pending.release = null;
    }
  }

  readonly #immediates = new Set<Immediate>();

  /** Returns the names of the resources that keep the loop open, for `process.getActiveResourcesInfo`. */
  activeNames(): string[] {
    const running = this.#running !== null && this.#running._onTimeout !== null && !this.#pending.has(this.#running.identifier);
    const timeouts = [...this.#pending.values()].filter(({ timeout }) => timeout.hasRef()).map(() => 'Timeout');
    if (running && this.#running?.hasRef()) timeouts.push('Timeout');
    const immediates = [...this.#immediates].filter((immediate) => immediate._onImmediate !== null && immediate.hasRef());
    return [...timeouts, ...immediates.map(() => 'Immediate')];
  }

  exposeNumber(timeout: Timeout): void {
    if (!timeout._destroyed) this.#numbered.set(timeout.identifier, timeout);
  }

  #remove(identifier: number): void {
    const pending = this.#pending.get(identifier);
    if (pending === undefined) return;
    this.#pending.delete(identifier);
    const index = this.#queue.indexOf(pending);
    if (index !== -1) this.#queue.splice(index, 1);
    pending.release?.();
    if (this.#phase !== null) this.#leavePhase();
  }

  #arm(): void {
    const first = this.#queue[0];
    if (first === undefined || first.dueAt >= this.#nativeDueAt) return;
    this.#disarm();
    this.#nativeDueAt = first.dueAt;
    if (this.#phase !== null || isDue(first, monotonicNow())) this.loop.postUnreferenced(() => this.#fire(first.dueAt));
    else this.#nativeTimer = this.#nativeSet(() => this.#fire(first.dueAt), first.dueAt - monotonicNow());
  }

  #disarm(): void {
    if (this.#nativeTimer !== null) this.#nativeClear(this.#nativeTimer);
    this.#nativeTimer = null;
    this.#nativeDueAt = Number.POSITIVE_INFINITY;
  }

  /** Runs one timer. The next runs in a separate macrotask, so that microtasks run in between, as in Node. */
  #fire(dueAt: number): void {
    if (this.loop.isClosed) return;
    if (this.loop.hasTicks) {
      this.loop.postUnreferenced(() => this.#fire(dueAt));
      return;
    }
    if (this.#nativeDueAt === dueAt) this.#disarm();
    const first = this.#queue[0];
    const now = monotonicNow();
    if (first !== undefined && this.#waitsForNothing(first.timeout)) {
      // Something else may be started, for example by a 'beforeExit' listener.
      this.#phase = null;
      this.#nativeDueAt = first.dueAt;
      this.#nativeTimer = this.#nativeSet(() => this.#fire(first.dueAt), IDLE_MILLISECONDS);
      return;
    }
    if (first !== undefined && isDue(first, now)) {
      this.#phase ??= { at: now, lastOrder: this.#lastOrder };
      this.#runTimer(first);
    }
    this.#leavePhase();
    this.#arm();
  }

  /** Ends the phase unless the next timer belongs to it. */
  #leavePhase(): void {
    const next = this.#queue[0];
    const { at, lastOrder } = this.#phase ?? { at: 0, lastOrder: 0 };
    if (next === undefined || next.order > lastOrder || !isDue(next, at)) this.#phase = null;
  }

  #runTimer(pending: Pending): void {
    const { timeout } = pending;
    this.#queue.shift();
    this.#pending.delete(timeout.identifier);
    this.#running = timeout;
    this.loop.run(() => {
      try {
        // Ignores an `apply` or `call` that the program may have put on the function.
        if (timeout._onTimeout !== null) Reflect.apply(timeout._onTimeout, timeout, timeout._timerArgs);
      } finally {
        this.#running = null;
        if (this.#isRepeated(timeout)) this.start(timeout);
        else if (!this.#pending.has(timeout.identifier)) timeout._destroyed = true;
        pending.release?.();
      }
    });
  }

  #isRepeated(timeout: Timeout): boolean {
    const { _repeat, _onTimeout, _destroyed, _idleTimeout, identifier } = timeout;
    return _repeat !== null && _onTimeout !== null && !_destroyed && _idleTimeout !== -1 && !this.#pending.has(identifier);
  }

  close(): void {
    this.#disarm();
    for (const pending of this.#pending.values()) pending.release?.();
    this.#pending.clear();
    this.#queue = [];
  }
}
