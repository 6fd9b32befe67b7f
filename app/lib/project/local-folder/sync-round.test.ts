import { expect, test } from 'vitest';
import type { Decisions } from './decisions.ts';
import { syncRound } from './sync-round.ts';
import { hashOf, MemoryAgreements, MemorySide } from './testing/memory-side.ts';

function pair() {
  const [project, disk, agreements] = [new MemorySide(), new MemorySide(), new MemoryAgreements()];
  const round = (decisions: Decisions = new Map()) =>
    syncRound({
      sides: { project, disk },
      agreements,
      scopeOf: async () => () => true,
      decisions,
      isOver: () => false,
      onStep: () => undefined,
    });
  return { project, disk, agreements, round };
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
  // All else is done meanwhile.
  expect(project.files.get('new.ts')).toBe('new');
  expect(project.files.size).toBe(files + 1 - (isAsked ? 0 : deleted));
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
