import { expect, test } from 'vitest';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';

/** Returns the reason for a command with auto-approved commands and file changes, and these paths locked. */
function whyOf(command: string, lockedPaths: readonly string[] = []): string {
  const context = policyContext(
    { autoApproveCommands: true, autoApproveFileModification: true },
    { lockedPaths: lockedPaths.map((path) => toWorkspacePath(path)).filter((path) => path !== null) },
  );
  const { verdict, why } = decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
  return verdict === 'auto' ? 'free' : why;
}

test('a command that writes what is locked asks, and reading it is free', () => {
  expect(whyOf('echo x > src/a.ts')).toBe('free');
  expect(whyOf('echo x > src/a.ts', ['src/a.ts'])).toBe('you have locked src/a.ts');
  expect(whyOf('echo x > src/a.ts', ['src'])).toBe('you have locked src');
  expect(whyOf('echo x > lib/a.ts', ['src'])).toBe('free');
  expect(whyOf('cat src/a.ts', ['src'])).toBe('free');
  expect(whyOf('cp a.ts src/a.ts', ['src'])).toBe('you have locked src');
  expect(whyOf('tee src/*.ts', ['src'])).toBe('you have locked src');
  expect(whyOf('tee *.ts', ['src'])).toBe('you have locked src');
  expect(whyOf('touch src/new.ts', ['src'])).toBe('you have locked src');
});

test('a program that nothing is known of asks where one of its words is locked', () => {
  expect(whyOf('prettier-x src/a.ts', ['src/a.ts'])).toBe('it may change src/a.ts, which you have locked');
  expect(whyOf('prettier-x .', ['src/a.ts'])).toBe('free');
  expect(whyOf('prettier-x lib', ['src/a.ts'])).toBe('free');
});

test.each([
  ['cp -r src dist', 'free'],
  ['cp -r . dist', 'it reads every file below, also those that may hold keys'],
  ['cp -a lib dist', 'free'],
  ['cp --recursive other dist', 'it reads every file below, also those that may hold keys'],
  ['cp a.txt b.txt', 'free'],
  ['mv a.txt b.txt', 'free'],
  ['printf "%s" x', 'free'],
  ['printf', 'free'],
  ['printf -v x y', 'it sets a variable'],
  ['npm run', 'free'],
  ['npm run --if-present lint', 'free'],
  ['npm run --foo lint', 'its flags change what runs'],
  ['npm run env', 'it prints the environment, which may hold keys'],
  ['bun run src/a.ts', 'free'],
  ['npm view x --json', 'free'],
  ['npm ls --foo', 'its flag --foo can change where it looks'],
  ['npm audit --json', 'free'],
  ['npm audit x', 'x is not known here'],
  ['npm audit $x', 'a word in it is only known when it runs'],
  ['npm i $x', 'a word in it is only known when it runs'],
  ['npm run $x', 'a word in it is only known when it runs'],
  ['npm test $x', 'a word in it is only known when it runs'],
  ['npm $x', 'a word in it is only known when it runs'],
  ['npm --version x', 'its flags change what runs'],
  ['npm --silent', 'its flags change what runs'],
  ['npm', 'free'],
  ['npm init -y', 'free'],
  ['npm init --yes x', 'it downloads and runs a package'],
  ['bun upgrade', 'upgrade of a package manager reaches outside or runs other programs'],
  ['npm foo', 'foo of a package manager reaches outside or runs other programs'],
  ['yarn foo', 'foo may be no script of the project: then a package of that name is downloaded and run'],
  ['yarn build', 'free'],
  ['pnpm test:unit', 'free'],
  ['pnpm -F app test', 'free'],
  ['git', 'free'],
  ['git $x', 'a word in it is only known when it runs'],
  ['git --no-pager -P log', 'free'],
  ['git -c a=b log', "git's options before its command can run programs or name another repository"],
  ['git foo', 'git foo is not known here: it may be an alias, or a program of its own'],
  ['git statusx', 'free'],
  ['git statusx y', 'git statusx is not known here: it may be an alias, or a program of its own'],
  ['git checkout -b x', 'free'],
  ['git checkout -b x main', 'free'],
  ['git checkout -b x main y', 'it may discard changes of files'],
  ['git config --get user.name', 'free'],
  ['git config user.name x', "it shows or changes git's settings, which can hold passwords and run programs"],
  ['git stash list', 'free'],
  ['git stash', 'it can discard work or reach outside'],
  ['git submodule', 'free'],
  ['python3 -m pytest -q', 'free'],
  ['python3 -m x', 'it runs code given on its command line, or with flags that load code'],
  ['python3 -m $x', 'it runs code given on its command line, or with flags that load code'],
  ['node $x', 'a word in it is only known when it runs'],
  ['node a.js $x', 'a word in it is only known when it runs'],
  ['node *.js', 'a word in it is only known when it runs'],
  ['node --no-warnings', 'it runs code given on its command line, or with flags that load code'],
  ['node /dev/stdin', 'it runs code given on its command line, or with flags that load code'],
])('of %s is said: %s', (command, why) => {
  expect(whyOf(command)).toBe(why);
});
