import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { globMatcher } from '../../../app/lib/search/glob-pattern.ts';
import { DEEP_PARTS, isTestOf } from '../../../scripts/testing/deep-parts.mjs';
import { tierOf } from '../../../scripts/testing/tiers.ts';
import { decisionOf, readDecisionRows } from '../../seeds/decision-rows.ts';
import { findTests } from '../../seeds/find-tests.ts';
import { renderTiers } from '../../seeds/render-tiers.ts';
import { faultsOf, readTierRows, rowOf } from '../../seeds/tier-rows.ts';

/** The tests of the whole repository, read once. */
const tests = findTests();
const files = [...new Set(tests.map(({ file }) => file))];
const rows = readTierRows(tests);

describe('what is proven', () => {
  test('every requirement with tests, every threat and every decision has a test that something runs', () => {
    expect(faultsOf(rows)).toEqual([]);
    for (const kind of ['requirement', 'threat', 'decision']) {
      expect(rows.filter((row) => row.kind === kind).length, kind).toBeGreaterThan(50);
    }
  });

  test('every decision ends with one to four tests that exist, or says why there is none', () => {
    const wrong = readDecisionRows().filter(({ files: named, exception }) =>
      exception === null ? named.length === 0 || named.length > 4 || named.some((file) => !files.includes(file)) : named.length > 0,
    );
    expect(wrong.map(({ id, files: named }) => `${id}: ${named.filter((file) => !files.includes(file)).join(', ')}`)).toEqual([]);
  });

  test('every test of ours is run by something', () => {
    expect(files.filter((file) => tierOf(file) === null && !file.startsWith('tests/fixtures/'))).toEqual([]);
  });

  test('docs/test-tiers.md says so; `npm run tiers` writes it again', () => {
    expect(readFileSync('docs/test-tiers.md', 'utf8')).toBe(renderTiers(rows));
  });
});

describe('a file of tests', () => {
  test.each([
    ['app/lib/frames/on-frame.test.ts', 'land'],
    ['packages/engine-protocol/src/machine/x.test.ts', 'land'],
    ['packages/engine/src/host/files.test.ts', 'engine'],
    ['tests/integration/house/x.test.tsx', 'land'],
    ['tests/e2e/models/keys.spec.ts', 'land'],
    ['tests/e2e/looks/looks.spec.ts', 'looks'],
    ['tests/e2e/budget.spec.ts', 'measured'],
    ['tests/conformance/tools/vite.test.ts', 'conformance'],
    ['tests/conformance/harness/agent-page.ts', null],
    ['tests/e2e/support/run-agent.ts', null],
    ['tests/crash/x.test.ts', null],
    ['scripts/x.test.ts', null],
  ])('%s is of the tier %s', (file, tier) => {
    expect(tierOf(file)).toBe(tier);
  });

  test('that Playwright runs for itself is of a part that does so: no group of other files would run it', () => {
    const isApart = globMatcher(
      [...readFileSync('playwright.config.ts', 'utf8').matchAll(/'(\*\*\/[^']+)'/g)].map(([, glob]) => glob).join(','),
    );
    const parts = DEEP_PARTS.filter(({ runner }) => runner === 'measured' || runner === 'looks');
    const specs = files.filter((file) => file.startsWith('tests/e2e/'));
    expect(specs.filter(isApart)).toEqual(specs.filter((file) => parts.some((part) => isTestOf(part, file))));
    expect(specs.filter(isApart).length).toBeGreaterThan(3);
  });

  test('the sources of each deep part exist: a mistyped one would never make it run', () => {
    const named = DEEP_PARTS.flatMap(({ name, tests: own, sources }) => [...own, ...sources].map((place) => ({ name, place })));
    expect(named.filter(({ place }) => !existsSync(place))).toEqual([]);
  });

  test('each deep part is the tier of a test', () => {
    const tiers = new Set(files.map(tierOf));
    // Its projects are third-party programs listed in a table; the adjacent tests always run.
    const isTier = ({ name }: { name: string }) => tiers.has(name) || name === 'strangers';
    expect(DEEP_PARTS.filter((part) => !isTier(part)).map(({ name }) => name)).toEqual([]);
  });
});

test('a row whose tests nothing runs is a fault, and so is one without tests and without a reason', () => {
  const lost = rowOf('threat', 'x', new Set(['scripts/x.test.ts']));
  const half = rowOf('threat', 'y', new Set(['scripts/x.test.ts', 'tests/e2e/budget.spec.ts']));
  const none = rowOf('decision', '0001 z', new Set());
  expect(faultsOf([lost, half, none])).toEqual(['threat x: nothing runs scripts/x.test.ts', 'decision 0001 z: no test']);
  expect(faultsOf([rowOf('decision', '0001 z', new Set(), 'nothing of it can be seen')])).toEqual([]);
  expect(half.tiers).toEqual(['measured']);
});

test('the last line of a decision names its tests, and no other line does', () => {
  const head = '# 0001 A title\n\nDate: 2026-11-22 · Status: accepted\n\n';
  const tested = decisionOf(`${head}Text.\n\nTests: \`a.test.ts\`, \`b.spec.ts\`\n`);
  expect(tested).toEqual({ id: '0001', title: 'A title', files: ['a.test.ts', 'b.spec.ts'], exception: null });
  expect(decisionOf(`${head}Tests: none, for nothing of it can be seen.\n`)).toMatchObject({
    files: [],
    exception: 'nothing of it can be seen',
  });
  expect(decisionOf(`${head}Tests: \`a.test.ts\`\n\nText of \`b.ts\`.\n`)).toMatchObject({ files: [], exception: null });
});
