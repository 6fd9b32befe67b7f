import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptOutput, lineEndsIn } from './kept-output.ts';

test('of any output the beginning and the end are kept, and what is missing is counted exactly', () => {
  const chunks = fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '😀', 'é'), maxLength: 40 }), { maxLength: 20 });
  fc.assert(
    fc.property(chunks, (given) => {
      const kept = new KeptOutput(20, 30);
      for (const chunk of given) kept.add(chunk);
      const whole = given.join('');
      const { text, omitted } = kept.get();
      if (omitted === null) {
        expect(text).toBe(whole);
        return;
      }
      const [head, tail] = [text.slice(0, omitted.at), text.slice(omitted.at)];
      const missing = whole.slice(head.length, whole.length - tail.length);
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect({ characters: missing.length, lines: lineEndsIn(missing) }).toEqual({ characters: omitted.characters, lines: omitted.lines });
      expect(head.length).toBeLessThanOrEqual(20);
      expect(tail.length).toBeLessThanOrEqual(31);
      // No character is split.
      expect(encodeURIComponent(head) + encodeURIComponent(tail)).toBeTruthy();
    }),
  );
});

test('a short output is kept whole', () => {
  const kept = new KeptOutput();
  kept.add('one\n');
  kept.add('two');
  expect(kept.get()).toEqual({ text: 'one\ntwo', omitted: null, errorParts: [] });
});
