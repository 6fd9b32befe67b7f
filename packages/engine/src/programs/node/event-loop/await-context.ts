import { ContextFrame, type EventLoop } from './event-loop.ts';

/** A saved context; undefined while no context is carried. */
type Token = ContextFrame | null | undefined;

/** The iterable of a `for await`; saves the context in which it waits before each iteration. */
class CarriedIteration {
  context: ContextFrame | null = null;
  isWaiting = false;

  constructor(
    private readonly loop: EventLoop,
    private readonly source: object,
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    const iterator = iteratorOf(this.source);
    const wait = <Result>(promise: Result): Result => {
      this.context = this.loop.context;
      this.isWaiting = true;
      return promise;
    };
    const carried: AsyncIterator<unknown> = { next: () => wait(iterator.next()) };
    const end = iterator.return?.bind(iterator);
    if (end !== undefined) carried.return = () => wait(end());
    return carried;
  }

  restore(): void {
    this.isWaiting = false;
    this.loop.context = this.context;
  }
}

function iteratorOf(source: object): AsyncIterator<unknown> {
  const create: unknown = Reflect.get(source, Symbol.asyncIterator);
  // Called exactly as `for await` would call it, so that a non-function throws a TypeError.
  if (create !== undefined && create !== null) return (create as (this: object) => AsyncIterator<unknown>).call(source);
  const iterator = (Reflect.get(source, Symbol.iterator) as (this: object) => Iterator<unknown>).call(source);
  const settle = async (result: IteratorResult<unknown>) => ({ value: await result.value, done: result.done ?? false });
  const end = iterator.return?.bind(iterator);
  return { next: () => settle(iterator.next()), ...(end === undefined ? {} : { return: () => settle(end()) }) };
}

/**
 * Returns a thenable that keeps the context. The browser calls the `then` of a non-native promise (a query that starts when it is awaited)
 * in a microtask of its own, which has no context.
 */
export function carriedThenable(loop: EventLoop, value: unknown): unknown {
  if (((typeof value !== 'object' || value === null) && typeof value !== 'function') || value instanceof Promise) return value;
  const then: unknown = Reflect.get(value, 'then');
  if (typeof then !== 'function') return value;
  // biome-ignore lint/suspicious/noThenProperty: it stands for one that has it
  return { then: loop.bindContext((...given: unknown[]): unknown => Reflect.apply(then, value, given)) };
}

/** The functions that rewritten awaits call (loader/rewrite-awaits.ts). The names are short because they occur at every await. */
export class AwaitContext {
  #awaited: unknown = undefined;
  /** Rewrites text that is passed to `eval`; set by the loader. */
  rewriteEvaluated: (text: string) => string = (text) => text;

  constructor(private readonly loop: EventLoop) {}

  /** Save: returns the context in which the function pauses. */
  s(awaited: unknown): Token {
    this.#awaited = awaited;
    return this.loop.isCarrying ? this.loop.context : undefined;
  }

  /** Value: returns the argument of `s`; nothing runs between the two calls. */
  v(): unknown {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    return this.loop.isCarrying ? carriedThenable(this.loop, awaited) : awaited;
  }

  /** Resume: restores the saved context. */
  r(token: Token, value: unknown): unknown {
    if (token !== undefined) this.loop.context = token;
    return value;
  }

  /** Catch: restores the context, because a rejected await may have left the block. */
  c(token: unknown): void {
    if (token === null || token instanceof ContextFrame) this.loop.context = token;
    else if (token instanceof CarriedIteration && token.isWaiting) token.restore();
  }

  /** Evaluate: rewrites the argument of `eval`. */
  e(text: unknown): unknown {
    return typeof text === 'string' ? this.rewriteEvaluated(text) : text;
  }

  /** Iterate: wraps the iterable of a `for await`. */
  i(source: unknown): unknown {
    return this.loop.isCarrying && typeof source === 'object' && source !== null ? new CarriedIteration(this.loop, source) : source;
  }

  /** Next iteration or end: restores the context. */
  n(iteration: unknown): void {
    if (iteration instanceof CarriedIteration) iteration.restore();
  }
}
