import { expect, test } from 'vitest';
import { costOf } from '../../../tests/setup/cost-of.ts';
import { isWorthMasking } from './is-worth-masking.ts';
import { holdsKey } from './key-shapes.ts';
import { SecretMask } from './mask-secrets.ts';
import { secretValuesIn } from './secret-values.ts';

/* Untrusted texts of 1 MB, and untrusted secret files: the time of the search must be linear in their length. */
const MEGABYTE = 1_000_000;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const many = (text: string, length = MEGABYTE) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

function random(length: number, seed: number): string {
  let state = seed;
  let text = '';
  for (let count = 0; count < length; count++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += BASE64[state >>> 26];
  }
  return text;
}

const values = (written: (index: number) => string) =>
  Array.from({ length: 200 }, (_, index) => ({ name: `KEY_${index}`, value: written(index), source: '.env' }));
const KINDS: readonly (readonly [name: string, written: (index: number) => string])[] = [
  ['of random letters', (index) => random(40, index)],
  ['that begin alike', (index) => `sk_live_CANARY77${random(24, index)}`],
  ['each of which begins as the next', (index) => 'aB3dE6gH9jK2mN5pQ8'.repeat(30).slice(0, 24 + index * 2)],
  ['that are long and alike', (index) => `${'a1B2c3D4'.repeat(500)}${index}`],
];

test.each(KINDS)(
  '200 values %s are looked for in a text of 1 MB in one pass',
  (_name, written) => {
    const mask = new SecretMask(values(written));
    const value = written(7);
    const texts = [
      ...[random(MEGABYTE, 1), many('a'), many(value.slice(0, -1)), many(value.slice(0, 8)), many(value.slice(0, 16)), many(`${value}\n`)],
      ...[many(`\n[… x]\n${value.slice(0, 9)}`), many('[… '), many('00000000: 6161 6161 6161\n'), many('\n'), many('\u001b[')],
    ];
    for (const text of texts) expect(costOf(() => mask.mask(text))).toBeLessThan(400);
  },
  60_000,
);

test('values of any length are prepared in a time that is bounded', () => {
  const long = [{ name: 'KEY', value: random(MEGABYTE, 3), source: '.env' }];
  expect(costOf(() => new SecretMask(long))).toBeLessThan(400);
  const mask = new SecretMask(long);
  const [text = ''] = [long[0]?.value.slice(500_000, 500_100)];
  expect(mask.mask(`it says ${text}.`)).not.toContain(text.slice(20, 60));
}, 60_000);

const FILES: readonly string[] = [
  ...['a', 'a=', 'a=\n', 'a: ', '"', 'a="', "a='x\n", 'a=`\n', '-----BEGIN A-----', '-----BEGIN A-----\n', 'password ', 'a://', 'a://b@'],
  ...['a+', 'a.', '[', 'A="\n', ' ', '\n', '\r', '\n ', 'a.b-c', '//a:_b=', 'export ', '- ', 'a: b: ', 'aaaa$', '\\n', ','].map(String),
].map((text) => many(text, 200_000));
const VALUES = ['abc-', 'Abc', 'aB', 'a.', 'a-', '/a', './', '1.', 'x', 'b=c;', 'b ', 'abcd', '\\n', '"', ' #', ' '].map((text) =>
  many(text, 200_000),
);

test.each(['.env', '.pgpass', '.htpasswd', 'a.json'])(
  'the values of a file of 200 kB are read in one pass, of %s too',
  (path) => {
    for (const text of [...FILES, random(MEGABYTE, 2)]) expect(costOf(() => secretValuesIn(path, text))).toBeLessThan(200);
  },
  120_000,
);

test('a value of 200 kB is judged in one pass', () => {
  for (const text of VALUES) {
    expect(costOf(() => secretValuesIn('.env', `PASSWORD=${text}!`))).toBeLessThan(60);
    expect(costOf(() => isWorthMasking('PASSWORD', `${text}!`))).toBeLessThan(30);
  }
  expect(costOf(() => isWorthMasking('PASSWORD', `/${'a'.repeat(60)}!`))).toBeLessThan(10);
}, 60_000);

test('no text of 1 MB is long looked through for shapes of keys', () => {
  const begins = [
    '-----BEGIN A A A A PRIVATE KEY-----',
    'sk-',
    'sk-ant-api03-',
    'xapp-1-A-1-',
    '12345678:AA',
    'ops_eyJ',
    'aaa1Q~',
    'npm_',
    'AKIA',
  ];
  for (const begin of begins) for (const text of [many(begin), begin + many('a')]) expect(costOf(() => holdsKey(text))).toBeLessThan(60);
}, 60_000);
