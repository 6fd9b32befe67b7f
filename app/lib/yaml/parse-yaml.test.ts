import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseYaml, YamlError } from './parse-yaml.ts';

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'true',
    'null',
    '~',
    '1',
    '1e3',
    '- a',
    'a: b',
    '# c',
    '',
    ' x ',
    '0x1f',
    "it's",
    '"q"',
    'two\nlines',
    '\ttab',
    '@x',
    '*',
    '&a',
    '!t',
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const key = fc
  .oneof(fc.string({ minLength: 1 }), fc.constantFrom('printWidth', 'overrides', 'files', '*.ts', 'a b'))
  .filter((name) => name !== '__proto__' && name !== '<<');
const { settings } = fc.letrec((tie) => ({
  settings: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));

test('whatever settings say, written in any of YAML’s ways, is read as another parser of YAML reads it', async () => {
  await fc.assert(
    fc.asyncProperty(
      settings,
      fc.record({
        collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
        defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const),
        indent: fc.integer({ min: 1, max: 6 }),
      }),
      async (value, style) => {
        const text = stringify(value, { ...style, aliasDuplicateObjects: false });
        expect(await parseYaml(text)).toEqual(parse(text));
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['# only words\n', undefined],
  ['', undefined],
  ['semi: false # why\n---\nsemi: true\n', { semi: false }],
  ['a: |\n  one\n  two\nb: >-\n  one\n  two\n', { a: 'one\ntwo\n', b: 'one two' }],
  ['[a: 1, b]', [{ a: 1 }, 'b']],
  ['{"a": [true, null, 1.5, "\\u0041"]}', { a: [true, null, 1.5, 'A'] }],
  ['? a\n: b\nc:\n', { a: 'b', c: null }],
  ['just words', 'just words'],
])('of %j comes %j', async (text, value) => {
  expect(await parseYaml(text)).toEqual(value);
});

test.each([
  ['one: 1\na: *b', 2, 'a kind that settings do not have: alias'],
  ['a: [', 1, 'end with a ]'],
  ['one: 1\na: b: c', 2, 'Nested mappings'],
  ['{"semi": ', 1, ''],
  ['semi: true\nsemi: false', 2, 'two settings are called semi'],
])('%j is refused, with its line', async (text, line, message) => {
  await expect(parseYaml(text)).rejects.toThrow(
    expect.objectContaining({ name: 'YamlError', line, message: expect.stringContaining(message) }),
  );
});

test('what is nested deeper than a stack is said to be, and is no fault of another kind', async () => {
  for (const text of [`a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, `${'- '.repeat(20_000)}x`]) {
    await expect(parseYaml(text)).rejects.toThrow(YamlError);
  }
});
