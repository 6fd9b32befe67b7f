import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chord, chordText, parseChord, takesShift } from './chord.ts';
import { shortcutsSchema } from './shortcuts-schema.ts';

const signs = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).filter(
  (sign) => sign !== '+' && !/[a-z]/.test(sign),
);
const key = fc.constantFrom(...signs, 'Plus', 'Enter', 'Space', 'PageDown', 'Up', 'F1', 'F12');
const chord: fc.Arbitrary<Chord> = fc
  .record({ ctrl: fc.boolean(), shift: fc.boolean(), alt: fc.boolean(), key })
  .map((made) => ({ ...made, shift: made.shift && takesShift(made.key) }));

test('a chord is the same after it was written and read, also in other letters, another order and with blanks', () => {
  fc.assert(
    fc.property(chord, (made) => {
      const text = chordText(made);
      expect(parseChord(text)).toEqual(made);
      const [last = '', ...modifiers] = text.split('+').toReversed();
      expect(parseChord([...modifiers, last].join(' + ').toLowerCase())).toEqual(made);
    }),
  );
});

test('whatever text is read, it is a chord that reads the same again, or none', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom('Ctrl', 'ctrl', 'Cmd', 'Shift', 'Alt', 'K', '+', '', 'F25', '?', 'ö', 'Plus')).map((parts) => parts.join('+')),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = parseChord(given);
      if (read !== null) expect(parseChord(chordText(read))).toEqual(read);
    }),
  );
});

test.each(['', '+', 'Ctrl', 'Ctrl+', 'Ctrl+Ctrl+K', 'Hyper+K', 'Ctrl+KK', 'Ctrl+ö', 'F25', 'Ctrl+Shift+/', 'Shift+1'])(
  '“%s” is no chord',
  (text) => {
    expect(parseChord(text)).toBeNull();
  },
);

test('of settings what cannot be keys is left out, and the rest taken', () => {
  const given = { palette: 'shift + cmd + p', save: '', broken: 'Hyper+K', list: ['Ctrl+K'], count: 3, ['x'.repeat(101)]: 'Ctrl+K' };
  expect(shortcutsSchema.parse(given)).toEqual({ palette: 'Ctrl+Shift+P', save: '' });
  expect(shortcutsSchema.safeParse('Ctrl+K').success).toBe(false);
});
