import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptOutput } from '../../runtime/shell/kept-output.ts';
import { cutOutput } from './command-output.ts';
import { shownStreams } from './output-streams.ts';

const STATED_EACH = /\n\[… (\d+) characters of lines? (\d+)(?: to (\d+))? left out …\]\n/;

/** Checks that the kept pieces and the stated gaps add up to the whole output, and that the notes name the missing lines. */
function expectWhole(shown: string, output: string, isExact = true): void {
  const pieces = shown.split(STATED_EACH);
  let at = 0;
  for (let index = 0; index < pieces.length; index += 4) {
    const [kept = '', characters, first, last] = pieces.slice(index, index + 4);
    expect(output.startsWith(kept, at)).toBe(true);
    at += kept.length;
    if (characters === undefined) continue;
    expect(/[\ud800-\udbff]$/.test(kept)).toBe(false);
    expect(Number(first)).toBe(lineNumberAt(output, at));
    at += Number(characters);
    if (isExact) expect(Number(last ?? first)).toBe(lineNumberAt(output, at - 1));
  }
  expect(at).toBe(output.length);
}

const shownOf = (output: string) =>
  cutOutput(output)
    .map((piece) => (piece.type === 'kept' ? output.slice(piece.from, piece.to) : piece.text))
    .join('');

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
      const shown = shownOf(output);
      expectWhole(shown, output);
      expect(shown.length).toBeLessThan(12_000);
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
      expectWhole(shownStreams({ output: text, ...(omitted === null ? {} : { omitted }) }).output, output, false);
    }),
    { numRuns: 200 },
  );
});

test('a short output is shown whole, without escape codes and overwritten lines', () => {
  expect(shownStreams({ output: '\u001b[31m10%\r50%\r100%\u001b[0m\r\n' }).output).toBe('100%\n');
  expect(shownStreams({ output: 'ab', omitted: { at: 1, characters: 0, lines: 0 } }).output).toBe('ab');
});

const noise = (count: number) => Array.from({ length: count }, (_, index) => ` ✓ tests/quiet-${index}.test.ts (1 test) 2ms`);

test.each([
  [
    'vitest',
    (index: number) => [
      ` FAIL  tests/a${index}.test.ts > sum > adds ${index}`,
      `AssertionError: expected ${index} to be 9`,
      ` ❯ tests/a${index}.test.ts:${index + 3}:17`,
    ],
  ],
  [
    'jest',
    (index: number) => [
      `  ● sum › adds ${index}`,
      '',
      `    expect(received).toBe(expected)`,
      `      at Object.<anonymous> (tests/a${index}.test.js:${index + 3}:17)`,
    ],
  ],
  [
    'TAP',
    (index: number) => [
      `not ok ${index} adds ${index}`,
      '  ---',
      `    message: expected ${index} to be 9`,
      `    at: tests/a${index}.js:${index + 3}:17`,
      '  ...',
    ],
  ],
  ['TypeScript', (index: number) => [`src/a${index}.ts(${index + 3},17): error TS2322: Type ${index} is not assignable.`]],
])('every one of 13 failures of %s is in what is shown, whatever is between them', (_name, failure) => {
  const output = [
    ...noise(200),
    ...Array.from({ length: 13 }, (_, index) => [...noise(60), ...failure(index + 1), '']).flat(),
    ...noise(200),
  ].join('\n');
  const shown = shownOf(output);
  for (let index = 1; index <= 13; index++) for (const line of failure(index)) expect(shown).toContain(line);
  expect(shown.length).toBeLessThan(14_000);
});

test('of more failures than can be shown the digest names each with its place and message', () => {
  const failures = Array.from({ length: 30 }, (_, index) => [
    ` FAIL  tests/a${index}.test.ts > adds ${index}`,
    `AssertionError: expected ${index} to be 9`,
    ` ❯ tests/a${index}.test.ts:${index + 3}:17`,
    ...Array.from({ length: 30 }, (_unused, row) => `   ${row} some line that the test has printed`),
  ]);
  const shown = shownOf([...noise(50), ...failures.flat(), ...noise(50)].join('\n'));
  expect(shown).toContain('30 failures:');
  expect(shown).toContain('- tests/a7.test.ts > adds 7 | tests/a7.test.ts:10:17 | AssertionError: expected 7 to be 9');
  expect(shown.length).toBeLessThan(14_000);
});

test('tests that passed and frames of dependencies are left out of what is shown, and counted', () => {
  const passed = Array.from({ length: 400 }, (_, index) => (index % 20 === 0 ? `# group ${index}` : `ok ${index} should be deeply equal`));
  const tap = ['TAP version 13', ...passed, '', '1..400', '# tests 400', '# pass  400', '', '# ok'].join('\n');
  expect(shownOf(tap)).toMatch(
    /^TAP version 13\n\n\[… \d+ characters of lines 2 to 401 left out …\]\n\n1\.\.400\n# tests 400\n# pass {2}400\n\n# ok$/,
  );
  const frames = Array.from(
    { length: 30 },
    (_, index) => `    at commit${index} (/home/project/node_modules/react-dom/cjs/react-dom.development.js:${index}:26)`,
  );
  const trace = [
    'TypeError: end.scrollIntoView is not a function',
    '    at /home/project/src/Chat.tsx:35:18',
    ...frames,
    'Tests  1 failed',
  ].join('\n');
  expect(shownOf(trace)).toBe(
    'TypeError: end.scrollIntoView is not a function\n    at /home/project/src/Chat.tsx:35:18\n  …\nTests  1 failed',
  );
});

const tapFailure = (index: number, rows = 0) => [
  `# parses case ${index}`,
  ...Array.from({ length: 6 }, (_, row) => `ok ${index * 10 + row} has a field`),
  `not ok ${index * 10 + 6} should be deeply equivalent`,
  '  ---',
  '    operator: deepEqual',
  `    expected: [ ${index} ]`,
  ...Array.from({ length: rows }, (_, row) => `    actual-${row}: [ 'some value of the test' ]`),
  `    at: Test.<anonymous> (/home/project/test/parse.js:${index + 3}:11)`,
  '    stack: |-',
  '      Error: should be deeply equivalent',
  '          at Test.assert [as _assert] (/home/project/node_modules/tape/lib/test.js:492:48)',
  '          at Test.tapeDeepEqual (/home/project/node_modules/tape/lib/test.js:687:7)',
  `          at Test.<anonymous> (/home/project/test/parse.js:${index + 3}:11)`,
  '          at Test.run (/home/project/node_modules/tape/lib/test.js:126:28)',
  '          at Immediate.next (/home/project/node_modules/tape/lib/results.js:157:7)',
  '          at process.processImmediate (node:internal/timers:491:21)',
  '  ...',
];
const tapOf = (count: number, rows = 0) =>
  [
    'TAP version 13',
    ...Array.from({ length: count }, (_, index) => [
      ...Array.from({ length: 30 }, (_unused, row) => (row % 10 === 0 ? `# passes ${index}-${row}` : `ok ${row} should be equal`)),
      ...tapFailure(index + 1, rows),
    ]).flat(),
    '',
    '1..400',
    `# fail  ${count}`,
  ].join('\n');

test('a failure of TAP comes with the name of its test, which is in the comment above it, and without the frames of dependencies', () => {
  for (const count of [3, 11]) {
    const shown = shownOf(tapOf(count));
    for (let index = 1; index <= count; index++) expect(shown).toContain(`# parses case ${index}\n`);
    expect(shown).not.toMatch(/# passes|node_modules|node:internal|^ {2}\.\.\.$/m);
    expect(shown).toContain('    at: Test.<anonymous> (/home/project/test/parse.js:4:11)\n');
    expect(shown).not.toContain('stack:');
  }
});

test('a stack of TAP that says more than the place above it is shown', () => {
  const other = (text: string) => tapOf(3).replaceAll(/^ {10}at Test\.<anonymous> .*$/gm, (line) => `${line}\n${text}`);
  expect(shownOf(other('          at outer (/home/project/test/parse.js:1664:13)'))).toContain(
    '    stack: |-\n      Error: should be deeply equivalent\n  …\n          at Test.<anonymous> (/home/project/test/parse.js:4:11)\n          at outer',
  );
  expect(shownOf(tapOf(3).replaceAll('Error: should be', 'Error: is not what'))).toContain('Error: is not what');
  expect(shownOf(tapOf(3).replaceAll('    at: Test', '    in: Test'))).toContain('    stack: |-\n');
});

test('the digest of failures of TAP has the names of their tests', () => {
  expect(shownOf(tapOf(25, 30))).toContain(
    '- parses case 7 > not ok 76 should be deeply equivalent | /home/project/test/parse.js:10:11 | expected: [ 7 ]\n',
  );
  const own = [
    'TAP version 13',
    '# Subtest: adds',
    'not ok 1 - adds',
    ...Array.from({ length: 900 }, () => `  ${'a line of the test '.repeat(10)}`),
  ];
  expect(shownOf([...own, ...own].join('\n'))).toContain('- not ok 1 - adds\n');
});
