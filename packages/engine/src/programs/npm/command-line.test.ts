import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

test('options, values and short forms are distinguished from plain words', () => {
  const line = parseCommandLine(['install', '-DE', 'a', '--prefix', 'sub', '--no-save', '--omit=dev', '--omit', 'peer', 'b', '--', '-x']);
  expect(line.positional).toEqual(['install', 'a', 'b']);
  expect(line.rest).toEqual(['-x']);
  expect(['save-dev', 'save-exact', 'save', 'absent'].map((name) => line.isSet(name))).toEqual([true, true, false, false]);
  expect(line.isUnset('save')).toBe(true);
  expect(line.value('prefix')).toBe('sub');
  expect(line.values('omit')).toEqual(['dev', 'peer']);
});

test('when it stops at the first plain word, what follows is the command’s own', () => {
  const line = parseCommandLine(['-y', '-p', 'x', 'tool', '--help', '-y'], true);
  expect(line.positional).toEqual(['tool', '--help', '-y']);
  expect(line.values('package')).toEqual(['x']);
  expect(line.isSet('yes')).toBe(true);
});
