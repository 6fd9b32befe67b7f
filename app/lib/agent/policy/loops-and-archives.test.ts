import { describe, expect, test } from 'vitest';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { policyContext } from '../testing/policy-context.ts';
import { decide } from './decide.ts';

const verdict = (command: string, hasFileWall = true) =>
  decide(
    { kind: 'command', command, cwd: toWorkspacePath(''), script: null },
    policyContext({ autoApproveCommands: true, autoApproveFileModification: true }, { hasFileWall }),
  ).verdict;

describe('a loop over a known list is judged for each of its words', () => {
  test.each([
    'for f in src/*.ts; do wc -l "$f"; done',
    'for f in src/*.ts src/*.css; do head -3 "$f"; done',
    'for f in a.ts b.ts; do cat $f; done',
    'for d in src docs; do ls "$d"; done',
    'for f in a.ts b.ts; do [ "$f" = a.ts ] && cat "$f"; done',
    'for f in a.ts b.ts; do echo "f: $f"; cat "$f"; done',
    'for f in src/*.ts; do echo "$f"; wc -l "${f}" | tail -1; done',
    'for f in src/*.ts; do for g in a.ts b.ts; do diff "$f" "$g"; done; done',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('auto');
    expect(verdict(command, false)).toBe('auto');
  });

  test.each([
    'for f in .env a.ts; do cat "$f"; done',
    'for f in a.ts .env; do cat "$f"; done',
    'for f in .e*; do cat "$f"; done',
    'for f in ../x; do cat "$f"; done',
    'for f in {a,../../etc/passwd}; do cat "$f"; done',
    'for f in $(ls); do cat "$f"; done',
    'for f in src/*.ts; do cat $f; done',
    'for f in a.ts; do f=.env; cat "$f"; done',
    'for f in a.ts; do : ${f:=.env}; cat "$f"; done',
    'for f in a.ts; do : ${f=.env}; cat "$f"; done',
    'for f in a.ts; do read f; cat "$f"; done',
    'for f in a.ts; do printf -v f .env; cat "$f"; done',
    'for f in a.ts; do for f in .env; do :; done; cat "$f"; done',
    'for f in a.ts; do eval "f=.env"; cat "$f"; done',
    'for f in a.ts; do . ./x; cat "$f"; done',
    'for f in a b; do rm "$f"; done',
    'for f in rm; do "$f" -rf src; done',
    'for f in a b c d e f g h i; do cat "$f"; done',
    'for f in a.ts; do cat "$f"; done; f=.env; cat "$f"',
    'for f; do cat "$f"; done',
    'for f in a.ts; do cat "$f$g"; done',
    'for f in AGENTS.md; do touch "$f"; done',
    'for f in -o; do sort "$f" .vscode/x y; done',
    'for f in a.ts; do r\\ead f; cat "$f"; done < list',
    'for f in a.ts; do re""ad f; cat "$f"; done < list',
    "for f in a.ts; do 'rea'd 'f'; cat \"$f\"; done < list",
    'for f in a.ts; do re\\\nad f; cat "$f"; done < list',
    'for f in a.ts; do command r\\ead f; cat "$f"; done < list',
    'for f in a.ts; do builtin "r"ead f; cat "$f"; done < list',
    'for f in a.ts; do for \\\nf in .env; do :; done; cat "$f"; done',
    'for f in a.ts; do "printf" "-v" f .env; cat "$f"; done',
    'for f in a.ts; do m\\apfile f; cat "$f"; done < list',
    'for f in a.ts; do g""etopts x f; cat "$f"; done',
    'for _ in a.ts; do : .env; cat "$_"; done',
    'for MATCH in a.ts; do [[ .env =~ .* ]]; cat "$MATCH"; done',
    'for REPLY in a.ts; do cat "$REPLY"; done',
  ])('%s still asks', (command) => {
    expect(verdict(command)).not.toBe('auto');
    expect(verdict(command, false)).not.toBe('auto');
  });
});

describe('an archive may be listed', () => {
  test.each([
    'tar tf a.tar',
    'tar tvf a.tar',
    'tar -tf a.tar',
    'tar -tzf a.tgz',
    'tar --list --file=a.tar',
    'unzip -l a.zip',
    'unzip -v a.zip',
    'zipinfo a.zip',
    'jar tf a.jar',
    '7z l a.7z',
    'gzip -l a.gz',
    'xz -l a.xz',
    'ar t a.a',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('auto');
  });

  test.each([
    'tar xf a.tar',
    'tar cf a.tar src',
    'tar -xf a.tar',
    'tar a.tar',
    'tar tf a.tar --to-command=x',
    'tar tf a.tar --checkpoint=1 --checkpoint-action=exec=x',
    'tar -tf a.tar -I x',
    'tar tf host:a.tar',
    'tar tIf x a.tar',
    'tar -t -x -f a.tar',
    'tar xtf a.tar',
    'unzip a.zip',
    'unzip -p a.zip x',
    'unzip -l a.zip -d x',
    'unzip -lo a.zip',
    'gzip a',
    'xz a',
    'gzip -dl a.gz',
    '7z x a.7z',
    'ar x a.a',
    'jar xf a.jar',
    'tar tf .env.tar',
    'tar tf ../a.tar',
  ])('%s still asks', (command) => {
    expect(verdict(command)).toBe('ask');
  });
});

test('node --run is a script as npm run is, and nothing more', () => {
  expect(verdict('node --run test')).toBe('auto');
  expect(verdict('node --run=test')).toBe('auto');
  for (const command of [
    'node --run test -e 1',
    'node -r x --run test',
    'node --run',
    'node --run "$x"',
    'node --run deploy',
    'node --import x --run test',
  ])
    expect(verdict(command), command).toBe('ask');
});

test('what looks through all of the history, or runs code given to it, asks on a host without a wall', () => {
  for (const command of ['git log -S KEY -p', 'git log -SKEY', 'git log -G sk_ --oneline', 'git diff -S x', 'git show -G x HEAD'])
    expect(verdict(command, false), command).toBe('ask');
  expect(verdict('git log -S useState -- src/App.tsx', false)).toBe('auto');
  for (const command of ["exiftool -if '1' a.jpg", "mlr put 'x' a.csv"])
    for (const wall of [true, false]) expect(verdict(command, wall)).toBe('ask');
});
