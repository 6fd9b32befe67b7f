import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { protectionOf } from 'devonz-engine-protocol/protected-paths';
import { describe, expect, test } from 'vitest';
import { isKeptOutside } from '../../../project/local-folder/kept-outside.ts';
import { IgnoreTree } from '../../../search/ignore-rules.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';

const SPELLINGS = [
  '.git',
  '.GIT',
  '.Git',
  '.git.',
  '.git ',
  '.git . .',
  'git~1',
  'GIT~1',
  '.git::$INDEX_ALLOCATION',
  '.g\u200cit',
  '\ufeff.git',
  '.gIt...',
];

describe.each(SPELLINGS)('%j is git’s own folder on some disk', (name) => {
  test('in the policy, for the kernel, in a connected folder and for the search', () => {
    expect(isGitFolder(name)).toBe(true);
    for (const path of [name, `${name}/hooks/x`, `sub/${name}/config`]) {
      expect(protectionOf(path)).toBe("it changes git's own files, where hooks can run programs");
      expect(isKeptOutside(path)).toBe(true);
    }
    expect(new IgnoreTree().ignores(`a/${name}`, true)).toBe(true);
    const read = decide(
      { kind: 'command', command: `cat '${name}/config'`, cwd: '' as never, script: null },
      policyContext({ autoApproveCommands: true }),
    );
    expect(read.verdict).toBe('ask');
  });
});

test.each(['git', '.gitignore', '.github', 'git~', 'git~12', '.gitx', 'my.git', '.git-x', 'x.git'])('%s is not', (name) => {
  expect(isGitFolder(name)).toBe(false);
});
