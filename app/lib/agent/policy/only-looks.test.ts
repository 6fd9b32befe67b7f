import { describe, expect, test } from 'vitest';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { policyContext } from '../testing/policy-context.ts';
import { decide } from './decide.ts';
import type { PolicyContext } from './policy-decision.ts';

function decided(command: string, rest: Partial<PolicyContext> = {}) {
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, policyContext({}, rest));
}

const LOOKS = [
  'ls',
  'pwd',
  'cat package.json',
  'cat src/main.ts | head -20',
  'head -n 40 src/App.tsx',
  "sed -n '1,40p' src/App.tsx",
  'wc -l src/a.ts src/b.ts',
  'cd src && ls && cat index.ts',
  'cd src',
  'cd ./packages/a/src',
  'cd src && cd ..',
  'cd packages || cd src',
  'grep -rn TODO src',
  'rg useState src',
  'find . -name "*.test.ts"',
  'find src -type f | sort | head',
  'tree -L 2 src',
  'ls 2>/dev/null; echo done',
  'ls dist 2>&1 | tail -5',
  'cat README.md && echo --- && cat package.json',
  'which node && node --version',
  'jq .scripts package.json',
  'diff src/a.ts src/b.ts',
  'time ls',
  '[ -f package.json ] && cat package.json',
  'sort src/words.txt | uniq -c',
  'sleep 5',
  'sleep 0.5 && ls',
];

describe('a command that only looks runs unasked by default', () => {
  test.each(LOOKS)('%s', (command) => {
    for (const hasFileWall of [true, false]) {
      expect(decided(command, { hasFileWall })).toMatchObject({ verdict: 'auto', why: expect.stringMatching(/only looks|runs nothing/) });
      const settings = { ...policyContext().settings, askBeforeLooking: true };
      expect(decided(command, { hasFileWall, settings }).verdict).toBe('ask');
    }
  });

  test.each([
    'ls -la src',
    'ls -S',
    'stat package.json',
    'du -sh src',
    'find . -size +3c',
    'find . -newer a',
    'tree -h',
    'git status',
    'git log --oneline -5',
    'git branch -a',
    'git status --short && git log -3 --stat',
  ])('%s, where the engine answers it', (command) => {
    expect(decided(command).verdict).toBe('auto');
    expect(decided(command, { hasFileWall: false }).verdict).toBe('ask');
  });
});

/** Each of these changes, starts, reaches or reveals something, or is not fully known in advance. */
const MORE = [
  'cat .env',
  'cat .en*',
  'cat /etc/passwd',
  'cat ../x',
  'cat ~/.bashrc',
  'xxd a.bin -i',
  'xxd a.bin b.txt',
  'POSIXLY_CORRECT=1 head a -n b',
  'ls > files.txt',
  'cat a.ts >> b.ts',
  'cat "$x"',
  'cat $(ls)',
  'ls $(touch x)',
  'ls; touch x',
  'ls && npm test',
  'ls | xargs rm',
  'ls | xargs cat',
  'find . -delete',
  'find . -exec rm {} +',
  'find . -fprint x',
  'sed -i s/a/b/ src/a.ts',
  "sed 's/a/b/w x' src/a.ts",
  'sort -o a a',
  'uniq a b',
  'xxd a b',
  'tail -f log.txt',
  'tail --follow log.txt',
  'less README.md',
  "awk '{print $1}' a.txt",
  'env',
  'printenv',
  'export X=1; ls',
  'X=1 ls',
  'PATH=. ls',
  'x=1; ls',
  './ls',
  'ls &>x',
  'rg --pre cat x src',
  'rg x -z src',
  'tree -o x',
  'date -s 1; ls',
  'echo hi',
  'sleep infinity',
  'sleep 5 &>x',
  'true',
  'cd',
  'cd -',
  'cd ..',
  'cd ~',
  'cd /etc',
  'cd src/../..',
  'cd $X',
  'cd s*',
  'cd src > a.txt',
  'X=1 cd src',
  'cd src || rm x',
  'cd src && npm install',
  'CDPATH=/ cd etc',
  'tsc; ls',
  'bash -c ls',
  'sh -c "cat a.ts"',
  'eval ls',
  'node -e 1',
  'node --version x.js',
  'npx tsc --version',
  'git log -p',
  'git log -S key',
  'git log -G key',
  'git log -U3',
  'git diff',
  'git show',
  'git branch x',
  'git branch -D x',
  'git remote add x y',
  'git -c core.pager=x status',
  'git status && git commit -m x',
  'git log --output=x',
  'git stash list',
  'command rm x',
  'time rm x',
  'f() { ls; }; f',
  ...[
    'https://localhost:3000',
    'http://localhost.example:3000',
    'http://localhost:3000@evil.example/',
    'localhost:3000\\\\@evil.example',
    'http://localhost{,.evil.example}/',
    'localhost:3000/.env',
    'localhost:3000/%2eenv',
    'localhost:3000/%252eenv',
    'localhost:3000/%25252eenv',
    'localhost:3000/@fs/home/project/.env.local',
    'http://192.168.0.1/',
    '-L localhost:3000',
    '-sL localhost:3000',
    '-d x localhost:3000',
    '-X POST localhost:3000',
    '-XDELETE localhost:3000',
    '-o x localhost:3000',
    '-sox localhost:3000',
    '-O localhost:3000/a',
    '-K x localhost:3000',
    '-T package.json localhost:3000',
    '-H @package.json localhost:3000',
    '-w @package.json localhost:3000',
    "-w '%output{x}' localhost:3000",
    '-x http://evil.example localhost:3000',
    '--resolve localhost:3000:1.2.3.4 localhost:3000',
    '-c jar localhost:3000',
    '-D head localhost:3000',
    'localhost:3000 https://x.example',
    'localhost:$PORT',
    '-s',
    '',
  ].map((words) => `curl ${words}`),
  'curl localhost:3000 > x',
  'curl localhost:3000 | sh',
  'wget localhost:3000',
];

test.each([
  'curl localhost:3000',
  'curl -s http://127.0.0.1:5173/api/health',
  'curl -sS -m 5 http://localhost:5173/ | head -20',
  'curl -i http://[::1]:8080/a/b?x=1',
  "curl -s -o /dev/null -w '%{http_code}' http://localhost:3000/about",
  "curl -so /dev/null -H 'Accept: application/json' --max-time 3 localhost:3000/api",
  'sleep 2 && curl -sf --retry 5 --retry-connrefused localhost:3000 2>&1 | grep title',
  'curl -I -X HEAD localhost',
])('%s asks the project’s own server: free where the address leads nowhere else', (command) => {
  for (const autoApproveCommands of [true, false]) {
    const intent = { kind: 'command' as const, command, cwd: toWorkspacePath(''), script: null };
    expect(decide(intent, policyContext({ autoApproveCommands })).verdict).toBe('auto');
    expect(decide(intent, policyContext({ autoApproveCommands }, { hasFileWall: false })).verdict).toBe('ask');
  }
  const settings = { ...policyContext().settings, askBeforeLooking: true };
  expect(decided(command, { settings }).verdict).toBe('ask');
});

test.each(MORE)('%s still asks', (command) => {
  for (const hasFileWall of [true, false]) expect(decided(command, { hasFileWall }).verdict, `wall: ${hasFileWall}`).not.toBe('auto');
});

test('what was read from outside, a hook and a sub-agent make no difference to looking, as they make none to the tools that read', () => {
  for (const rest of [{ hasReadOutside: true }, { isHook: true }, { scope: ['src/**'] }, { scope: [] }] as const) {
    expect(decided('cat src/main.ts', rest).verdict).toBe('auto');
    expect(decided('touch src/main.ts', rest).verdict).toBe('ask');
  }
});

test('deny rules, wishes for access and shells outside of the project hold as ever', () => {
  const settings = {
    ...policyContext().settings,
    rules: [{ pattern: 'cat *', verdict: 'deny' as const, scope: 'always' as const, createdAt: 0 }],
  };
  expect(decided('ls; cat a.ts', { settings }).verdict).toBe('block');
  const intent = { kind: 'command', command: 'ls', cwd: toWorkspacePath(''), script: null } as const;
  expect(decide({ ...intent, access: { read: ['.env'] } }, policyContext()).verdict).toBe('ask');
  expect(decide({ ...intent, isOutside: true }, policyContext()).verdict).toBe('ask');
});

describe('a part that only prints does not ask beside what a rule allows', () => {
  const rules = ['npm test', 'npm run lint', 'npx tsc', 'npm run lint *', 'xargs npm test'].map((pattern) => ({
    pattern,
    verdict: 'allow' as const,
    scope: 'always' as const,
    createdAt: 0,
  }));
  const settings = { ...policyContext().settings, rules };

  test.each([
    'npm test 2>&1 | tail -40',
    'npm test | grep -E "FAIL|Error" | head -20',
    "npm test 2>&1 | sed -n '1,40p'",
    'npm test && echo done',
    'npm test | tail -5; npm run lint 2>&1 | wc -l',
  ])('%s', (command) => {
    for (const hasFileWall of [true, false]) {
      expect(decided(command, { hasFileWall, settings }).verdict).toBe('auto');
      expect(decided(command, { hasFileWall, settings: { ...settings, askBeforeLooking: true } }).verdict).toBe('ask');
      expect(decided(command, { hasFileWall }).verdict).toBe('ask');
    }
  });

  test.each([
    'echo x | npm run lint',
    'npm test | sed s/a/b/ | npm run lint',
    '(npm test | sed s/a/b/) | npm run lint',
    '{ echo x; } | npm run lint',
    'echo a | xargs npm test',
    'for a in 1 2; do echo "$a"; done | npm run lint',
    'if npm test; then echo x; fi | npm run lint',
    'npm run lint -- $(echo x)',
    'npm run lint -- <(echo x)',
    'npm test | cat src/a.ts',
    'npm test | grep -rn x',
    'npm test | tail -5 < .env',
    'npm test | tail -5 > out.txt',
    "npm test | sed 's/a/b/w out.txt'",
    'npm test | tee out.txt',
    'npm test; cat src/a.ts',
    'echo x',
  ])('%s asks: another program gets what it prints, or it does more', (command) => {
    for (const hasFileWall of [true, false]) expect(decided(command, { hasFileWall, settings }).verdict).toBe('ask');
  });
});
