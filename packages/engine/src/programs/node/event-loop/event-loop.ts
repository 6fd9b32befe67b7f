/** Releases one reference; calling it again has no effect. */
export type Release = () => void;

/** The values of all AsyncLocalStorage objects; never changed after creation. */
export class ContextFrame extends Map<object, unknown> {}

type Callback = (...args: never[]) => unknown;

/** The callbacks of the process object; set once, before the first callback runs. */
export interface LoopOwner {
  /** Called with an uncaught exception. */
  uncaught(error: unknown): void;
  /** Called when nothing is referenced any more. */
  beforeExit(): void;
  /** Called when nothing is referenced and `beforeExit` listeners started nothing new. */
  finished(): void;
}

/**
 * The event loop of one process: macrotasks, `process.nextTick`, and the count of references that keep the process alive.
 *
 *     macrotask → callback → next ticks → (stack empties) → microtasks → next ticks they queued → … → nothing referenced?
 *
 * A process ends exactly when the count is zero; idle time is never a reason.
 */
export class EventLoop {
  #references = 0;
  #depth = 0;
  #isClosed = false;
  #hasToldBeforeExit = false;
  #isCheckPosted = false;
  #isTickDrainQueued = false;
  readonly #ticks: { callback: Callback; args: unknown[] }[] = [];
  readonly #tasks: (() => void)[] = [];
  /** The context in which the error that is being reported was thrown. */
  #contextOfError: ContextFrame | null = null;
  readonly #channel = new MessageChannel();
  #owner: LoopOwner | null = null;
  // Saved before the program's globals replace it.
  readonly #nativeSetTimeout = globalThis.setTimeout.bind(globalThis);

  constructor() {
    this.#channel.port1.onmessage = () => this.#runTask();
  }

  /** The context that AsyncLocalStorage carries from a callback to the callbacks it starts; null if none is in use. */
  context: ContextFrame | null = null;
  /** Whether the program has created an AsyncLocalStorage. Before that, contexts are not carried and cost nothing. */
  isCarrying = false;

  /** Binds a callback to a context, by default the current one. */
  bindContext<Bound extends Callback>(callback: Bound, context = this.context): Bound {
    if (!this.isCarrying) return callback;
    const loop = this;
    const bound = function (this: unknown, ...args: never[]): unknown {
      const outer = loop.context;
      loop.context = context;
      try {
        return Reflect.apply(callback, this, args);
      } catch (error) {
        loop.#contextOfError = context;
        throw error;
      } finally {
        loop.context = outer;
      }
    };
    // The same signature, because it only forwards the call.
    return bound as Bound;
  }

  setOwner(owner: LoopOwner): void {
    this.#owner = owner;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether next ticks are queued that run before the next macrotask. */
  get hasTicks(): boolean {
    return this.#ticks.length > 0;
  }

  get references(): number {
    return this.#references;
  }

  /**
   * Keeps the process alive until the returned function is called. `isQuiet` means that 'beforeExit' is not emitted again for it unless its
   * callback runs (a timer).
   */
  ref(isQuiet = false): Release {
    this.#references++;
    if (!isQuiet) this.#hasToldBeforeExit = false;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#references--;
      this.#checkSoon();
    };
  }

  /** Runs `task` as a separate macrotask, without the 4 ms clamp of setTimeout. The process stays alive until it has run. */
  post(given: () => void): void {
    const task = this.bindContext(given);
    const release = this.ref();
    this.postUnreferenced(() => {
      release();
      this.#hasToldBeforeExit = false;
      this.run(task);
    });
  }

  postUnreferenced(task: () => void): void {
    if (this.#isClosed) return;
    this.#tasks.push(task);
    this.#channel.port2.postMessage(null);
  }

  #runTask(): void {
    if (this.#ticks.length > 0 && !this.#isClosed) {
      // Microtasks have queued ticks, which may queue microtasks; all of them run before the next macrotask.
      this.run(() => {});
      this.#channel.port2.postMessage(null);
      return;
    }
    const task = this.#tasks.shift();
    if (task !== undefined && !this.#isClosed) task();
  }

  /**
   * Calls into the program from a macrotask. Exceptions go to the process, and next ticks run before control returns. `context` is the one
   * in which the source of the event was created.
   */
  run(callback: () => void, context: ContextFrame | null = null): void {
    if (this.#isClosed) return;
    // Something has run since 'beforeExit' that left a reference; work that was only started without a reference does not count.
    if (this.#references > 0) this.#hasToldBeforeExit = false;
    // Clears the context left by a resumed `await`.
    if (this.#depth === 0) this.context = null;
    if (this.#depth === 0 && this.#ticks.length > 0) this.#drainTicks();
    this.#depth++;
    const outer = this.context;
    this.context = context ?? outer;
    try {
      callback();
    } catch (error) {
      this.#report(error);
    }
    this.context = outer;
    this.#depth--;
    if (this.#depth === 0) {
      this.#drainTicks();
      this.#checkSoon();
    }
  }

  /** Calls into the program from a microtask; no next ticks run before the microtasks are done. */
  runMicrotask(callback: () => void): void {
    if (this.#isClosed) return;
    try {
      callback();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (this.#isClosed) return;
    const outer = this.context;
    this.context = this.#contextOfError ?? outer;
    this.#contextOfError = null;
    this.#owner?.uncaught(error);
    this.context = outer;
  }

  nextTick(callback: Callback, args: unknown[]): void {
    if (this.#isClosed) return;
    this.#ticks.push({ callback: this.bindContext(callback), args });
    if (this.#depth > 0 || this.#isTickDrainQueued) return;
    // This was called from a microtask, outside any callback of the loop: the ticks run in a macrotask, after all microtasks.
    this.#isTickDrainQueued = true;
    this.postUnreferenced(() => {
      this.#isTickDrainQueued = false;
      this.run(() => {});
    });
  }

  #drainTicks(): void {
    this.#depth++;
    for (let tick = this.#ticks.shift(); tick !== undefined && !this.#isClosed; tick = this.#ticks.shift()) {
      try {
        // The arguments that the program passed with this callback.
        tick.callback(...(tick.args as never[]));
      } catch (error) {
        this.#report(error);
      }
    }
    this.#depth--;
  }

  /** Keeps the process alive until a native promise (fetch, WebAssembly, subtle crypto) settles. */
  hold<Value>(promise: Promise<Value>): Promise<Value> {
    const release = this.ref();
    // Released a macrotask later, so that code awaiting the promise has added its own reference by then.
    const settle = () => this.postUnreferenced(release);
    promise.then(settle, settle);
    return promise;
  }

  #checkSoon(): void {
    if (this.#references > 0 || this.#isCheckPosted || this.#isClosed) return;
    this.#isCheckPosted = true;
    // An unhandled rejection is reported later than a 0 ms timer and must still end the process with 1.
    this.#nativeSetTimeout(() => this.#nativeSetTimeout(() => this.postUnreferenced(() => this.#check()), 0), 0);
  }

  #check(): void {
    this.#isCheckPosted = false;
    if (this.#references > 0 || this.#ticks.length > 0 || this.#depth > 0) return;
    if (this.#hasToldBeforeExit) {
      this.#owner?.finished();
      return;
    }
    this.#hasToldBeforeExit = true;
    this.run(() => this.#owner?.beforeExit());
    this.#checkSoon();
  }

  /** Stops all callbacks. */
  close(): void {
    this.#isClosed = true;
    this.#tasks.length = 0;
    this.#ticks.length = 0;
    this.#channel.port1.close();
    this.#channel.port2.close();
  }
}
