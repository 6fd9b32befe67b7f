import { describe, expect, test } from 'vitest';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { policyContext } from '../../testing/policy-context.ts';
import { decide } from '../decide.ts';
import { inEnglish } from '../testing/in-english.ts';
import { riskyFlag } from './risky-flag.ts';
import { mayRevealSecrets } from './search-text.ts';

function whyOf(command: string, mayModify = false): string {
  const context = policyContext({ autoApproveCommands: true, autoApproveFileModification: mayModify });
  const { verdict, why } = decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context);
  return verdict === 'auto' ? 'free' : why;
}

const quoted = (text: string) => `'${text}'`;

describe('sed', () => {
  test.each([
    'p',
    '1p',
    '$p',
    '1,5p',
    '1,+3p',
    '1~2p',
    '/a/p',
    '/a\\/b/d',
    '/a/I,/b/d',
    '1!d',
    '/a/!d',
    'd;p',
    '{p;d}',
    '1{p}',
    'q',
    '5q',
    'q 3',
    '=',
    'n;N;g;G;h;H;x;D;P;l;z',
    'a text',
    'i\\ntext',
    'c text',
    '1a text',
    's/a/b/',
    's/a/b/gi',
    's|a|b|2',
    's#a\\#b#c#p',
    's/a/b/;s/c/d/',
    's/a\\nb/c/g',
    'y/abc/def/',
    ' p ; d ',
    '',
  ])('the script %j only prints and replaces', (script) => {
    expect(whyOf(`sed -n ${quoted(script)} a`)).toBe('free');
  });

  test.each([
    'e',
    '1e id',
    'w x',
    'W x',
    'r .env',
    'R x',
    's/a/b/e',
    's/a/b/w x',
    's/a/b/ge',
    's/a/b/gw',
    's/a/b',
    's/a/',
    's a b c',
    'y/a/b/e',
    'y/a/',
    'k',
    ':a',
    'b',
    't',
    'pe',
    'p w x',
    '1,e',
    'F',
    'v',
    'T',
    '/a/w x',
    'd;e',
    'sxaxbxe',
  ])('the script %j can do more', (script) => {
    expect(whyOf(`sed -n ${quoted(script)} a`)).toBe('its script can run commands or write files');
  });

  test('files are written in place like any other change', () => {
    expect(whyOf("sed -i 's/a/b/' a")).toBe('a: it writes a file past the file approval');
    expect(whyOf("sed -i 's/a/b/' a", true)).toBe('free');
    expect(whyOf("sed --in-place 's/a/b/' a")).toBe('a: it writes a file past the file approval');
    expect(whyOf("sed -i.bak 's/a/b/' .env", true)).toBe('.env may hold keys or passwords');
    expect(whyOf('sed')).toBe('it has no script');
    expect(whyOf('sed "$x" a')).toBe('a word in it is only known when it runs');
    expect(whyOf('sed -e p a b')).toBe('free');
    expect(whyOf('sed -e p e b')).toBe('free');
  });
});

describe('awk', () => {
  test.each([
    '{print $1}',
    'NR==5',
    '$2 > 10',
    '$2 > 10 {print}',
    'a || b',
    '{ x = 1; print x }',
    'BEGIN { FS = "," } { print $1 }',
    '/a/ {n++} END {print n}',
  ])('the program %j only prints', (program) => {
    expect(whyOf(`awk ${quoted(program)} a`)).toBe('free');
  });

  test.each([
    'system',
    'getline',
    'ENVIRON',
    'PROCINFO',
    'close',
    'fflush',
    'ARGV',
    'FUNCTAB',
    'SYMTAB',
    'load',
    '@load',
    'include',
    'extension',
  ])('the word %s in a program can do more', (word) => {
    expect(whyOf(`awk ${quoted(`{ x = ${word} }`)} a`)).toBe('its program can run commands');
    expect(whyOf(`awk ${quoted(`{ x = my${word.replace('@', '')}x }`)} a`)).toBe('free');
  });

  test('what is piped, run or written asks', () => {
    expect(whyOf('awk \'{ print | "sh" }\' a')).toBe('its program can run commands');
    expect(whyOf("awk '{ x |& y }' a")).toBe('its program can run commands');
    expect(whyOf("awk '{ @f() }' a")).toBe('its program can run commands');
    expect(whyOf('awk \'{ print > "x" }\' a')).toBe('its program can write files');
    expect(whyOf('awk \'{ printf "x" >> "y" }\' a')).toBe('its program can write files');
    expect(whyOf('awk 1 FS=, a')).toBe('its program can read other files');
    expect(whyOf('awk "$x" a')).toBe('a word in it is only known when it runs');
    expect(whyOf('awk')).toBe('its program is only known when it runs');
  });
});

test.each([
  'TODO',
  'useState',
  'TODO|FIXME',
  'class\\s+Foo',
  'FIXME',
  'render.*',
  '\\bfunc\\b',
  'render .* from',
  'import React',
  'export default',
  'api',
  'http',
  'fetchData',
  'keydown',
  'Object.keys',
])('a search for %s brings no keys to light', (pattern) => {
  expect(mayRevealSecrets(pattern)).toBe(false);
});

test.each([
  'KEY',
  'token',
  'sec',
  'a',
  '.',
  '.*',
  '[^x]',
  'a*',
  'TODO?',
  'TODO{2}',
  'TODO|a',
  'TODO\\|a',
  '\\w\\w\\w\\w',
  '',
  'PASSWORD',
  'ab',
  'AKIA',
  'sk_live_',
  'TODO*',
])('a search for %s may', (pattern) => {
  expect(mayRevealSecrets(pattern)).toBe(true);
});

test.each([
  '--exec',
  '--exec=x',
  '-exec',
  '--config',
  '--configFile',
  '--conf=x',
  '--require=x',
  '--loader',
  '--plugin=x',
  '--plugins',
  '--out=x',
  '--outfile',
  '--outDir=x',
  '--write',
  '--hook',
  '--hooks',
  '--pre=x',
  '--command',
  '--cmd',
  '--delete',
  '--prefix=/',
  '--registry',
  '--env-file=x',
  '--token',
  '--cwd=..',
  '--global',
  '--reporter=./x',
  '--reporters=./x',
  '--parser=x',
  '--root=/',
  '--rootDir',
  '--allow-all',
  '--my-output=x',
  '-c',
  '-o',
  '-r',
  '-e',
  '--environment=x',
  '--browser=x',
  '--proxy=x',
  '--chdir',
])('the flag %s of an unknown program asks', (flag) => {
  expect(inEnglish(riskyFlag(flag))).toBe(`the flag ${flag} can write files or run programs`);
});

test.each([
  '--port',
  '--port=3',
  '-p',
  '-v',
  '--watch',
  '--fix',
  '--check',
  '--noEmit',
  '--reporter=dot',
  '--reporters=verbose',
  '--test-reporter=spec',
  '--outDir=dist',
  '--outdir=./build/x',
  '--environment=jsdom',
  '--run',
  '--open',
  '--no-open',
  '--no-config',
  '--run=false',
  '--open=false',
  'exec',
  'config',
  '--',
  '-',
  '--myexec',
  '--preview',
  '--configx',
])('%s does not', (flag) => {
  expect(riskyFlag(flag)).toBeNull();
});

test('a flag is looked at with its value in the next word', () => {
  expect(riskyFlag('--reporter', 'dot')).toBeNull();
  expect(riskyFlag('--reporter', './x.js')).not.toBeNull();
  expect(riskyFlag('--outDir', 'dist')).toBeNull();
  expect(riskyFlag('--outDir', '../x')).not.toBeNull();
});
