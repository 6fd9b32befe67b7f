import { expect, test } from 'vitest';
import { readRole } from './read-role.ts';

const PATH = '.devonz/agents/reviewer.md';
const file = (...front: string[]) => ['---', ...front, '---', '', 'Look for bugs.', ''].join('\n');

test('a role has a name, a description, tools, a scope, a model, and how it works', async () => {
  const front = [
    'name: Reviewer',
    'description: Finds bugs',
    'tools: [devonz_read_file]',
    'scope:',
    '  - docs/**',
    '  - "*.md"',
    'model: openai:small',
  ];
  expect(await readRole(PATH, file(...front))).toEqual({
    name: 'Reviewer',
    description: 'Finds bugs',
    path: PATH,
    tools: ['devonz_read_file'],
    scope: ['docs/**', '*.md'],
    model: 'openai:small',
    text: 'Look for bugs.',
  });
});

test('a file without settings is a role by its own name; lists may be words with commas; what is not known is left out', async () => {
  expect(await readRole(PATH, 'Look for bugs.')).toMatchObject({
    name: 'reviewer',
    tools: null,
    scope: null,
    model: null,
    text: 'Look for bugs.',
  });
  expect(await readRole(PATH, file('tools: a, b', 'color: blue'))).toMatchObject({ tools: ['a', 'b'] });
  expect(await readRole(PATH, file('scope: []').replaceAll('\n', '\r\n'))).toMatchObject({ scope: [], text: 'Look for bugs.' });
  expect(await readRole(PATH, file('# nothing'))).toMatchObject({ name: 'reviewer' });
});

test.each([
  ['a list that is open', file('tools: [a'), /settings are no YAML.*line/],
  ['settings without an end', '---\nname: a\n', /no second line "---"/],
  ['a number as a name', file('name: 7'), /name: .*string/],
  ['a list as settings', file('- a'), /its settings: /],
  ['a name with marks that hide', file('name: "Devonz\u202e"'), /no name for a role/],
  ['a name that poses as the product', file('name: Devonz itself'), /no name for a role/],
  ['a name of two lines', file('name: "a\\nb"'), /no name for a role/],
  [
    'aliases that grow',
    file('a: &a [x, x, x, x, x, x, x, x, x]', 'b: &b [*a, *a, *a, *a, *a, *a]', 'c: [*b, *b, *b, *b, *b, *b]'),
    /no YAML/,
  ],
])('%s is refused with the file and what is wrong', async (_what, source, why) => {
  const problem = await readRole(PATH, source);
  expect(problem).toMatch(why);
  expect(problem).toContain(PATH);
});

test('what a user does not see is not given to the model', async () => {
  expect(await readRole(PATH, 'Look\u200b for\u{e0041} bugs.')).toMatchObject({ text: 'Look for bugs.' });
});
