import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseNearest, describeChoice, type ReachedTest, reachedTests } from '../../../scripts/testing/nearest-tests.mjs';

const REPOSITORY: Readonly<Record<string, string>> = {
  'vitest.config.ts': '',
  'app/tools/find.ts': '',
  'app/tools/find.test.ts': "import './find.ts';",
  'app/tools/list.ts': "import './find.ts'; import './write.ts';",
  'app/tools/write.ts': '',
  'app/tools/write.test.ts': "import './write.ts'; import './list.ts';",
  'app/tools/list.test.ts': "import './list.ts';",
  'app/agent/run.ts': "import '../tools/list.ts';",
  'app/agent/run.test.ts': "import './run.ts';",
  'app/agent/list-user.test.ts': "import '../tools/list.ts';",
  'app/other.test.ts': '',
  'tests/house.test.ts': "read('app/tools')",
};
const FILES = Object.keys(REPOSITORY);
const TESTS = FILES.filter((file) => file.endsWith('.test.ts'));

function reached(changed: readonly string[], seconds: Readonly<Record<string, number>> = {}) {
  return reachedTests(
    changed,
    TESTS,
    FILES,
    (file) => seconds[file],
    (file) => REPOSITORY[file] ?? '',
  );
}

const placesOf = (found: readonly ReachedTest[]) => found.map(({ file, distance }) => `${distance} ${file}`);

describe('the tests that a change can reach', () => {
  test('are ordered by the imports between them and the change, those in its folder first', () => {
    expect(placesOf(reached(['app/tools/find.ts']))).toEqual([
      '1 app/tools/find.test.ts',
      '2 app/tools/list.test.ts',
      '2 app/tools/write.test.ts',
      '2 app/agent/list-user.test.ts',
      '3 app/agent/run.test.ts',
      '3 tests/house.test.ts',
    ]);
  });

  test('begin with the quick ones of those that are equally near', () => {
    const [, second] = reached(['app/tools/find.ts'], { 'app/tools/list.test.ts': 9 });
    expect(second?.file).toBe('app/tools/write.test.ts');
  });

  test('are the changed ones first', () => {
    expect(placesOf(reached(['app/tools/write.ts', 'app/other.test.ts'])).slice(0, 2)).toEqual([
      '0 app/other.test.ts',
      '1 app/tools/write.test.ts',
    ]);
  });

  test('are all after a change of the configuration', () => {
    expect(reached(['vitest.config.ts'])).toHaveLength(TESTS.length);
  });
});

describe('the choice for the inner loop', () => {
  const reachedTest = fc.record({ file: fc.string(), distance: fc.nat(5), seconds: fc.integer({ min: 1, max: 90 }) });

  test('loses no test, has all changed ones, and keeps the limit with the others', () => {
    fc.assert(
      fc.property(fc.array(reachedTest), fc.nat(200), (made, limit) => {
        const tests = made.toSorted((a, b) => a.distance - b.distance);
        const { chosen, left } = chooseNearest(tests, limit);
        expect(new Set([...chosen, ...left])).toEqual(new Set(tests));
        expect(chosen.length + left.length).toBe(tests.length);
        expect(left.every(({ distance }) => distance > 0)).toBe(true);
        const sum = (some: readonly ReachedTest[]) => some.reduce((total, { seconds }) => total + seconds, 0);
        const changed = tests.filter(({ distance }) => distance === 0);
        expect(sum(chosen)).toBeLessThanOrEqual(Math.max(limit, sum(changed)));
      }),
    );
  });

  test('says how many were not run, and how to run them', () => {
    const choice = chooseNearest(reached(['app/tools/find.ts']), 1.3);
    expect(describeChoice(choice)).toContain('2 of 6 files');
    expect(describeChoice(choice)).toContain('NOT RUN: 4, at a distance of 2 imports or more');
    expect(describeChoice(choice)).toContain('--all');
    expect(describeChoice(chooseNearest(reached(['app/tools/find.ts']), 99))).toContain('All 6 files');
  });
});
