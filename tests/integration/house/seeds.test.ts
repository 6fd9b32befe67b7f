import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareSeeds } from '../../seeds/compare-seeds.ts';
import { findTests, testsOf } from '../../seeds/find-tests.ts';
import { outcomesOf, type TestOutcome } from '../../seeds/read-test-results.ts';
import { renderSeeds, statesOf, withoutStates } from '../../seeds/render-seeds.ts';
import { readRequirements } from '../../seeds/requirements.ts';
import { isReportedAs, resolveTests } from '../../seeds/resolve-tests.ts';

const groups = readRequirements();
/** The tests of the whole repository, read once. */
const tests = findTests();

describe('the registry of requirements', () => {
  test('every requirement has tests that exist, each under a name that only it has, or a stated exception', () => {
    expect([...resolveTests(groups, tests).values()].flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('no test carries the id of a requirement in its title', () => {
    const id = /\[(?:(?:[A-E]|W|want-|pain-|new-)\d+(?:, ?)?)+\]/;
    expect(tests.filter(({ path }) => id.test(path.at(-1) ?? '')).map(({ file, path }) => `${file}: ${path.at(-1)}`)).toEqual([]);
  });

  test('docs/seeds.md names these tests; `npm run seeds` writes it again', () => {
    const page = renderSeeds({ groups, tests, outcomes: [] });
    expect(withoutStates(readFileSync('docs/seeds.md', 'utf8'))).toBe(withoutStates(page));
  });
});

const declared = testsOf(
  'app/x.test.ts',
  [
    "test('one', () => {});",
    "describe('a group', () => { it.each([1])('case %i of it', () => {}); test.concurrent('one', f); });",
    'test(`with ${a} inside`, run); test.prop([x])("holds", run); test.each`a`(\'of a table\', run);',
    "test.describe('pages', () => { test('in a browser', () => test.step('no test', run)); });",
  ].join('\n'),
);

test('tests are found with the titles of the groups around them, whatever way they are written', () => {
  expect(declared.map(({ path }) => path.join(' > '))).toEqual([
    'one',
    'a group > case %i of it',
    'a group > one',
    'with … inside',
    'holds',
    'of a table',
    'pages > in a browser',
  ]);
});

test('a test is known by what its runner reports, with the values of the case in its title', () => {
  const [, numbered, , templated] = declared;
  expect(numbered && isReportedAs(numbered, ['a group', 'case 7 of it'])).toBe(true);
  expect(numbered && isReportedAs(numbered, ['case 7 of it'])).toBe(false);
  expect(templated && isReportedAs(templated, ['with (7) inside'])).toBe(true);
  expect(templated && isReportedAs(templated, ['with 7 outside'])).toBe(false);
});

describe('faults of the registry', () => {
  const faultsOf = (line: { tests?: [string, ...string[]]; exception?: { state: 'elsewhere' | 'in part'; reason: string } }) =>
    resolveTests([{ name: 'A', lines: { A1: { requirement: 'x', ...line } } }], declared).get('A1')?.faults;
  const elsewhere = { state: 'elsewhere' as const, reason: 'not part of this' };

  test('a test that is not there, or a title that several have', () => {
    expect(faultsOf({ tests: ['holds', 'held'] })).toEqual(['A1: no test is called “held”']);
    expect(faultsOf({ tests: ['one'] })).toEqual(['A1: 2 tests are called “one”']);
    expect(faultsOf({ tests: ['a group > one', 'x.test.ts > one', 'app/x.test.ts > holds'] })).toEqual([]);
  });

  test('neither a test nor an exception, or both', () => {
    expect(faultsOf({})).toEqual(['A1: no test and no exception']);
    expect(faultsOf({ exception: { ...elsewhere, state: 'in part' } })).toEqual(['A1: no test and no exception']);
    expect(faultsOf({ exception: elsewhere })).toEqual([]);
    expect(faultsOf({ tests: ['holds'], exception: elsewhere })).toEqual(['A1: has tests and is said to be elsewhere']);
  });
});

describe('the page', () => {
  const made = testsOf('a.test.ts', "test('one', f); test('two', f); test('three', f);");
  const page = {
    groups: [
      {
        name: 'A',
        lines: {
          A1: { requirement: 'first', tests: ['one', 'two'] as [string, ...string[]] },
          A2: { requirement: 'second | third', tests: ['two'] as [string] },
          A3: { requirement: 'x', tests: ['three'] as [string] },
          A4: { requirement: 'y' },
          A5: { requirement: 'z', exception: { state: 'elsewhere' as const, reason: 'another part' } },
        },
      },
    ],
    tests: made,
  };
  const passing: TestOutcome[] = [
    { file: 'a.test.ts', path: ['one'], state: 'passes' },
    { file: 'a.test.ts', path: ['two'], state: 'passes' },
    { file: 'b.test.ts', path: ['three'], state: 'passes' },
  ];
  const failing = passing.map((one) => ({ ...one, state: 'fails' as const }));

  test('a line passes only when each of its tests did, and says why it has none', () => {
    const rows = renderSeeds({ ...page, outcomes: passing })
      .split('\n')
      .filter((line) => /^\| A\d/.test(line));
    expect(rows.map((row) => row.split(/(?<!\\)\|/)[3]?.trim())).toEqual([
      'passes',
      'passes',
      'not run',
      'no test',
      'elsewhere: another part',
    ]);
    expect(renderSeeds({ ...page, outcomes: failing })).toContain('**5 lines: 2 fails, 1 not run, 1 no test, 1 elsewhere.**');
  });

  test('a line whose tests were not run keeps the state of the page', () => {
    const earlier = statesOf(renderSeeds({ ...page, outcomes: passing }));
    expect(Object.fromEntries(earlier)).toEqual({ A1: 'passes', A2: 'passes', A3: 'not run' });
    expect(statesOf(renderSeeds({ ...page, outcomes: [], earlier }))).toEqual(earlier);
  });

  test('it is stale when a whole run shows otherwise; a failed test is counted once, by itself', () => {
    const current = renderSeeds({ ...page, outcomes: passing });
    expect(compareSeeds(current, current)).toEqual([]);
    expect(compareSeeds(current, renderSeeds({ ...page, outcomes: failing }))).toEqual([]);
    expect(compareSeeds(renderSeeds({ ...page, outcomes: failing }), current)).toEqual([
      'docs/seeds.md says that A1 fails, and in this run it passes',
      'docs/seeds.md says that A2 fails, and in this run it passes',
    ]);
    expect(compareSeeds(current, renderSeeds({ ...page, outcomes: [] }))[0]).toBe(
      'docs/seeds.md says that A1 passes, and in this run it was not run',
    );
    expect(compareSeeds(current.replace('A3', 'A9'), current)[0]).toBe('docs/seeds.md does not match the registry: npm run seeds');
  });
});

test('reports of both runners are read', () => {
  const cwd = process.cwd();
  const vitest = {
    testResults: [
      {
        name: `${cwd}/app/a.test.ts`,
        assertionResults: [
          { ancestorTitles: [], title: 'x', status: 'passed' },
          { ancestorTitles: ['group'], title: 'y', status: 'pending' },
        ],
      },
    ],
  };
  expect(outcomesOf(vitest)).toEqual([
    { file: 'app/a.test.ts', path: ['x'], state: 'passes' },
    { file: 'app/a.test.ts', path: ['group', 'y'], state: 'not run' },
  ]);
  const specs = [{ title: 'z', ok: false, tests: [{ status: 'unexpected' }] }];
  const suite = { title: 'a.spec.ts', file: 'a.spec.ts', suites: [{ title: 'group', file: 'a.spec.ts', specs }] };
  const playwright = { config: { rootDir: `${cwd}/tests/e2e` }, suites: [suite] };
  expect(outcomesOf(playwright)).toEqual([{ file: 'tests/e2e/a.spec.ts', path: ['group', 'z'], state: 'fails' }]);
});
