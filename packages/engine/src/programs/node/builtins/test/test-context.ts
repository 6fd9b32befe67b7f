import type { BuiltinExports } from '../../node-host.ts';
import { MockTracker } from './mock-tracker.ts';
import type { TestFunction, TestNode, TestOptions } from './test-node.ts';

type Declare = (parent: TestNode, args: unknown[]) => Promise<void>;

/** The context `t` that a test's function receives. */
export class TestContext {
  readonly #node: TestNode;
  readonly #declare: Declare;
  #mock: MockTracker | null = null;
  #assert: BuiltinExports | null = null;

  constructor(node: TestNode, declare: Declare) {
    this.#node = node;
    this.#declare = declare;
  }

  get name(): string {
    return this.#node.name;
  }
  get fullName(): string {
    return this.#node.fullName;
  }
  get filePath(): string | undefined {
    return this.#node.place.file;
  }
  get signal(): AbortSignal {
    return this.#node.controller.signal;
  }
  get error(): unknown {
    return this.#node.error;
  }
  get passed(): boolean {
    return this.#node.hasPassed;
  }
  /** Mocks are restored when the test ends. */
  get mock(): MockTracker {
    if (this.#mock === null) {
      const mock = new MockTracker(this.#node.harness.host);
      this.#node.addHook('after', () => mock.reset());
      this.#mock = mock;
    }
    return this.#mock;
  }
  /** The assertions, counted for `plan`. */
  get assert(): BuiltinExports {
    if (this.#assert === null) {
      const counted = Object.entries(this.#node.harness.host.builtin('assert')).map(([name, value]) => {
        if (typeof value !== 'function' || /^[A-Z]/.test(name)) return [name, value];
        const call = (...args: unknown[]): unknown => {
          this.#node.assertionCount += 1;
          return Reflect.apply(value, undefined, args);
        };
        return [name, call];
      });
      this.#assert = Object.fromEntries(counted) as BuiltinExports;
    }
    return this.#assert;
  }

  test(...args: unknown[]): Promise<void> {
    return this.#declare(this.#node, args);
  }
  plan(count: number): void {
    this.#node.plannedAssertions = count;
  }
  diagnostic(message: unknown): void {
    this.#node.diagnostics.push(String(message));
  }
  skip(reason?: string): void {
    this.#node.skipReason = reason ?? true;
  }
  todo(reason?: string): void {
    this.#node.todoReason = reason ?? true;
  }
  runOnly(): void {
    // Does nothing: with --test-only, subtests are selected by their own `only` option.
  }
  before(call: TestFunction, options?: TestOptions): void {
    this.#node.addHook('before', call, options);
  }
  after(call: TestFunction, options?: TestOptions): void {
    this.#node.addHook('after', call, options);
  }
  beforeEach(call: TestFunction, options?: TestOptions): void {
    this.#node.addHook('beforeEach', call, options);
  }
  afterEach(call: TestFunction, options?: TestOptions): void {
    this.#node.addHook('afterEach', call, options);
  }
}
