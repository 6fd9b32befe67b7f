import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PROTECTED_FILES, PROTECTED_FOLDERS } from 'devonz-engine-protocol/protected-names';
import { SECRET_TABLE } from 'devonz-engine-protocol/secret-names';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costOf } from '../../../../../tests/setup/cost-of.ts';
import { inEnglish } from '../testing/in-english.ts';
import { mayClimb, mayNameSecret, protectionOfGlob, readGuardOfGlob } from './guarded-globs.ts';

const BARE = { hasFileWall: false };
const WALLED = { hasFileWall: true };

/** Generates a name that a table's pattern matches. */
const nameOf = (pattern: string) =>
  fc.tuple(fc.stringMatching(/^[a-z0-9._-]{0,4}$/), fc.constantFrom('.', '-', '_', '1'), fc.boolean()).map(([filling, mark, isUpper]) =>
    pattern
      .replace('[!a-z]', mark)
      .replace('*', filling)
      .replace(/^./, (c) => (isUpper ? c.toUpperCase() : c)),
  );
const secretName = fc
  .constantFrom(...SECRET_TABLE.flatMap(({ pattern }) => (pattern.includes('/') ? [] : [pattern])))
  .chain(nameOf)
  .filter(isSecretPath);
const protectedName = fc.constantFrom(...[...PROTECTED_FILES, ...PROTECTED_FOLDERS].map(({ pattern }) => pattern)).chain(nameOf);

/** Pattern spellings that match a character, and possibly more. */
const spellings: readonly ((character: string) => string)[] = [
  (character) => character,
  () => '?',
  (character) => `\\${character}`,
  (character) => `[${character}x]`,
  (character) => `[!${character === 'q' ? 'j' : 'q'}]`,
  (character) => (/[a-z]/i.test(character) ? '[[:alpha:]]' : '[[:punct:][:digit:]]'),
  (character) => `{${character},zz}`,
  (character) => `@(zz|${character})`,
  (character) => `?(${character})`,
  (character) => `+(${character})`,
  () => '*',
  (character) => `*${character}`,
  (character) => `${character}*`,
];

const wordFor = (name: string) =>
  fc.array(fc.nat(spellings.length * 2), { minLength: name.length, maxLength: name.length }).map((choices) =>
    [...name]
      .map((character, index) => {
        // A slash is only matched by itself, and so is a dot at the start of a name.
        if (character === '/' || (character === '.' && (index === 0 || name[index - 1] === '/'))) return character;
        return spellings[choices[index] ?? 0]?.(character) ?? character;
      })
      .join(''),
  );

test('a word that can stand for a secret is never taken for one that cannot', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      secretName.chain((name) => fc.tuple(fc.constant(name), wordFor(name))),
      ([name, word]) => {
        expect(mayNameSecret(word, BARE), `${word} matches ${name}`).toBe(true);
        expect(mayNameSecret(`a*/${word}/b`, WALLED) || word.includes('*') || word.includes('('), `${word}/b matches ${name}/b`).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

test('nor a word for what is protected', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      protectedName.chain((name) => fc.tuple(fc.constant(name), wordFor(name))),
      ([name, word]) => {
        expect(protectionOfGlob(word, BARE, true), `${word} matches ${name}`).not.toBeNull();
      },
    ),
    { numRuns: 150 },
  );
});

const piece = fc.constantFrom(
  ...'.,e,n,v,s,k,y,p,m,c,r,t,d,i,_,a,-,*,*,*,*,?,?,[a-e],[!a],[ek],[[:alpha:]],[^.],[.],\\.,\\n,env,key,pem,secret,json'.split(','),
);
const randomWord = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const SAMPLES =
  '.env .env.local .env-x x.env .envrc .dev.vars .npmrc .netrc .ssh .aws .kube id_rsa id_rsa.pub id_ed25519 a.pem k.key x.p12 a.asc secret secrets secrets.json secret.txt credentials credentials.yml service-account-1.json'.split(
    ' ',
  );

test.runIf(existsSync('/bin/bash'))('what bash matches is never taken for no match', () => {
  const words = fc.sample(randomWord, { numRuns: 600, seed: 5 });
  const script = `while IFS= read -r p; do for n in ${SAMPLES.join(' ')}; do [[ $n == $p ]] && printf '%s\\t%s\\n' "$p" "$n"; done; done; true`;
  const { stdout } = spawnSync('/bin/bash', ['-c', script], {
    input: `${words.join('\n')}\n`,
    encoding: 'utf8',
    env: { LC_ALL: 'C.UTF-8' },
  });
  const pairs = stdout.split('\n').filter(Boolean);
  expect(pairs.length).toBeGreaterThan(50);
  for (const pair of pairs) {
    const [word = '', name = ''] = pair.split('\t');
    // In a path, a leading dot is only matched by a dot.
    if (name.startsWith('.') && !/^\\?\./.test(word)) continue;
    expect(mayNameSecret(word, BARE), pair).toBe(true);
  }
});

test('the longest and oddest words are decided at once', () => {
  const odd = [
    '*'.repeat(5_000),
    '{a,b}'.repeat(1_000),
    '?(a|b)'.repeat(1_000),
    '['.repeat(5_000),
    `${'*a'.repeat(2_000)}`,
    '{'.repeat(3_000),
    '@('.repeat(2_000),
  ];
  // Trying all alternatives would take hours for any of them.
  expect(costOf(() => expect(odd.map((word) => mayNameSecret(word, BARE))).toHaveLength(odd.length))).toBeLessThan(150);
  expect(mayNameSecret('{a,b}'.repeat(1_000), BARE)).toBe(true);
});

describe('where the host guards files itself', () => {
  test.each(
    '.dev* .dev.v?rs secr* cred* id_e* .kub*/config .e* .en? .[e]nv .??v *env ?env *.pem *.p?m *.PEM **/.env .{env,x} {.env,a} server.* s* .env.* service?account*.json .[!x]nv .en{u..w} a/*/.ssh*/x en[vx].bak .env[.]bak @(.env|x) ./*/.env id_[a-f]*'.split(
      ' ',
    ),
  )('%s was meant for a secret', (word) => {
    expect(mayNameSecret(word, WALLED)).toBe(true);
    expect(mayNameSecret(word, BARE)).toBe(true);
  });

  test.each(['*', '*.json', '*.txt', '*.*', 'README*', 'vite.config.*', '*/*', '**/*.yml', 'a*', '*.config.*', '.eslintrc*'])(
    '%s was not, and asks on other hosts only',
    (word) => {
      expect(mayNameSecret(word, WALLED)).toBe(false);
      expect(mayNameSecret(`x/${word}`.replace('**', '*'), { ...BARE })).toBe(true);
    },
  );

  test.each(['*.ts', 'src/*', 'src/**/*.css', '**/*.tsx', '*.{ts,tsx}', 'tsconfig*.json', '.env.example', '.env*.example', 'docs/*'])(
    '%s never asks',
    (word) => {
      expect(mayNameSecret(word, WALLED)).toBe(false);
      expect(mayNameSecret(word, BARE)).toBe(false);
    },
  );
});

test.each([
  ['.git/con*', 'it may hold passwords'],
  ['.gi?/con*', 'it may hold passwords'],
  ['.git/*', 'it may hold passwords'],
  ['.git/c*', 'it may hold keys or passwords'],
  ['.devon?/rules.md', "these are Devonz' own settings"],
  ['.git/HEA?', null],
  ['.github/workflows/*.yml', null],
])('reading %s: %s', (word, why) => {
  expect(inEnglish(readGuardOfGlob(word, WALLED))).toBe(why);
});

test.each([
  ['AGENT?.m?', "it changes the agent's own rules"],
  ['.devon?/rules.md', "it changes Devonz' own settings"],
  ['.g[i]t/hooks/*', "it changes git's own files, where hooks can run programs"],
  ['.lintst*', 'it changes a git hook, which runs programs'],
  ['packag?.json', 'it can change the scripts that npm runs'],
  ['*.json', 'it can change the scripts that npm runs'],
  ['src/*.ts', null],
  ['*.md', null],
])('writing %s: %s', (word, why) => {
  expect(inEnglish(protectionOfGlob(word, WALLED, true))).toBe(why);
});

test('a folder that a pattern leaves again does not count', () => {
  expect(mayNameSecret('src/../*', BARE)).toBe(true);
  expect(mayNameSecret('src/./*', BARE)).toBe(false);
});

test('where nothing else guards them, a pattern for any file is one for a protected file', () => {
  expect(inEnglish(protectionOfGlob('*.md', BARE, true))).toBe("it changes the agent's own rules");
  expect(inEnglish(protectionOfGlob('*/x', BARE, false))).toBe('it changes an installed package');
  expect(protectionOfGlob('src/*', BARE, true)).toBeNull();
});

test.each([
  ['.*', true],
  ['.?', true],
  ['a/.*/b', true],
  ['.[.]', true],
  ['*', false],
  ['?.', false],
  ['.e*', false],
  ['..', false],
  ['**/../x', true],
  ['*/../x', false],
  ['../**', false],
])('the word %s can lead above its folder: %s', (word, climbs) => {
  expect(mayClimb(word)).toBe(climbs);
});
