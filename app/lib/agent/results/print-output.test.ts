import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printOutput } from './print-output.ts';

test('short fields are a line each, long texts follow as they are, and sentences come without a name', () => {
  expect(printOutput({ path: 'a.ts', content: 'const a = "b\\n";\nrun(a);', ports: [1, 2], isCut: true, note: 'There is more.' })).toBe(
    'path: a.ts\nports: 1, 2\nisCut: true\nThere is more.\ncontent:\nconst a = "b\\n";\nrun(a);',
  );
});

test('a list of objects is a line each, unless a field has several lines', () => {
  expect(
    printOutput({
      errors: [
        { file: 'a', line: 1 },
        { file: 'b', text: 'x\ny' },
      ],
    }),
  ).toBe('errors:\n- file: a, line: 1\n- file: b\n  text:\n  x\n  y');
});

test('no text of a result is escaped or lost, whatever its shape', () => {
  const word = fc.stringMatching(/^[a-z"\\\\{}]{1,12}$/);
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.integer(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const texts = (given: unknown): string[] => {
    if (typeof given === 'string') return [given];
    return typeof given === 'object' && given !== null ? Object.values(given).flatMap(texts) : [];
  };
  fc.assert(
    fc.property(value, (given) => {
      const printed = printOutput(given as Parameters<typeof printOutput>[0]);
      for (const text of texts(given)) expect(printed).toContain(text);
    }),
  );
});
