import { ContextFrame, type EventLoop } from './event-loop.ts';

/** A context; undefined while nothing is carried. */
type Token = ContextFrame | null | undefined;

/** What a `for await` runs over: notes the context it waits in before each round. */
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
  // What `for await` itself would call, and on the same terms: a TypeError when it is no function.
  if (create !== undefined && create !== null) return (create as (this: object) => AsyncIterator<unknown>).call(source);
  const iterator = (Reflect.get(source, Symbol.iterator) as (this: object) => Iterator<unknown>).call(source);
  const settle = async (result: IteratorResult<unknown>) => ({ value: await result.value, done: result.done ?? false });
  const end = iterator.return?.bind(iterator);
  return { next: () => settle(iterator.next()), ...(end === undefined ? {} : { return: () => settle(end()) }) };
}

/**
 * A promise that is none of the browser's (a query that begins when it is awaited) has its `then` called by a microtask of the browser's
 * own, which knows no context.
 */
export function carriedThenable(loop: EventLoop, value: unknown): unknown {
  if (((typeof value !== 'object' || value === null) && typeof value !== 'function') || value instanceof Promise) return value;
  const then: unknown = Reflect.get(value, 'then');
  if (typeof then !== 'function') return value;
  // biome-ignore lint/suspicious/noThenProperty: it stands for one that has it
  return { then: loop.bindContext((...given: unknown[]): unknown => Reflect.apply(then, value, given)) };
}

/** What the program's rewritten awaits call (loader/rewrite-awaits.ts). The names are short: they are at every await. */
export class AwaitContext {
  #awaited: unknown = undefined;
  /** Makes of a text that is evaluated what is run; the loader's. */
  rewriteEvaluated: (text: string) => string = (text) => text;

  constructor(private readonly loop: EventLoop) {}

  /** Save: the context in which the function now stops. */
  s(awaited: unknown): Token {
    this.#awaited = awaited;
    return this.loop.isCarrying ? this.loop.context : undefined;
  }

  /** Value: what `s` was given; nothing runs between the two. */
  v(): unknown {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    return this.loop.isCarrying ? carriedThenable(this.loop, awaited) : awaited;
  }

  /** Resume. */
  r(token: Token, value: unknown): unknown {
    if (token !== undefined) this.loop.context = token;
    return value;
  }

  /** Catch: the block may have been left by a rejected await. */
  c(token: unknown): void {
    if (token === null || token instanceof ContextFrame) this.loop.context = token;
    else if (token instanceof CarriedIteration && token.isWaiting) token.restore();
  }

  /** Evaluate: what `eval` is given. */
  e(text: unknown): unknown {
    return typeof text === 'string' ? this.rewriteEvaluated(text) : text;
  }

  /** Iterate. */
  i(source: unknown): unknown {
    return this.loop.isCarrying && typeof source === 'object' && source !== null ? new CarriedIteration(this.loop, source) : source;
  }

  /** Next round, or the end. */
  n(iteration: unknown): void {
    if (iteration instanceof CarriedIteration) iteration.restore();
  }
}
