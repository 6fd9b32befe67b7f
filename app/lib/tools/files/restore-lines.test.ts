import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoreLines } from './restore-lines.ts';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd\r'), { maxLength: 12 });
const someText = fc.tuple(someLines, fc.boolean()).map(([lines, hasEnd]) => lines.join('\n') + (hasEnd && lines.length > 0 ? '\n' : ''));

test('lines outside of the range never change, and all lines together give the old text', () => {
  fc.assert(
    fc.property(someText, someText, fc.nat(13), fc.nat(6), (past, now, from, more) => {
      const range = { first: from + 1, last: from + 1 + more };
      const whole = restoreLines(now, past, { first: 1, last: 100 });
      expect(whole.ok ? whole.text : now).toBe(past);
      const part = restoreLines(now, past, range);
      if (!part.ok) return;
      const lines = now.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const [head, tail] = [lines.slice(0, from).join(''), lines.slice(range.last).join('')];
      expect(part.text.startsWith(head) && part.text.endsWith(tail)).toBe(true);
      expect(part.text.length).toBeGreaterThanOrEqual(head.length + tail.length);
      // Only lines outside the range remain to be restored.
      const rest = restoreLines(part.text, past, { first: 1, last: 100 });
      expect(rest.ok ? rest.text : part.text).toBe(past);
    }),
  );
});
