import { expect, test } from 'vitest';
import { builtInPrograms } from '../../../abi/built-in-programs.ts';
import { missingHint } from './missing-hints.ts';

const WANTED =
  'git ssh docker brew apt sudo make gcc java go cargo php ruby python pip psql redis-cli mongod vim google-chrome node-gyp lsof ss zsh fish wget ip man strace mount lscpu chown'.split(
    ' ',
  );

test('a command that cannot be had is followed by what to do instead, which promises nothing that is missing too', () => {
  for (const name of WANTED) expect(missingHint(name), name).toMatch(/: |leave it out/);
  expect(missingHint('git')).not.toMatch(/push it from/);
  expect(missingHint('mistyped')).toBeNull();
});

test('no command that is there is said to be missing', () => {
  for (const name of builtInPrograms.keys()) expect(missingHint(name), name).toBeNull();
});
