/** Undoes one reference; calling it again does nothing. */
export type Release = () => void;

/** What each AsyncLocalStorage holds; never changed once made. */
export class ContextFrame extends Map<object, unknown> {}

type Callback = (...args: never[]) => unknown;

/** What the loop asks of the process object; set once, before the first callback runs. */
export interface LoopOwner {
  /** An exception that nothing caught. */
  uncaught(error: unknown): void;
  /** Nothing is referenced any more. */
  beforeExit(): void;
  /** Nothing is referenced, and `beforeExit` brought nothing new. */
  finished(): void;
}

/**
 * The event loop of one process: macrotasks, `process.nextTick`, and the count of what keeps the process alive.
 *
 *     macrotask → callback → next ticks → (stack empties) → microtasks → next ticks they queued → … → nothing referenced?
 *
 * A process ends exactly when the count is nought; idle time is never a reason.
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
  /** In which the error was thrown that is on its way to the process. */
  #contextOfError: ContextFrame | null = null;
  readonly #channel = new MessageChannel();
  #owner: LoopOwner | null = null;
  // Taken before the program's globals replace it.
  readonly #nativeSetTimeout = globalThis.setTimeout.bind(globalThis);

  constructor() {
    this.#channel.port1.onmessage = () => this.#runTask();
  }

  /** What AsyncLocalStorage carries from a callback to the callbacks it starts; null when nothing uses it. */
  context: ContextFrame | null = null;
  /** Whether the program has made an AsyncLocalStorage: before, nothing is carried and nothing costs. */
  isCarrying = false;

  /** The callback with a context around it: that of now, if none is given. */
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
    // The same signature: it only passes on.
    return bound as Bound;
  }

  setOwner(owner: LoopOwner): void {
    this.#owner = owner;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether there are next ticks that come before the next macrotask. */
  get hasTicks(): boolean {
    return this.#ticks.length > 0;
  }

  get references(): number {
    return this.#references;
  }

  /**
   * Keeps the process alive until the answer is called. `isQuiet`: nothing has begun that would be asked about again at 'beforeExit'
   * unless it comes to run (a timer).
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

  /** Runs `task` as a macrotask of its own (no 4 ms clamp, unlike setTimeout); the process stays alive until it has run. */
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
      // Microtasks have asked for ticks, which may ask for microtasks: all of them come before the next macrotask.
      this.run(() => {});
      this.#channel.port2.postMessage(null);
      return;
    }
    const task = this.#tasks.shift();
    if (task !== undefined && !this.#isClosed) task();
  }

  /**
   * Calls into the program from a macrotask: exceptions go to the process, next ticks run before control returns.
   * `context`: the one in which what has something to tell was made.
   */
  run(callback: () => void, context: ContextFrame | null = null): void {
    if (this.#isClosed) return;
    // Something has run since 'beforeExit': what was only begun and left unreferenced does not count.
    if (this.#references > 0) this.#hasToldBeforeExit = false;
    // What a resumed `await` has left.
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

  /** Calls into the program from a microtask: no next ticks run before the microtasks are done. */
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
    // Asked for by a microtask: ticks wait until the microtasks are done, which is at the next macrotask, whichever comes first.
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
        // The arguments are those the program gave along with this callback.
        tick.callback(...(tick.args as never[]));
      } catch (error) {
        this.#report(error);
      }
    }
    this.#depth--;
  }

  /** Native promises (fetch, WebAssembly, subtle crypto) keep the process alive until they settle. */
  hold<Value>(promise: Promise<Value>): Promise<Value> {
    const release = this.ref();
    // Released a macrotask later, so that what awaits the promise has referenced something by then.
    const settle = () => this.postUnreferenced(release);
    promise.then(settle, settle);
    return promise;
  }

  #checkSoon(): void {
    if (this.#references > 0 || this.#isCheckPosted || this.#isClosed) return;
    this.#isCheckPosted = true;
    // A rejected promise nobody handles is reported later than a 0 ms timer, and must still end the process with 1.
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

  /** No callback runs any more. */
  close(): void {
    this.#isClosed = true;
    this.#tasks.length = 0;
    this.#ticks.length = 0;
    this.#channel.port1.close();
    this.#channel.port2.close();
  }
}
