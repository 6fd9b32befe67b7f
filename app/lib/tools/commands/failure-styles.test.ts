import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { MemoryWorkspace } from '../../runtime/memory/memory-workspace.ts';
import { runCommandTool } from '../run-command.ts';
import { toolContext } from '../testing/run-tool.ts';
import { cutOutput } from './command-output.ts';
import { failureBlocks } from './failure-blocks.ts';
import { FAILURE_STYLES } from './failure-styles.ts';
import { isForeignFrame } from './quiet-lines.ts';

/** The recorded outputs of programs about failing tests and broken files. */
const RUNS = new URL('./testing/runs/', import.meta.url);

// The cast: any text serves as a hash here.
const HASH = 'hash' as ContentHash;

const outputOfRun = (run: string) => readFileSync(new URL(`${run}.txt`, RUNS), 'utf8');

/** The runs, who printed them, and the failures in them: name, place and message. */
const DIGESTS: readonly [run: string, runner: string, digests: readonly string[]][] = [
  [
    'ava',
    'ava',
    [
      'sums prices with quantity | test/ava/cart.test.js:5 | - 2, + 6',
      `describes a cart | test/ava/cart.test.js:8 | +   currency: 'EUR',`,
      `has an owner | /home/project/src/cart.cjs:5:29 | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  [
    'biome',
    'biome',
    [
      'b.ts:1:8 lint/correctness/noUnusedImports | ! This import is unused.',
      'b.ts:2:8 lint/style/useConst | ! This let declares a variable that is only assigned once.',
      'b.ts:2:19 lint/suspicious/noDebugger | × This is an unexpected use of the debugger statement.',
    ],
  ],
  [
    'cargo-build',
    'rustc',
    ["error[E0599]: no method named `sums` found for struct `std::slice::Iter<'a, T>` in the current scope | src/lib.rs:2:19"],
  ],
  [
    'cargo-test',
    'cargo test',
    [
      "tests::sums_prices | src/lib.rs:11:9 | thread 'tests::sums_prices' (11463) panicked at src/lib.rs:11:9: assertion `left == right` failed: two and three",
      "tests::has_an_owner | src/lib.rs:18:15 | thread 'tests::has_an_owner' (11461) panicked at src/lib.rs:18:15: called `Option::unwrap()` on a `None` value",
    ],
  ],
  [
    'cypress',
    'mocha',
    [
      `cart sums prices with quantity | cypress/e2e/cart.cy.js:6:30 | AssertionError: Timed out retrying after 4000ms: expected '<output#total>' to have text '6', but the text was '2'`,
      `owner has an owner | src/cart.js:5:29 | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  ['esbuild', 'bundler', ['Expected ")" but found end of file | b.ts:4:0']],
  [
    'eslint',
    'eslint',
    [
      '/home/project/test/lint/a.js > 3:7   error    Expected a conditional expression and instead saw an assignment  no-cond-assign',
      `/home/project/test/lint/a.js > 3:14  error    Unexpected 'debugger' statement                                  no-debugger`,
      `/home/project/test/lint/a.js > 4:10  error    'undefinedName' is not defined                                   no-undef`,
      '/home/project/test/lint/b.js > 2:1  error  Parsing error: Unexpected token',
    ],
  ],
  [
    'go-build',
    'go',
    ['undefined: sums | ./cart.go:5:9', 'cannot use total(items) (value of type int) as string value in return statement | ./cart.go:9:14'],
  ],
  [
    'go-verbose',
    'go test',
    [
      'TestTotal | cart_test.go:11 | cart_test.go:11: total = 2; want 6',
      'TestDescribe | cart_test.go:24 | cart_test.go:24: currency = ""; want "EUR"',
      'TestDescribe/with_currency',
    ],
  ],
  [
    'go',
    'go test',
    [
      'TestTotal | cart_test.go:11 | cart_test.go:11: total = 2; want 6',
      'TestDescribe | cart_test.go:24 | cart_test.go:24: describe() mismatch (-want +got): cart.Description{',
      'TestDescribe/with_currency | cart_test.go:24 | cart_test.go:24: describe() mismatch (-want +got): cart.Description{',
      'TestOwner | /home/project/cart.go:13 | panic: runtime error: invalid memory address or nil pointer dereference [recovered]',
    ],
  ],
  [
    'gradle',
    'gradle',
    [
      'CartTest > sumsPrices() | CartTest.java:10 | org.opentest4j.AssertionFailedError: expected: <6> but was: <2>',
      'CartTest > hasAnOwner() | CartTest.java:20 | java.lang.NullPointerException at CartTest.java:20',
    ],
  ],
  [
    'javac',
    'javac',
    [
      'cannot find symbol | /home/project/src/main/java/com/example/Cart.java:9:16',
      'incompatible types: int cannot be converted to java.lang.String | /home/project/src/main/java/com/example/Cart.java:14:23',
    ],
  ],
  [
    'jest',
    'jest',
    [
      'cart › sums prices with quantity | test/jest/cart.test.js:5:48 | expect(received).toBe(expected) // Object.is equality',
      'cart › describes a cart | test/jest/cart.test.js:8:69 | expect(received).toEqual(expected) // deep equality',
      `cart › has an owner | src/cart.cjs:5:29 | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  [
    'maven',
    'maven',
    [
      'com.example.CartTest.sumsPrices | CartTest.java:10 | org.opentest4j.AssertionFailedError: expected: <6> but was: <2>',
      'com.example.CartTest.hasAnOwner | CartTest.java:20 | java.lang.NullPointerException: Cannot invoke "com.example.Owner.name()" because "owner" is null',
    ],
  ],
  [
    'minitest',
    'minitest',
    [
      'CartTest#test_sums_prices [test/cart_test.rb:6] | Expected: 6',
      "CartTest#test_has_an_owner | lib/cart.rb:6 | NoMethodError: undefined method `[]' for nil",
    ],
  ],
  [
    'mocha',
    'mocha',
    [
      'cart sums prices with quantity | test/mocha/cart.test.js:6:12 | AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 2 !== 6',
      'cart describes a cart | test/mocha/cart.test.js:9:12 | AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: + actual - expected',
      `cart has an owner | src/cart.cjs:5:29 | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  [
    'node-spec',
    'node:test',
    [
      'sums prices with quantity (2.25557ms) | test/node/cart.test.js:6:3 | AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 2 !== 6',
      'describes a cart (1.949021ms) | test/node/cart.test.js:9:3 | AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: + actual - expected',
      `has an owner (0.171054ms) | test/node/cart.test.js:15:3 | TypeError [Error]: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  [
    'node-tap',
    'TAP',
    [
      'not ok 1 - sums prices with quantity | /home/project/test/node/cart.test.js:6:3 | error: Expected values to be strictly equal:, expected: 6, actual: 2',
      `not ok 2 - describes a cart | /home/project/test/node/cart.test.js:9:3 | error: Expected values to be strictly deep-equal:, expected: name: 'Ann', actual: name: 'Ann'`,
      `not ok 4 - has an owner | /home/project/test/node/cart.test.js:15:3 | error: "Cannot read properties of undefined (reading 'name')"`,
    ],
  ],
  [
    'phpunit',
    'phpunit',
    [
      'CartTest::testHasAnOwner | /home/project/src/Cart.php:9 | TypeError: describe(): Argument #1 ($owner) must be of type Owner, null given, called in /home/project/tests/CartTest.php on line 24',
      'CartTest::testSumsPricesWithQuantity | /home/project/tests/CartTest.php:9 | Failed asserting that 2 matches expected 6.',
      'CartTest::testDescribesACart | /home/project/tests/CartTest.php:14 | Failed asserting that two arrays are equal.',
    ],
  ],
  [
    'playwright',
    'playwright',
    [
      'pw/cart.spec.mjs:4:3 › cart › sums prices with quantity | Error: expect(received).toBe(expected) // Object.is equality',
      'pw/cart.spec.mjs:7:3 › cart › describes a cart | Error: expect(received).toEqual(expected) // deep equality',
      `pw/cart.spec.mjs:13:3 › cart › has an owner | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  [
    'pytest-broken',
    'pytest',
    [`ERROR collecting test_broken.py | test_broken.py:1 | E   ModuleNotFoundError: No module named 'nothing_like_this'`],
  ],
  [
    'pytest-short',
    'pytest',
    [
      'test_sums_prices_with_quantity | test_cart.py:9 | E   AssertionError: assert 2 == 6',
      `TestCart.test_describes | test_cart.py:14 | E   AssertionError: assert {'name': 'Ann', 'total': 2} == {'currency': ...', 'total': 2}`,
      `TestCart.test_has_an_owner | test_cart.py:19 | E   KeyError: 'owner'`,
    ],
  ],
  [
    'pytest',
    'pytest',
    [
      'test_sums_prices_with_quantity | test_cart.py:9 | E       AssertionError: assert 2 == 6',
      `TestCart.test_describes | test_cart.py:14 | E       AssertionError: assert {'name': 'Ann', 'total': 2} == {'currency': ...', 'total': 2}`,
      `TestCart.test_has_an_owner | test_cart.py:19 | E       KeyError: 'owner'`,
    ],
  ],
  [
    'rspec',
    'rspec',
    [
      'Cart sums prices with quantity | ./spec/cart_spec.rb:5 | expected: 6, got: 2',
      'Cart describes a cart | ./spec/cart_spec.rb:10 | expected: {:currency=>"EUR", :name=>"Ann", :total=>2}, got: {:name=>"Ann", :total=>2}',
      "Cart has an owner | ./lib/cart.rb:6 | NoMethodError: undefined method `[]' for nil",
    ],
  ],
  [
    'tape',
    'TAP',
    [
      'sums prices with quantity > not ok 1 should be strictly equal | /home/project/test/tape/cart.test.js:5:5 | expected: 6, actual:   2',
      `describes a cart > not ok 2 should be deeply equivalent | /home/project/test/tape/cart.test.js:9:5 | expected: { name: 'Ann', total: 2, currency: 'EUR' }, actual: { name: 'Ann', total: 2 }`,
    ],
  ],
  [
    'tsc-pretty',
    'tsc',
    [
      `error TS2322: Type 'any[]' is not assignable to type 'number'. | tsp/a.ts:2:46`,
      `error TS2339: Property 'cost' does not exist on type '{ price: number; }'. | tsp/a.ts:2:76`,
      `error TS2561: Object literal may only specify known properties, but 'nam' does not exist in type '{ name: string; }'. Did you mean to write 'name'? | tsp/a.ts:3:31`,
      `error TS2322: Type 'number' is not assignable to type 'string'. | tsp/a.ts:4:14`,
    ],
  ],
  [
    'tsc',
    'tsc',
    [
      `error TS2322: Type 'any[]' is not assignable to type 'number'. | tsp/a.ts:2:46`,
      `error TS2339: Property 'cost' does not exist on type '{ price: number; }'. | tsp/a.ts:2:76`,
      `error TS2561: Object literal may only specify known properties, but 'nam' does not exist in type '{ name: string; }'. Did you mean to write 'name'? | tsp/a.ts:3:31`,
      `error TS2322: Type 'number' is not assignable to type 'string'. | tsp/a.ts:4:14`,
    ],
  ],
  [
    'unittest',
    'unittest',
    [
      `test_has_an_owner (test_cart.TestCart.test_has_an_owner) | /home/project/test/unit/test_cart.py:16 | KeyError: 'owner'`,
      `test_describes (test_cart.TestCart.test_describes) | /home/project/test/unit/test_cart.py:13 | AssertionError: {'name': 'Ann', 'total': 2} != {'name': 'Ann', 'total': 2, 'currency': 'EUR'}`,
      'test_sums_prices_with_quantity (test_cart.TestCart.test_sums_prices_with_quantity) | /home/project/test/unit/test_cart.py:10 | AssertionError: 2 != 6',
    ],
  ],
  [
    'vitest-broken',
    'vitest',
    [
      `test/vitest/broken.test.js [ test/vitest/broken.test.js ] | test/vitest/broken.test.js:1:1 | Error: Cannot find module './nothing-here.js' imported from /home/project/test/vitest/broken.test.js`,
      'test/vitest/cart.test.js > cart > sums prices with quantity | test/vitest/cart.test.js:6:48 | AssertionError: expected 2 to be 6 // Object.is equality',
      `test/vitest/cart.test.js > cart > describes a cart | test/vitest/cart.test.js:9:73 | AssertionError: expected { name: 'Ann', total: 2 } to deeply equal { name: 'Ann', total: 2, …(1) }`,
      `test/vitest/cart.test.js > cart > has an owner | src/cart.cjs:5:29 | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
  [
    'vitest',
    'vitest',
    [
      'test/vitest/cart.test.js > cart > sums prices with quantity | test/vitest/cart.test.js:6:48 | AssertionError: expected 2 to be 6 // Object.is equality',
      `test/vitest/cart.test.js > cart > describes a cart | test/vitest/cart.test.js:9:73 | AssertionError: expected { name: 'Ann', total: 2 } to deeply equal { name: 'Ann', total: 2, …(1) }`,
      `test/vitest/cart.test.js > cart > has an owner | src/cart.cjs:5:29 | TypeError: Cannot read properties of undefined (reading 'name')`,
    ],
  ],
];

test.each(DIGESTS)('%s: each failure of %s has its name, its place and its message', (run, runner, digests) => {
  const blocks = failureBlocks(outputOfRun(run).split('\n'));
  expect(blocks.map(({ digest }) => digest)).toEqual(digests);
  expect(new Set(blocks.map(({ style }) => style.runner))).toEqual(new Set([runner]));
});

test('every runner of the table has a recorded run, and every recorded run its failures', () => {
  const runners = new Set(DIGESTS.map(([, runner]) => runner));
  expect(FAILURE_STYLES.map(({ runner }) => runner).filter((runner) => !runners.has(runner))).toEqual([]);
  const runs = DIGESTS.map(([run]) => `${run}.txt`);
  expect(readdirSync(RUNS).filter((file) => !runs.includes(file))).toEqual([]);
});

const shownOf = (output: string) =>
  cutOutput(output)
    .map((piece) => (piece.type === 'kept' ? output.slice(piece.from, piece.to) : piece.text))
    .join('');

/** Returns the lines that matter: neither rules, nor the source around a place, nor frames of dependencies. */
function tellingLines(lines: readonly string[]): string[] {
  return lines.filter(
    (line, at) =>
      /[\p{L}\d]/u.test(line) && !isForeignFrame(line) && (!/^\s*\d+\s?[|│]/.test(line) || /^\s*[|│]?\s*\^/.test(lines[at + 1] ?? '')),
  );
}

/** A stack of TAP may only repeat the name and the place that are above it; then they are enough. */
const STACK_LINE = /^ {4}stack: \|-$|^ {6}(?:Error: | {4}at )/;
const isInStack = (line: string) => STACK_LINE.test(line);

test.each(DIGESTS)('%s: what the model sees has every failure of %s whole, however much was printed before and after', (run) => {
  const output = outputOfRun(run);
  const noise = Array.from({ length: 400 }, (_, index) => `step ${index} of the build is done, and nothing was wrong with it`).join('\n');
  for (const printed of [output, `${noise}\n${output}`, `${noise}\n${output}\n${noise}\n`]) {
    const lines = printed.split('\n');
    const text = shownOf(printed);
    const shown = new Set(text.split('\n'));
    const isSaid = (line: string) => shown.has(line) || (isInStack(line) && text.includes(line.replace(STACK_LINE, '')));
    for (const { from, to } of failureBlocks(lines))
      expect(tellingLines(lines.slice(from, to)).filter((line) => !isSaid(line))).toEqual([]);
  }
});

/** The whole answer as the model reads it, with the note about where the rest is. */
async function answerTo(output: string): Promise<string> {
  const outcome = { status: 'completed' as const, exitCode: 1, output };
  const context = {
    ...toolContext(new MemoryWorkspace().script('npm test', () => outcome)),
    outputs: { keep: async () => HASH, read: async () => null },
  };
  const plan = await runCommandTool.plan({ command: 'npm test' }, context);
  if (!plan.ok) return expect.unreachable(plan.message);
  const result = await runCommandTool.run({ command: 'npm test', timeout: 1_000 }, context, plan.intent);
  return result.ok ? runCommandTool.print(result.output, { command: 'npm test' }) : expect.unreachable(result.message);
}

test.each(['vitest', 'jest', 'mocha', 'ava'])('three failing tests of %s cost at most 1.5 kB', async (run) => {
  const answer = await answerTo(outputOfRun(run));
  expect(new TextEncoder().encode(answer).length).toBeLessThanOrEqual(1_500);
});

test('what a runner prints twice is shown once', () => {
  const shown = shownOf(outputOfRun('node-spec'));
  expect(shown.split("TypeError [Error]: Cannot read properties of undefined (reading 'name')")).toHaveLength(2);
  expect(shown).toContain('ℹ fail 3');
});

test('a command of several steps shows the failures of each', () => {
  const blocks = failureBlocks(`${outputOfRun('tsc')}\n${outputOfRun('vitest')}\n${outputOfRun('eslint')}`.split('\n'));
  expect(blocks.map(({ style }) => style.runner)).toEqual([
    ...Array(4).fill('tsc'),
    ...Array(3).fill('vitest'),
    ...Array(4).fill('eslint'),
  ]);
});

test('tests that fail alike share the message below the last of their names', () => {
  const lines = [' FAIL  a.test.ts > one', ' FAIL  a.test.ts > two', 'Error: no server', ' ❯ a.test.ts:3:1', ''];
  expect(failureBlocks(lines).map(({ digest }) => digest)).toEqual([
    'a.test.ts > one | a.test.ts:3:1 | Error: no server',
    'a.test.ts > two | a.test.ts:3:1 | Error: no server',
  ]);
});

test('a text that is no run of tests stays as it is', () => {
  const text = `${'# Notes\n\n\n────────────\n   1| a list\n\n\n'.repeat(60)}`;
  expect(shownOf(text)).toBe(text);
});

test.each(['─', ' ', 'a.', '/a', '(', '1) ', 'at ', 'Error'])('a line of nothing but %j is no more work than it is long', (part) => {
  const line = part.repeat(200_000 / part.length);
  expect(costOf(() => shownOf(` FAIL  a > b\n${line}\n${line}\n`))).toBeLessThan(120);
});
