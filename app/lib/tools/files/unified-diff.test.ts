import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd\r'), { maxLength: 12 });
const someText = fc.tuple(someLines, fc.boolean()).map(([lines, hasEnd]) => lines.join('\n') + (hasEnd && lines.length > 0 ? '\n' : ''));

test('a unified diff leads from one text to the other', () => {
  fc.assert(
    fc.property(someText, someText, (before, after) => {
      expect(
        patched(
          before,
          unifiedDiff(before, after).hunks.map(({ text }) => text),
        ),
      ).toBe(after.replaceAll('\r\n', '\n'));
    }),
  );
});

/** Applies hunks only by their line numbers. Hunks contain no carriage returns. */
function patched(before: string, hunks: readonly string[]): string {
  const lines = before.replaceAll('\r\n', '\n').match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const [head = '', ...body] = hunk.split('\n');
    const [, start = '', count = ''] = /^@@ -(\d+),(\d+) /.exec(head) ?? expect.unreachable(head);
    const from = Number(count) === 0 ? Number(start) : Number(start) - 1;
    result.push(...lines.slice(at, from));
    for (const [index, line] of body.entries()) {
      if (line.startsWith('\\') || line.startsWith('-')) continue;
      result.push(line.slice(1).replace(/␍$/, '') + (body[index + 1]?.startsWith('\\') === true ? '' : '\n'));
    }
    at = from + Number(count);
  }
  return [...result, ...lines.slice(at)].join('');
}
