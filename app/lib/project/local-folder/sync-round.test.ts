import { expect, test } from 'vitest';
import type { Decisions } from './decisions.ts';
import { createDeletionGuard } from './deletion-guard.ts';
import { syncRound } from './sync-round.ts';
import { hashOf, MemoryAgreements, MemorySide } from './testing/memory-side.ts';

function pair() {
  const [project, disk, agreements] = [new MemorySide(), new MemorySide(), new MemoryAgreements()];
  let now = 0;
  const guard = createDeletionGuard(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const round = (decisions: Decisions = new Map()) =>
    syncRound({
      sides: { project, disk },
      agreements,
      scopeOf: async () => () => true,
      decisions,
      guard,
      isOver: () => false,
      onStep: () => undefined,
    });
  return { project, disk, agreements, round, pass };
}

test.each([
  ['more than twenty of many', 100, 21, true],
  ['twenty of many', 100, 20, false],
  ['more than half of few', 5, 3, true],
  ['half of few', 6, 3, false],
  ['the only file', 1, 1, false],
])('before %s are deleted on the other side as well the user is asked: %i files, %i deleted', async (_title, files, deleted, isAsked) => {
  const { project, disk, round } = pair();
  for (let index = 0; index < files; index++) project.files.set(`${index}.ts`, `text ${index}`);
  await round();
  for (let index = 0; index < deleted; index++) disk.files.delete(`${index}.ts`);
  disk.files.set('new.ts', 'new');
  const result = await round();
  expect(result.deletions.map(({ from, paths }) => [from, paths.length])).toEqual(isAsked ? [['project', deleted]] : []);
  // All other files are synchronised meanwhile.
  expect(project.files.get('new.ts')).toBe('new');
  expect(project.files.size).toBe(files + 1 - (isAsked ? 0 : deleted));
});

test('deletions that come one by one are many as well, once so many have come within minutes', async () => {
  const { project, disk, round, pass } = pair();
  for (let index = 0; index < 100; index++) project.files.set(`${index}.ts`, `text ${index}`);
  await round();
  const deleteOne = async (index: number) => {
    disk.files.delete(`${index}.ts`);
    pass(1_000);
    return (await round()).deletions;
  };
  for (let index = 0; index < 20; index++) expect(await deleteOne(index)).toEqual([]);
  expect(await deleteOne(20)).toEqual([{ from: 'project', paths: ['20.ts'] }]);
  expect(await deleteOne(21)).toEqual([{ from: 'project', paths: ['20.ts', '21.ts'] }]);
  expect(project.files.size).toBe(80);
  // After a confirmation, counting starts from zero.
  const confirmed = ['20.ts', '21.ts'].map((path, index) => {
    const shown = { path, project: hashOf(`text ${20 + index}`), disk: null };
    return [path, { keep: 'disk' as const, shown }] as const;
  });
  expect((await round(new Map(confirmed))).deletions).toEqual([]);
  expect(await deleteOne(22)).toEqual([]);
  expect(project.files.size).toBe(77);
});

test('deletions of hours are not added up, and one that cannot be done yet counts once', async () => {
  const { project, disk, round, pass } = pair();
  for (let index = 0; index < 100; index++) project.files.set(`${index}.ts`, `text ${index}`);
  await round();
  for (let index = 0; index < 40; index++) {
    disk.files.delete(`${index}.ts`);
    pass(60_000);
    expect((await round()).deletions).toEqual([]);
  }
  project.removable = false;
  disk.files.delete('99.ts');
  for (let count = 0; count < 30; count++) expect((await round()).deletions).toEqual([]);
});

test('a folder that was renamed is no question: what was in it is there under another name', async () => {
  const { project, disk, round } = pair();
  for (let index = 0; index < 30; index++) project.files.set(`old/${index}.ts`, `text ${index}`);
  await round();
  for (let index = 0; index < 30; index++) {
    project.files.delete(`old/${index}.ts`);
    project.files.set(`new/${index}.ts`, `text ${index}`);
  }
  expect((await round()).deletions).toEqual([]);
  expect([...disk.files].sort()).toEqual([...project.files].sort());
});

test('deletions that the user does not want are taken back, and those that are confirmed are done', async () => {
  const { project, disk, round } = pair();
  for (const path of ['a', 'b', 'c', 'd']) project.files.set(path, path);
  await round();
  disk.files.clear();
  const [asked] = (await round()).deletions;
  expect(asked).toEqual({ from: 'project', paths: ['a', 'b', 'c', 'd'] });
  const shown = (path: string) => ({ path, project: hashOf(path), disk: null });
  await round(
    new Map([
      ['a', { keep: 'project', shown: shown('a') }],
      ['b', { keep: 'disk', shown: shown('b') }],
      ['c', { keep: 'disk', shown: shown('c') }],
      ['d', { keep: 'project', shown: shown('d') }],
    ]),
  );
  expect([...project.files.keys()]).toEqual(['a', 'd']);
  expect([...disk.files.keys()]).toEqual(['a', 'd']);
});

test('a decision about versions that are no longer there does not count', async () => {
  const { project, disk, round } = pair();
  project.files.set('a', 'mine');
  disk.files.set('a', 'theirs');
  const [shown] = (await round()).conflicts;
  if (shown === undefined) throw new Error('both have another a');
  disk.files.set('a', 'newer');
  const decisions: Decisions = new Map([['a', { keep: 'project', shown }]]);
  expect((await round(decisions)).conflicts).toEqual([{ ...shown, disk: hashOf('newer') }]);
  expect(disk.files.get('a')).toBe('newer');
});

test('what one side refuses is said with its reason, and all else is done', async () => {
  const { project, disk, round } = pair();
  disk.refused.add('aux');
  project.files.set('aux', 'x').set('b', 'b');
  const result = await round();
  expect(result).toMatchObject({ left: [{ path: 'aux', why: 'It is not taken here.' }], done: { disk: 1 } });
  expect([...disk.files.keys()]).toEqual(['b']);
  expect(project.files.get('aux')).toBe('x');
});
