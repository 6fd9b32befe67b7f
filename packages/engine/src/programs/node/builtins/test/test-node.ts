import type { NodeHost } from '../../node-host.ts';
import { failureTypeOf, type TestCounts, type TestEvent, type TestPlace, testFailure } from './test-events.ts';

export type TestFunction = (...args: unknown[]) => unknown;

export interface TestOptions {
  concurrency?: number | boolean | null;
  only?: boolean;
  skip?: boolean | string;
  todo?: boolean | string;
  timeout?: number;
  signal?: AbortSignal;
  plan?: number;
}

type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

interface Hook {
  call: TestFunction;
  timeout: number;
  hasRun: boolean;
}

/** The state shared by all tests of a process. */
export interface TestHarness {
  host: NodeHost;
  counts: TestCounts;
  report(event: TestEvent): void;
  namePatterns: RegExp[];
  skipPatterns: RegExp[];
  onlyChosen: boolean;
  defaultTimeout: number;
  /** The suite whose function is running; tests declared meanwhile belong to it. */
  currentSuite: TestNode | null;
  createContext(test: TestNode): object;
  /** The tests that are running. */
  running: Set<TestNode>;
  /** Runs `run` so that uncaught errors of anything it starts are attributed to the test. */
  within<Result>(test: TestNode, run: () => Result): Result;
}

const promiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** The declaration of a test or a suite. */
export interface TestDeclaration {
  parent: TestNode | null;
  name: string;
  kind: 'root' | 'suite' | 'test';
  options: TestOptions;
  body: TestFunction;
  place: TestPlace;
}

/** A test or a suite. Children run one at a time (unless `concurrency` is set) and are reported in order. */
export class TestNode {
  readonly children: TestNode[] = [];
  readonly nesting: number;
  readonly context: object;
  readonly controller = new AbortController();
  error: unknown = null;
  isDone = false;
  isCancelled = false;
  skipReason: string | true | null = null;
  todoReason: string | true | null = null;
  plannedAssertions: number | null = null;
  assertionCount = 0;
  readonly diagnostics: string[] = [];
  readonly #hooks: Record<HookName, Hook[]> = { before: [], after: [], beforeEach: [], afterEach: [] };
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #startedAt = 0;
  #duration = 0;
  #reportedChildren = 0;
  #hasAnnounced = false;
  #promise: Promise<void> | null = null;
  #readyToReport = false;

  readonly parent: TestNode | null;
  readonly name: string;
  readonly kind: 'root' | 'suite' | 'test';
  readonly options: TestOptions;
  readonly place: TestPlace;
  private readonly body: TestFunction;

  constructor(
    readonly harness: TestHarness,
    { parent, name, kind, options, body, place }: TestDeclaration,
  ) {
    this.parent = parent;
    this.name = name;
    this.kind = kind;
    this.options = options;
    this.body = body;
    this.place = place;
    this.nesting = parent === null ? -1 : parent.nesting + 1;
    this.context = harness.createContext(this);
    if (options.skip !== undefined && options.skip !== false) this.skipReason = options.skip === true ? true : options.skip;
    if (options.todo !== undefined && options.todo !== false) this.todoReason = options.todo === true ? true : options.todo;
    if (typeof options.plan === 'number') this.plannedAssertions = options.plan;
    parent?.children.push(this);
    options.signal?.addEventListener('abort', () => this.cancel('The test was aborted'), { once: true });
  }

  get fullName(): string {
    return this.parent === null || this.parent.kind === 'root' ? this.name : `${this.parent.fullName} > ${this.name}`;
  }

  get hasPassed(): boolean {
    return this.error === null;
  }

  addHook(name: HookName, call: TestFunction, options: { timeout?: number } = {}): void {
    this.#hooks[name].push({ call, timeout: options.timeout ?? Number.POSITIVE_INFINITY, hasRun: false });
  }

  /** Runs the test, or queues it in its parent. */
  start(): Promise<void> {
    this.#promise ??= this.#startNow();
    return this.#promise;
  }

  #startNow(): Promise<void> {
    const { parent } = this;
    if (parent === null || parent.#takePlace()) return this.#run();
    return new Promise<void>((resolve) => parent.#waiting.push(resolve)).then(() => this.#run());
  }

  #takePlace(): boolean {
    const { concurrency } = this.options;
    const limit = concurrency === true ? Number.POSITIVE_INFINITY : typeof concurrency === 'number' ? concurrency : 1;
    if (this.#active >= limit) return false;
    this.#active += 1;
    return true;
  }

  #givePlaceBack(): void {
    const next = this.#waiting.shift();
    // The slot goes to the next in the queue.
    if (next !== undefined) next();
    else this.#active -= 1;
  }

  async #run(): Promise<void> {
    const { parent } = this;
    this.#startedAt = performance.now();
    try {
      if (this.skipReason === null && this.error === null) {
        if (this.kind === 'suite') await this.#runSuite();
        else await this.#runTest();
      }
    } finally {
      this.#finish();
      if (parent !== null) parent.#givePlaceBack();
      parent?.reportChildren();
    }
  }

  async #runSuite(): Promise<void> {
    try {
      for (const child of this.children) void child.start();
      await Promise.all(this.children.map((child) => child.start()));
    } finally {
      await this.runHooks('after', this.context);
    }
    this.#noteFailedChildren();
  }

  async #runTest(): Promise<void> {
    const { parent } = this;
    this.harness.running.add(this);
    try {
      if (parent !== null) {
        await parent.#runBefore();
        if (parent.#ancestry().some((node) => node.#hooks.beforeEach.length > 0)) await parent.#runEach('beforeEach', this.context);
      }
      await this.#withTimeout(() => this.harness.within(this, () => this.#callBody()), this.options.timeout ?? this.harness.defaultTimeout);
      this.#checkPlan();
    } catch (error) {
      this.fail(error);
    }
    // Cancel subtests that it started but did not await.
    for (const child of this.children) if (!child.isDone) child.cancel('test did not finish before its parent and was cancelled');
    await this.#inHook(() => this.runHooks('after', this.context));
    if (parent !== null) await this.#inHook(() => parent.#runEach('afterEach', this.context));
    this.#noteFailedChildren();
    this.harness.running.delete(this);
  }

  async #inHook(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.fail(error, 'hookFailed');
    }
  }

  #noteFailedChildren(): void {
    const failed = this.children.filter((child) => !child.hasPassed && child.todoReason === null).length;
    if (failed > 0 && this.error === null) this.error = testFailure(`${failed} subtest${failed === 1 ? '' : 's'} failed`, 'subtestsFailed');
  }

  #checkPlan(): void {
    const count = this.assertionCount + this.children.length;
    if (this.plannedAssertions !== null && this.plannedAssertions !== count)
      throw new Error(`plan expected ${this.plannedAssertions} assertions but received ${count}`);
  }

  /** A function with a second parameter receives a callback. */
  #callBody(): Promise<unknown> {
    if (this.body.length < 2) return (async () => this.body.call(this.context, this.context))();
    return new Promise((resolve, reject) => {
      const result = this.body.call(this.context, this.context, (error?: unknown) => (error ? reject(error) : resolve(undefined)));
      if (promiseLike(result)) reject(testFailure('passed a callback but also returned a Promise', 'callbackAndPromisePresent'));
    });
  }

  #withTimeout(run: () => Promise<unknown>, timeout: number): Promise<unknown> {
    const running = run();
    if (!Number.isFinite(timeout)) return Promise.race([running, this.#cancelled()]);
    return new Promise((resolve, reject) => {
      const timer = this.harness.host.timers.setTimeout(() => {
        this.isCancelled = true;
        this.controller.abort();
        reject(testFailure(`test timed out after ${timeout}ms`, 'testTimeoutFailure'));
      }, timeout);
      const done = () => timer.close();
      Promise.race([running, this.#cancelled()]).then(resolve, reject).finally(done);
    });
  }

  #cancelled(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.controller.signal.addEventListener('abort', () => reject(this.error), { once: true });
    });
  }

  cancel(reason: string): void {
    if (this.isDone) return;
    this.error = testFailure(reason, 'cancelledByParent');
    this.isCancelled = true;
    this.controller.abort();
    if (this.#promise === null || this.#startedAt === 0) {
      this.#startedAt = performance.now();
      this.#finish();
    }
  }

  /** Ends the test because of an uncaught error in something that it started. */
  endBy(error: unknown, type: 'uncaughtException' | 'unhandledRejection'): void {
    this.error ??= testFailure(error, type);
    this.controller.abort();
  }

  fail(error: unknown, type: 'testCodeFailure' | 'hookFailed' = 'testCodeFailure'): void {
    this.error ??= failureTypeOf(error) === undefined ? testFailure(error, type) : error;
  }

  #ancestry(): TestNode[] {
    return this.parent === null ? [this] : [...this.parent.#ancestry(), this];
  }

  async #runBefore(): Promise<void> {
    if (this.parent !== null) await this.parent.#runBefore();
    if (this.#hooks.before.length > 0) await this.runHooks('before', this.context);
  }

  async #runEach(name: 'beforeEach' | 'afterEach', context: object): Promise<void> {
    const nodes = this.#ancestry();
    for (const node of name === 'afterEach' ? nodes.reverse() : nodes) if (node.#hooks[name].length > 0) await node.runHooks(name, context);
  }

  async runHooks(name: HookName, context: object): Promise<void> {
    const isOnce = name === 'before' || name === 'after';
    for (const hook of this.#hooks[name]) {
      if (isOnce && hook.hasRun) continue;
      hook.hasRun = true;
      await callHook(hook, context);
    }
  }

  #finish(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.#duration = performance.now() - this.#startedAt;
    this.#readyToReport = true;
  }

  /** Reports the finished children, up to the first unfinished one. */
  reportChildren(): void {
    if (this.nesting >= 0 && !this.#mayReport()) return;
    this.#announceAll();
    for (;;) {
      const child = this.children[this.#reportedChildren];
      if (child === undefined) return;
      child.#announce();
      child.reportChildren();
      if (!child.#readyToReport || child.#reportedChildren < child.children.length) return;
      this.#reportedChildren += 1;
      child.#report(this.#reportedChildren);
    }
  }

  /** Returns true once all earlier siblings, and those of its ancestors, have been reported. */
  #mayReport(): boolean {
    return this.parent === null || (this.parent.children[this.parent.#reportedChildren] === this && this.parent.#mayReport());
  }

  #announceAll(): void {
    if (this.parent === null) return;
    this.parent.#announceAll();
    this.#announce();
  }

  #announce(): void {
    if (this.#hasAnnounced) return;
    this.#hasAnnounced = true;
    this.harness.report({ type: 'test:start', data: { name: this.name, nesting: this.nesting, ...this.place } });
  }

  #report(testNumber: number): void {
    const { harness, nesting } = this;
    if (this.children.length > 0) harness.report({ type: 'test:plan', data: { nesting: nesting + 1, count: this.children.length } });
    this.#count(harness.counts);
    harness.report({
      type: this.hasPassed ? 'test:pass' : 'test:fail',
      data: {
        name: this.name,
        nesting,
        testNumber,
        details: {
          duration_ms: this.#duration,
          ...(this.kind === 'suite' ? { type: 'suite' } : {}),
          ...(this.error === null ? {} : { error: this.error }),
        },
        ...(this.skipReason === null ? {} : { skip: this.skipReason }),
        ...(this.todoReason === null ? {} : { todo: this.todoReason }),
        ...this.place,
      },
    });
    for (const message of this.diagnostics) harness.report({ type: 'test:diagnostic', data: { nesting, message } });
  }

  #count(counts: TestCounts): void {
    if (this.kind === 'suite') {
      counts.suites += 1;
      return;
    }
    counts.tests += 1;
    if (this.skipReason !== null) counts.skipped += 1;
    else if (this.todoReason !== null) counts.todo += 1;
    else if (this.isCancelled) counts.cancelled += 1;
    else if (this.hasPassed) counts.passed += 1;
    else counts.failed += 1;
  }
}

async function callHook(hook: Hook, context: object): Promise<void> {
  if (hook.call.length < 2) {
    await hook.call.call(context, context);
    return;
  }
  await new Promise((resolve, reject) => {
    hook.call.call(context, context, (error?: unknown) => (error ? reject(error) : resolve(undefined)));
  });
}
