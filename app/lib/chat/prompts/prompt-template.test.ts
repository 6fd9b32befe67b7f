import { expect, test } from 'vitest';
import { fillArguments, fillPrompt, promptVariables } from './prompt-template.ts';

test('a prompt asks for each variable once, with its first default', () => {
  expect(promptVariables('{{page}} in {{ language = German }}, {{page=home}} {{größe}} {{}} {{two words}} { {x} }')).toEqual([
    { name: 'page', preset: 'home' },
    { name: 'language', preset: 'German' },
    { name: 'größe', preset: '' },
  ]);
});

test('values are text, whatever they look like, and what is not given stays', () => {
  const values = new Map([
    ['a', '{{b}} $1 $&'],
    ['b', 'B'],
  ]);
  expect(fillPrompt('{{a}} {{b=x}} {{c}}', values)).toBe('{{b}} $1 $& B {{c}}');
});

test.each([
  ['Review $ARGUMENTS.', 'src/a.ts "now"', 'Review src/a.ts "now".'],
  ['$2 then $1, $3!', '"one two" three', 'three then one two, !'],
  ['Costs $10 and $ARGUMENTSX', 'x', 'Costs $10 and $ARGUMENTSX\n\nx'],
  ['Look around.', '', 'Look around.'],
  ['$1', '$ARGUMENTS', '$ARGUMENTS'],
])('%j with %j is %j', (text, args, filled) => {
  expect(fillArguments(text, args)).toBe(filled);
});
