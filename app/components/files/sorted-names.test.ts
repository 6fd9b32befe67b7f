import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortByName } from './sorted-names.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const sorted = (names: readonly string[]) => sortByName(names.map((name) => ({ name }))).map(({ name }) => name);

test('names sort as people count, whatever their capitals', () => {
  expect(sorted(['item10', 'Item2', 'b', 'A', '_x', '.env', 'item002', 'ä', 'z'])).toEqual([
    '_x',
    '.env',
    'A',
    'ä',
    'b',
    'Item2',
    'item002',
    'item10',
    'z',
  ]);
});

test('the keys of plain names put them in the order of the collator', () => {
  const character = fc.constantFrom(...'aAbBzZ019_-.,()[]{}@#$%+=~ &!\'`^;:?"*/\\<>|');
  const name = fc.string({ unit: character, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(name, name, (a, b) => {
      const expected = collator.compare(a, b);
      if (expected !== 0) expect(sorted([a, b])).toEqual(expected < 0 ? [a, b] : [b, a]);
    }),
    { numRuns: 2_000 },
  );
});
