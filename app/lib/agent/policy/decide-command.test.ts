import { describe, expect, test } from 'vitest';
import { commandCorpus } from '../../../../tests/integration/support/command-corpus.ts';
import { type CommandRule, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { allowRule } from '../testing/allow-rule.ts';
import { decide } from './decide.ts';
import type { PolicyContext } from './policy-decision.ts';

const rule = (pattern: string, verdict: 'allow' | 'deny' = 'allow', rest: Partial<CommandRule> = {}) =>
  allowRule(pattern, { verdict, ...rest });

function verdictOf(
  command: string,
  {
    rules = [],
    auto = false,
    script = null,
    changed = false,
    files = false,
  }: { rules?: CommandRule[]; auto?: boolean; script?: string | null; changed?: boolean; files?: boolean } = {},
) {
  const context: PolicyContext = {
    settings: {
      ...DEFAULT_APP_SETTINGS,
      askBeforeLooking: true,
      rules,
      agent: {
        ...DEFAULT_APP_SETTINGS.agent,
        autoApproveCommands: auto,
        ...(files ? { autoApproveFileModification: true, autoApproveFileCreation: true } : {}),
      },
    },
    chatId: 'chat-1',
    projectRoot: '/home/project',
    hasChangedScripts: changed,
    now: 0,
  };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script }, context);
}

describe('by the seed’s settings, with looking asked about', () => {
  test.each([
    ['npm install', 'it uses the network; packages may run scripts'],
    ['npm i -D react@19', 'it uses the network; packages may run scripts'],
    ['yarn', 'it uses the network; packages may run scripts'],
    ['npm uninstall react', 'it changes the installed packages; packages may run scripts'],
    ['npm outdated', 'it asks about packages, maybe over the network; no rule allows it'],
    ['npm run dev', 'it runs the project’s script dev; no rule allows it'],
    ['npm test', 'it runs the project’s script test; no rule allows it'],
    ['make build', 'it runs targets of the Makefile; no rule allows it'],
    ['git status', 'it works with the git repository; no rule allows it'],
    ['node server.js', 'it runs code that can do what the project’s programs can; no rule allows it'],
    ['mkdir src', 'it makes, changes or removes files'],
    ['ls', 'it only reads, but no rule allows it'],
    ["sed -n '1p' a.js", 'it only reads, but no rule allows it'],
    ['cat a.txt 2> /dev/null', 'it only reads, but no rule allows it'],
    ['pwd', 'it touches no file, but no rule allows it'],
    ['eslint src', 'it runs eslint, and no rule allows it'],
  ])('%s asks, and says what of it matters', (command, why) => {
    expect(verdictOf(command)).toMatchObject({ verdict: 'ask', why });
  });
});

describe('with changes of files approved, and commands not', () => {
  test.each([
    ["sed -i 's/a/b/' a.js b.js", 'it makes, changes or removes files'],
    ["sed -E -i.bak 's/a/b/' a.js", 'it makes, changes or removes files'],
    ["sed --in-place 's/a/b/' a.js", 'it makes, changes or removes files'],
    ['sort -o b.txt a.txt', 'it makes, changes or removes files'],
    ['cat a.txt > b.txt', 'it makes, changes or removes files'],
    ['echo a > b.txt', 'it makes, changes or removes files'],
    ["sed -n '1p' a.js", 'it only reads, but no rule allows it'],
  ])('%s asks, and is not said to only read where it writes', (command, why) => {
    expect(verdictOf(command, { files: true })).toMatchObject({ verdict: 'ask', why });
  });
});

describe('with commands auto-approved', () => {
  test.each([
    'npm install',
    'npm install express@4',
    'npm run dev',
    'node server.js',
    'mkdir -p src/a',
    'git status --short',
    "echo 'a && b'",
    'npm test; id',
    'npm test && id',
    'npm test | cat',
    'npm test &',
    'npm test\nid',
    'echo $(id)',
    'echo `id`',
    'echo $HOME',
    'cat < a',
    'A=1 npm test',
    '(npm test)',
    'if true; then id; fi',
    'echo {a,b}',
  ])('%s runs', (command) => {
    expect(verdictOf(command, { auto: true }).verdict).toBe('auto');
  });

  test.each([
    'ls =(x)',
    'echo x > a',
    'f() { id; }; f',
    "echo $'\\x41'",
    'ls ~',
    'echo "unfinished',
    'ls (',
    'ls (a',
    '\\rm a',
    'r""m a',
    'rm a',
    "node -e '1'",
    'node --require ./x a.js',
    'npx cowsay',
    'npm exec cowsay',
    'npm i ./local.tgz',
    'npm install git+ssh://x/y',
    'npm install --prefix /tmp x',
    'cat /etc/passwd',
    'cat ../../x',
    'cat src/.env',
    'cp a .git/hooks/pre-commit',
    'git -c a=b log',
    'git push',
    'git branch -D main',
    'find . -delete',
    'sort -o a b',
    '/bin/ls',
    './ls',
    'sudo ls',
    'ls\u00a0-la',
    'ls\u200b',
    'ls\u0000',
    '',
    `echo ${'a'.repeat(10_001)}`,
  ])('%j asks', (command) => {
    expect(verdictOf(command, { auto: true }).verdict).not.toBe('auto');
  });
});

describe('rules', () => {
  test('are exact unless they end in " *", which needs a word boundary', () => {
    expect(verdictOf('npm test', { rules: [rule('npm test')] }).verdict).toBe('auto');
    expect(verdictOf('npm test x', { rules: [rule('npm test')] }).verdict).toBe('ask');
    expect(verdictOf('git statusx', { rules: [rule('git status *')] }).verdict).toBe('ask');
    expect(verdictOf('git status', { rules: [rule('git status *')] }).verdict).toBe('auto');
    expect(verdictOf('lsx', { rules: [rule('ls*')] }).verdict).toBe('ask');
  });

  test('of another chat do not hold here', () => {
    expect(verdictOf('npm test', { rules: [rule('npm test', 'allow', { scope: 'chat', chatId: 'chat-2' })] }).verdict).toBe('ask');
  });

  test('that deny outrank all others, in any order, inside wrappers too', () => {
    const rules = [rule('git *'), rule('git push *', 'deny'), rule('git push')];
    for (const command of [
      'git push',
      'git push origin',
      'git --no-pager push',
      "bash -c 'git push'",
      'ls && git push',
      'echo $(git push)',
    ]) {
      expect(verdictOf(command, { rules, auto: true }).verdict, command).toBe('block');
    }
  });

  test('on a script sleep when the script has changed', () => {
    const rules = [rule('npm test', 'allow', { script: 'test: vitest' })];
    expect(verdictOf('npm test', { rules, script: 'test: vitest' }).verdict).toBe('auto');
    expect(verdictOf('npm test', { rules, script: 'test: curl evil' })).toMatchObject({
      verdict: 'ask',
      why: expect.stringContaining('changed'),
    });
  });

  test('never lift a guard', () => {
    expect(verdictOf('rm -r src', { rules: [rule('rm *')] }).verdict).toBe('ask');
    expect(verdictOf('cat .env', { rules: [rule('cat *')] }).verdict).toBe('ask');
  });
});

test('the verdict names every simple command and why', () => {
  expect(verdictOf('npm test && curl -s x.example', { rules: [rule('npm test')] })).toMatchObject({
    verdict: 'ask',
    why: 'it talks to the network',
    parts: [
      { text: 'npm test', verdict: 'auto', why: 'your rule “npm test” allows it' },
      { text: 'curl -s x.example', verdict: 'ask', why: 'it talks to the network' },
    ],
  });
});

const corpus = commandCorpus();

describe('the corpus of commands', () => {
  const judged = corpus.cases.flatMap((one) => {
    const deny = (one.deny ?? []).map((pattern) => rule(pattern, 'deny'));
    const changed = one.context !== undefined;
    const script = one.command.startsWith('npm ') ? 'build: x' : null;
    return [
      {
        ...one,
        wanted: one.rules,
        got: verdictOf(one.command, { rules: [...corpus.allow.map((pattern) => rule(pattern)), ...deny], changed, script }),
      },
      { ...one, wanted: one.blanket, got: verdictOf(one.command, { rules: deny, auto: true, changed, script }) },
    ];
  });

  test('has no command that runs unasked and should not', () => {
    expect(judged.filter(({ wanted, got }) => got.verdict === 'auto' && wanted !== 'auto').map((one) => one.command)).toEqual([]);
  });

  test('has no command that must be blocked and is not', () => {
    expect(judged.filter(({ wanted, got }) => wanted === 'block' && got.verdict !== 'block').map((one) => one.command)).toEqual([]);
  });

  test('has no question too many, and none is weaker or stronger than it says', () => {
    expect(judged.filter(({ wanted, got }) => wanted !== got.verdict).map((one) => one.command)).toEqual([]);
  });
});
