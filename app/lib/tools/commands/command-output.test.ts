import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptOutput } from '../../runtime/shell/kept-output.ts';
import { cutOutput } from './command-output.ts';
import { shownStreams } from './output-streams.ts';

const STATED = /\n\[… (\d+) characters of lines? (\d+)(?: to (\d+))? left out …\]\n/;

/** Returns the text before and after the omission note, and what the note says. */
function taken(shown: string) {
  const match = STATED.exec(shown);
  if (match === null) return null;
  const first = Number(match[2]);
  return {
    head: shown.slice(0, match.index),
    tail: shown.slice(match.index + match[0].length),
    characters: Number(match[1]),
    first,
    last: match[3] === undefined ? first : Number(match[3]),
  };
}

const lineNumberAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

const longText = fc
  .array(
    fc.tuple(fc.string({ unit: fc.constantFrom('a', ' ', 'é', '😀'), maxLength: 30 }), fc.integer({ min: 1, max: 400 }), fc.boolean()),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.map(([text, times, endsLine]) => `${text}${endsLine ? '\n' : ''}`.repeat(times)).join(''));

test('head, tail and the stated gap make the whole output, and the lines that are named are those that are missing', () => {
  fc.assert(
    fc.property(longText, (output) => {
      const { head: first, statement, tail: last } = cutOutput(output);
      const shown = first + statement + last;
      const cut = taken(shown);
      if (cut === null) {
        expect(shown).toBe(output);
        return;
      }
      const { head, tail } = cut;
      expect(output.startsWith(head) && output.endsWith(tail)).toBe(true);
      expect(cut.characters).toBe(output.length - head.length - tail.length);
      expect(cut.first).toBe(lineNumberAt(output, head.length));
      // The last omitted character is in the last line that the note names.
      expect(cut.last).toBe(lineNumberAt(output, output.length - tail.length - 1));
      expect(shown.length).toBeLessThan(22_000);
      expect(/[\ud800-\udbff]$/.test(head) || /^[\udc00-\udfff]/.test(tail)).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('what the shell itself no longer keeps counts with what is cut', () => {
  fc.assert(
    fc.property(longText, fc.integer({ min: 10, max: 9_000 }), fc.integer({ min: 10, max: 20_000 }), (output, headLimit, tailLimit) => {
      const kept = new KeptOutput(headLimit, tailLimit);
      kept.add(output);
      const { text, omitted } = kept.get();
      const { output: shown } = shownStreams({ output: text, ...(omitted === null ? {} : { omitted }) });
      const cut = taken(shown);
      if (cut === null) {
        expect(shown).toBe(output);
        return;
      }
      expect(output.startsWith(cut.head) && output.endsWith(cut.tail)).toBe(true);
      expect(cut.characters).toBe(output.length - cut.head.length - cut.tail.length);
      expect(cut.first).toBe(lineNumberAt(output, cut.head.length));
    }),
    { numRuns: 200 },
  );
});

test('a short output is shown whole, without escape codes and overwritten lines', () => {
  expect(shownStreams({ output: '\u001b[31m10%\r50%\r100%\u001b[0m\r\n' }).output).toBe('100%\n');
  expect(shownStreams({ output: 'ab', omitted: { at: 1, characters: 0, lines: 0 } }).output).toBe('ab');
});
