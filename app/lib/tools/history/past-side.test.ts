import { expect, test } from 'vitest';
import { placeNamed } from './past-side.ts';

test('words that fit no step say so, and where the versions are', () => {
  const own = { kind: 'agent' as const, toolName: 'devonz_edit_file', stepsAgo: 1, isInEffect: true, restored: null };
  const places = [{ step: 3, ref: 'change 1', ...own, at: 1, what: 'Wrote a.txt', label: null, files: ['a.txt'] }];
  expect(placeNamed('last edit', places, 'a.txt')).toBe(places[0]);
  expect(placeNamed('last edit', places, 'b.txt')).toMatchObject({
    code: 'not_found',
    message:
      '“last edit” is nothing here: no call of yours has changed b.txt since and left it changed. The list of b.txt shows its versions, each of which can be read and restored.',
  });
  expect(placeNamed('before the redesign', places, 'a.txt')).toMatchObject({
    message: expect.stringContaining('There is no change, task or label'),
  });
});
