import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEEP_PARTS, isSourceOf, isTestOf } from '../../../scripts/testing/deep-parts.mjs';
import { hashOf, sourceFiles } from '../../../scripts/testing/proof.mjs';
import { groupsOf, type QueuedJob, runQueue } from '../../../scripts/testing/queue.mjs';
import { planRepeats } from '../../../scripts/testing/steady.mjs';

/** Runs the jobs without a clock: `ends` chooses which one ends next. Returns which jobs overlapped, and the order in which they began. */
async function playQueue(jobs: readonly QueuedJob[], lanes: number, ends: (count: number) => number) {
  const running = new Map<string, () => void>();
  const begun: string[] = [];
  const beside: string[][] = [];
  let isOver = false;
  const queue = runQueue(jobs, lanes, ({ name }) => {
    begun.push(name);
    const ended = new Promise<void>((resolve) => running.set(name, resolve));
    beside.push([...running.keys()]);
    return ended;
  }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const names = [...running.keys()];
    const name = names[ends(names.length)] ?? '';
    const end = running.get(name);
    running.delete(name);
    end?.();
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  }
  await queue;
  return { begun, beside };
}

describe('the queue of a whole run', () => {
  const job = fc.record({
    seconds: fc.nat(100),
    lanes: fc.integer({ min: 1, max: 4 }),
    isAlone: fc.boolean(),
    needs: fc.array(fc.nat(20)),
  });

  test('runs each job once, after what it needs, within its lanes, and alone what must be', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(job, { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        async (made, lanes, draws) => {
          // Only on earlier jobs, so that none waits for itself.
          const jobs = made.map(({ needs, ...rest }, index) => ({
            ...rest,
            name: `job ${index}`,
            needs: index === 0 ? [] : [...new Set(needs.map((one) => `job ${one % index}`))],
          }));
          const widthOf = (name: string) => {
            const found = jobs.find((one) => one.name === name);
            return Math.min(found?.isAlone ? lanes : (found?.lanes ?? 1), lanes);
          };
          const { begun, beside } = await playQueue(jobs, lanes, (count) => (count === 0 ? 0 : (draws.next().value ?? 0) % count));
          expect(begun.toSorted()).toEqual(jobs.map(({ name }) => name).toSorted());
          for (const { name, needs } of jobs) for (const need of needs) expect(begun.indexOf(need)).toBeLessThan(begun.indexOf(name));
          for (const names of beside) {
            expect(names.reduce((sum, name) => sum + widthOf(name), 0)).toBeLessThanOrEqual(lanes);
            if (names.some((name) => jobs.find((one) => one.name === name)?.isAlone)) expect(names).toHaveLength(1);
          }
        },
      ),
    );
  });

  test('begins with the longest that is ready, and keeps for the end what must be alone', async () => {
    const jobs = [
      { name: 'alone', seconds: 500, isAlone: true },
      { name: 'short', seconds: 1 },
      { name: 'long', seconds: 9, needs: ['build'] },
      { name: 'build', seconds: 3 },
    ];
    expect((await playQueue(jobs, 1, () => 0)).begun).toEqual(['build', 'long', 'short', 'alone']);
  });

  test('says which jobs wait for each other', async () => {
    const jobs = [
      { name: 'a', seconds: 1, needs: ['b'] },
      { name: 'b', seconds: 1, needs: ['a'] },
    ];
    await expect(runQueue(jobs, 2, () => Promise.resolve())).rejects.toThrow('Jobs wait for each other: a, b');
  });

  test('shares files among groups of about the same length, and loses none', () => {
    const files = [9, 7, 5, 3, 3, 1].map((seconds, index) => ({ file: `f${index}`, seconds }));
    const groups = groupsOf(files, 2);
    expect(groups.map(({ seconds }) => seconds)).toEqual([15, 13]);
    expect(groups.flatMap((group) => group.files).toSorted()).toEqual(files.map(({ file }) => file));
    expect(groupsOf([], 3)).toEqual([]);
  });
});

test('new and changed end-to-end tests are repeated up to twenty times within their time, the quick first, and what finds no time is named', () => {
  const files = [30, 2, 5].map((seconds, index) => ({ file: `f${index}`, seconds }));
  expect(planRepeats(files, 400)).toEqual({ files: ['f1', 'f2', 'f0'], times: 10, leftOut: [] });
  expect(planRepeats(files, 100)).toEqual({ files: ['f1', 'f2'], times: 14, leftOut: ['f0'] });
  expect(planRepeats(files.slice(1), 1_000)).toEqual({ files: ['f1', 'f2'], times: 20, leftOut: [] });
  expect(planRepeats([], 100)).toEqual({ files: [], times: 0, leftOut: [] });
});

describe('the deep parts', () => {
  const files = sourceFiles();

  test('name files and folders that exist, and each has tests', () => {
    for (const part of DEEP_PARTS) {
      for (const place of [...part.tests, ...part.sources]) expect(`${place} ${existsSync(place)}`).toBe(`${place} true`);
      expect(files.some((file) => isTestOf(part, file))).toBe(true);
    }
  });

  test('have no test in common', () => {
    const tests = files.filter((file) => /\.(?:test|spec)\.ts$/.test(file));
    expect(tests.filter((file) => DEEP_PARTS.filter((part) => isTestOf(part, file)).length > 1)).toEqual([]);
  });

  test('have the helpers of their end-to-end tests among their sources', () => {
    const helpersOf = (file: string): string[] => {
      const near = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
        posix.join(posix.dirname(file), path),
      );
      return near.filter((path) => path.startsWith('tests/'));
    };
    const missing = DEEP_PARTS.flatMap((part) => {
      const found = new Set(files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file) && isTestOf(part, file)));
      for (const file of found) for (const helper of helpersOf(file)) found.add(helper);
      return [...found].filter((file) => !isSourceOf(part, file)).map((file) => `${part.name}: ${file}`);
    });
    expect(missing).toEqual([]);
  });

  test('run again when a source or a test of theirs changes, appears or goes, and not when another does', () => {
    const part = { name: 'a', runner: 'end-to-end' as const, tests: ['tests/a/'], sources: ['app/a/', 'one.json'] };
    const texts = new Map([
      ['app/a/x.ts', '1'],
      ['app/ab.ts', '2'],
      ['one.json', '3'],
      ['tests/a/a.spec.ts', '4'],
    ]);
    const hash = (changes: Readonly<Record<string, string | null>> = {}) => {
      const all = new Map<string, string | null>([...texts, ...Object.entries(changes)]);
      const there = [...all].filter(([, text]) => text !== null).map(([file]) => file);
      return hashOf(part, there, (file) => all.get(file) ?? '');
    };
    expect(hash({ 'app/ab.ts': 'other', 'app/b.ts': 'new' })).toBe(hash());
    for (const change of [{ 'app/a/x.ts': 'other' }, { 'app/a/y.ts': '' }, { 'one.json': null }, { 'tests/a/a.spec.ts': 'other' }])
      expect(hash(change)).not.toBe(hash());
    expect(isSourceOf(part, 'app/ab.ts')).toBe(false);
    // Another part's unit test.
    expect(isSourceOf(part, 'app/a/x.test.ts')).toBe(false);
  });
});
