import { ContextFrame } from '../../event-loop/event-loop.ts';
import { firstProgramPlace } from '../../inspect/stack-text.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { MockTracker } from './mock-tracker.ts';
import { createReporters } from './reporter-choice.ts';
import { runFiles } from './run-files.ts';
import { TestContext } from './test-context.ts';
import { emptyCounts, type TestPlace } from './test-events.ts';
import { type TestFunction, type TestHarness, TestNode, type TestOptions } from './test-node.ts';
import { type TestSettings, testSettings } from './test-settings.ts';

interface Declaration {
  name: string;
  options: TestOptions;
  body: TestFunction;
}

function readDeclaration(args: unknown[], forced: TestOptions): Declaration {
  const body = args.find((item) => typeof item === 'function') as TestFunction | undefined;
  const options = args.find((item) => typeof item === 'object' && item !== null) as TestOptions | undefined;
  const given = typeof args[0] === 'string' ? args[0] : '';
  return { name: given || body?.name || '<anonymous>', options: { ...options, ...forced }, body: body ?? (() => {}) };
}

function currentPlace(): TestPlace {
  return firstProgramPlace(String(new Error().stack)) ?? {};
}

/** Declares the tests of a process, and finishes them when it exits. */
class TestRoot {
  readonly harness: TestHarness;
  readonly root: TestNode;
  readonly #settings: TestSettings;
  readonly #startedAt = performance.now();
  #isEnding = false;
  /** True while the file itself runs; errors that it throws belong to no test. */
  #isLoading = true;
  readonly #reporters;

  constructor(private readonly host: NodeHost) {
    this.#settings = testSettings(host);
    this.#reporters = createReporters(host, this.#settings);
    this.harness = {
      host,
      counts: emptyCounts(),
      report: (event) => this.#reporters.write(event),
      namePatterns: this.#settings.namePatterns,
      skipPatterns: this.#settings.skipPatterns,
      onlyChosen: this.#settings.onlyChosen,
      defaultTimeout: this.#settings.timeout,
      currentSuite: null,
      running: new Set(),
      within: (test, run) => withinTest(host, test, run),
      createContext: (test) => new TestContext(test, (parent, args) => this.declare(parent, readDeclaration(args, {}))),
    };
    this.root = new TestNode(this.harness, { parent: null, name: '<root>', kind: 'root', options: {}, body: () => {}, place: {} });
    // The process itself.
    const process = host.builtin('process') as unknown as { on(name: string, listener: (error: unknown) => void): void; exitCode: unknown };
    // Carries the context from a callback to those that it starts, so that an error is attributed to the test that started it.
    host.loop.isCarrying = true;
    host.timers.setImmediate(() => {
      this.#isLoading = false;
    });
    for (const name of ['uncaughtException', 'unhandledRejection'] as const) process.on(name, (error) => this.#endTestBy(error, name));
    process.on('beforeExit', () => void this.#end());
    process.on('exit', () => {
      if (this.root.children.some((child) => !child.hasPassed && child.todoReason === null)) process.exitCode ??= 1;
    });
  }

  /** Fails the test that caused an uncaught error; the other tests still run. */
  #endTestBy(error: unknown, type: 'uncaughtException' | 'unhandledRejection'): void {
    const own = testOf(this.host);
    if (own === null && this.#isLoading) throw error;
    const test = own ?? onlyOf(this.harness.running);
    if (test !== null && !test.isDone) {
      test.endBy(error, type);
      return;
    }
    const of = test === null ? 'A resource' : `Test "${test.name}"`;
    const message = `Error: ${of} generated asynchronous activity after the test ended. This activity created the error "${String(error)}" and would have caused the test to fail, but instead triggered an ${type} event.`;
    this.root.diagnostics.push(message);
    this.host.builtin('process').exitCode = 1;
  }

  get parent(): TestNode {
    return this.harness.currentSuite ?? this.root;
  }

  declare(parent: TestNode, { name, options, body }: Declaration): Promise<void> {
    const node = this.#create(parent, name, 'test', options, body);
    // A suite starts its children when it runs itself.
    return parent.kind === 'suite' ? Promise.resolve() : node.start();
  }

  suite({ name, options, body }: Declaration): Promise<void> {
    const { parent } = this;
    const node = this.#create(parent, name, 'suite', options, body);
    const outer = this.harness.currentSuite;
    this.harness.currentSuite = node;
    let collected: unknown;
    try {
      if (node.skipReason === null) collected = body.call(node.context, node.context);
    } catch (error) {
      node.fail(error);
    } finally {
      this.harness.currentSuite = outer;
    }
    if (parent.kind === 'suite') return Promise.resolve();
    return Promise.resolve(collected).then(
      () => node.start(),
      (error: unknown) => {
        node.fail(error);
        return node.start();
      },
    );
  }

  #create(parent: TestNode, name: string, kind: 'suite' | 'test', given: TestOptions, body: TestFunction): TestNode {
    const options = { ...given };
    const { onlyChosen, namePatterns, skipPatterns } = this.harness;
    const node = new TestNode(this.harness, { parent, name, kind, options, body, place: currentPlace() });
    if (node.skipReason !== null) return node;
    const isIn = (patterns: RegExp[]) => patterns.some((pattern) => pattern.test(name) || pattern.test(node.fullName));
    if (onlyChosen && options.only !== true && !isBelowOnly(node) && kind === 'test') node.skipReason = "'only' option not set";
    else if (kind === 'test' && namePatterns.length > 0 && !isIn(namePatterns)) node.skipReason = 'test name does not match pattern';
    else if (isIn(skipPatterns)) node.skipReason = 'test name matches skip pattern';
    return node;
  }

  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    for (const child of this.root.children) {
      child.cancel('Promise resolution is still pending but the event loop has already resolved');
    }
    const release = this.host.loop.ref();
    try {
      await this.root.runHooks('after', this.root.context);
    } catch (error) {
      this.root.fail(error, 'hookFailed');
    }
    this.root.reportChildren();
    for (const message of this.root.diagnostics) this.harness.report({ type: 'test:diagnostic', data: { nesting: 0, message } });
    await this.#reporters.finish(this.root.children.length, this.harness.counts, performance.now() - this.#startedAt);
    const process = this.host.builtin('process');
    if (this.harness.counts.failed + this.harness.counts.cancelled > 0 || this.root.error !== null) process.exitCode = 1;
    release();
  }
}

/** The context key of the current test. */
const CURRENT = {};

function withinTest<Result>({ loop }: NodeHost, test: TestNode, run: () => Result): Result {
  const outer = loop.context;
  loop.context = new ContextFrame(outer ?? []).set(CURRENT, test);
  try {
    return run();
  } finally {
    loop.context = outer;
  }
}

function testOf({ loop }: NodeHost): TestNode | null {
  const test = loop.context?.get(CURRENT);
  return test instanceof TestNode ? test : null;
}

/**
 * Returns the only running test without running subtests, if there is exactly one: the fallback when the context was lost
 * across promises.
 */
function onlyOf(running: ReadonlySet<TestNode>): TestNode | null {
  const leaves = [...running].filter((test) => !test.children.some((child) => running.has(child)));
  return leaves.length === 1 ? (leaves[0] ?? null) : null;
}

function isBelowOnly(node: TestNode): boolean {
  for (let parent = node.parent; parent !== null; parent = parent.parent) if (parent.options.only === true) return true;
  return false;
}

type Kind = 'test' | 'suite';

export function createTestModule(host: NodeHost): BuiltinExports {
  let made: TestRoot | null = null;
  const root = (): TestRoot => {
    made ??= new TestRoot(host);
    return made;
  };
  const declare = (kind: Kind, args: unknown[], forced: TestOptions): Promise<void> => {
    const declaration = readDeclaration(args, forced);
    return kind === 'suite' ? root().suite(declaration) : root().declare(root().parent, declaration);
  };
  const declarer = (kind: Kind) =>
    Object.assign((...args: unknown[]) => declare(kind, args, {}), {
      skip: (...args: unknown[]) => declare(kind, args, { skip: true }),
      todo: (...args: unknown[]) => declare(kind, args, { todo: true }),
      only: (...args: unknown[]) => declare(kind, args, { only: true }),
    });
  const hook = (name: 'before' | 'after' | 'beforeEach' | 'afterEach') => (call: TestFunction, options?: TestOptions) =>
    root().parent.addHook(name, call, options);
  const [test, suite] = [declarer('test'), declarer('suite')];
  const mock = new MockTracker(host);
  return Object.assign(test, {
    test,
    it: test,
    suite,
    describe: suite,
    before: hook('before'),
    after: hook('after'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    run: (options?: object) => runFiles(host, options ?? {}),
    mock,
    get assert() {
      return host.builtin('assert');
    },
    // The module's export is the function itself.
  }) as unknown as BuiltinExports;
}
