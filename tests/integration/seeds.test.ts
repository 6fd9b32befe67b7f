import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSeedTests, seedTestsOf } from '../seeds/find-seed-tests.ts';
import { outcomesOf } from '../seeds/read-test-results.ts';
import { renderSeeds, withoutStates } from '../seeds/render-seeds.ts';
import { readExceptions, readRequirements } from '../seeds/seed-requirements.ts';

const groups = readRequirements();
const exceptions = readExceptions();
/** Of the whole tree, read once. */
const tests = findSeedTests();
const known = new Set(groups.flatMap(({ lines }) => Object.keys(lines)));

test('every id that a test names is a requirement', () => {
  const unknown = tests.flatMap(({ file, title, ids }) => ids.filter((id) => !known.has(id)).map((id) => `${file}: ${title}: ${id}`));
  expect(unknown).toEqual([]);
});

test('what is left out or elsewhere is a requirement that no test names', () => {
  const tested = new Set(tests.flatMap(({ ids }) => ids));
  const wrong = Object.entries(exceptions).filter(([id, { state }]) => !known.has(id) || (tested.has(id) && state !== 'in part'));
  expect(wrong.map(([id]) => id)).toEqual([]);
});

test('docs/seeds.md names the tests as they are; `npm run seeds` writes it anew', () => {
  const page = renderSeeds({ groups, exceptions, tests, outcomes: [] });
  expect(withoutStates(readFileSync('docs/seeds.md', 'utf8'))).toBe(withoutStates(page));
});

test('ids are read from the titles of tests, whatever way they are written', () => {
  const text = [
    "test('one [A4, D18]', () => {});",
    "describe('no test [A1]', () => { it.each([1])('case %i of it [B2]', () => {}); });",
    'test(`with ${a} inside [W6]`, run); test.prop([x])("holds [want-15,pain-20]", run);',
    "test('an index a[0]', run); const text = 'no title [A2]';",
  ].join('\n');
  const found = seedTestsOf('x.test.ts', text);
  expect(found.map(({ title, ids }) => [title, ids])).toEqual([
    ['one', ['A4', 'D18']],
    ['case %i of it', ['B2']],
    ['with … inside', ['W6']],
    ['holds', ['want-15', 'pain-20']],
  ]);
  expect(found[1]?.isReportedAs('case 7 of it [B2]')).toBe(true);
  expect(found[2]?.isReportedAs('with (7) inside [W6]')).toBe(true);
  expect(found[2]?.isReportedAs('with 7 beside [W6]')).toBe(false);
});

test('a line passes only when each of its tests did, and says why it has none', () => {
  const made = seedTestsOf('a.test.ts', "test('one [A1]', f); test('two [A1, A2]', f); test('three [A3]', f);");
  const lines = { A1: 'first', A2: 'second | third', A3: 'x', A4: 'y', A5: 'z' };
  const outcomes = [
    { file: 'a.test.ts', title: 'one [A1]', state: 'passes' as const },
    { file: 'a.test.ts', title: 'two [A1, A2]', state: 'passes' as const },
    { file: 'b.test.ts', title: 'three [A3]', state: 'passes' as const },
  ];
  const page = { groups: [{ name: 'A', lines }], exceptions: { A5: { state: 'elsewhere' as const, reason: 'issue 6' } }, tests: made };
  const rows = renderSeeds({ ...page, outcomes })
    .split('\n')
    .filter((line) => /^\| A\d/.test(line));
  expect(rows.map((row) => row.split(/(?<!\\)\|/)[3]?.trim())).toEqual(['passes', 'passes', 'not run', 'no test', 'elsewhere: issue 6']);
  const failed = renderSeeds({ ...page, outcomes: outcomes.map((one) => ({ ...one, state: 'fails' as const })) });
  expect(failed).toContain('**5 lines: 2 fails, 1 not run, 1 no test, 1 elsewhere.**');
});

test('reports of both runners are read', () => {
  const cwd = process.cwd();
  const vitest = {
    testResults: [
      {
        name: `${cwd}/app/a.test.ts`,
        assertionResults: [
          { title: 'x', status: 'passed' },
          { title: 'y', status: 'pending' },
        ],
      },
    ],
  };
  expect(outcomesOf(vitest)).toEqual([
    { file: 'app/a.test.ts', title: 'x', state: 'passes' },
    { file: 'app/a.test.ts', title: 'y', state: 'not run' },
  ]);
  const specs = [{ title: 'z', ok: false, tests: [{ status: 'unexpected' }] }];
  const playwright = { config: { rootDir: `${cwd}/tests/e2e` }, suites: [{ file: 'a.spec.ts', suites: [{ file: 'a.spec.ts', specs }] }] };
  expect(outcomesOf(playwright)).toEqual([{ file: 'tests/e2e/a.spec.ts', title: 'z', state: 'fails' }]);
});
