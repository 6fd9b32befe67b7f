import { describe, expect, test } from 'vitest';
import type { Agreement } from '../../persistence/folder-store.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { planSync } from './plan-sync.ts';
import { hashOf } from './testing/memory-side.ts';

const [OLD, MINE, THEIRS] = [hashOf('old'), hashOf('mine'), hashOf('theirs')];

function planned(project: ContentHash | null, disk: ContentHash | null, agreement: Agreement | null, isInScope = true) {
  const listing = (hash: ContentHash | null) => ({ files: new Map(hash === null ? [] : [['a.ts', hash]]), left: new Map() });
  return planSync({
    project: listing(project),
    disk: listing(disk),
    agreements: new Map(agreement === null ? [] : [['a.ts', agreement]]),
    isInScope: () => isInScope,
  });
}

describe('the comparison of both sides', () => {
  test.each([
    ['the project changed it', MINE, OLD, { to: 'disk', hash: MINE, replaces: OLD }],
    ['the disk changed it', OLD, THEIRS, { to: 'project', hash: THEIRS, replaces: OLD }],
    ['the project deleted it', null, OLD, { to: 'disk', hash: null, replaces: OLD }],
    ['the disk deleted it', OLD, null, { to: 'project', hash: null, replaces: OLD }],
  ])('where only one side changed a file the other one follows: %s', (_title, project, disk, step) => {
    expect(planned(project, disk, { hash: OLD })).toMatchObject({ steps: [{ path: 'a.ts', ...step }], conflicts: [] });
  });

  test.each([
    ['both changed it', MINE, THEIRS, { hash: OLD }],
    ['the project deleted what the disk changed', null, THEIRS, { hash: OLD }],
    ['the disk deleted what the project changed', MINE, null, { hash: OLD }],
    ['both have it and have never met', MINE, THEIRS, null],
  ])('is a conflict, and nothing is done, where %s', (_title, project, disk, agreement) => {
    expect(planned(project, disk, agreement)).toMatchObject({ steps: [], conflicts: [{ path: 'a.ts', project, disk }] });
  });

  test('what both changed in the same way is agreed on', () => {
    expect(planned(MINE, MINE, { hash: OLD })).toMatchObject({ steps: [], conflicts: [], agreed: new Map([['a.ts', { hash: MINE }]]) });
    expect(planned(null, null, { hash: OLD }).agreed).toEqual(new Map([['a.ts', null]]));
  });

  test('what is not in scope any more is not taken for deleted, and what is in the way of being kept equal is said', () => {
    expect(planned(OLD, null, { hash: OLD }, false)).toMatchObject({ steps: [], conflicts: [], agreed: new Map([['a.ts', null]]) });
    const disk = { files: new Map(), left: new Map([['a.ts', 'It is larger than 10 MB.']]) };
    const project = { files: new Map([['a.ts', OLD]]), left: new Map() };
    const agreements = new Map([['a.ts', { hash: OLD }]]);
    expect(planSync({ project, disk, agreements, isInScope: () => true })).toMatchObject({
      steps: [],
      left: [{ path: 'a.ts', why: 'It is larger than 10 MB.' }],
    });
  });
});

describe('after a copy that was cut off', () => {
  const cutOff: Agreement = { hash: OLD, intent: { side: 'disk', hash: MINE } };

  test('a file that had been written is no conflict, although the project has changed since', () => {
    expect(planned(THEIRS, MINE, cutOff)).toMatchObject({ steps: [{ to: 'disk', hash: THEIRS, replaces: MINE }], conflicts: [] });
  });

  test('a file that had not been written is written', () => {
    expect(planned(MINE, OLD, cutOff)).toMatchObject({ steps: [{ to: 'disk', hash: MINE, replaces: OLD }], conflicts: [] });
  });

  test('what is neither is a conflict, also where the project is as it was', () => {
    expect(planned(OLD, THEIRS, cutOff)).toMatchObject({ steps: [], conflicts: [{ project: OLD, disk: THEIRS }] });
  });
});
