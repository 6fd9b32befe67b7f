import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from './edit-ladder.ts';
import { applyEditsAsMeant } from './near-miss.ts';

const asMeant = (content: string, find: string, replace: string) => applyEditsAsMeant(content, [{ find, replace }]);

describe('a search that differs from the file in one way that is known is read so', () => {
  test.each<[string, string, string, string, string, RegExp]>([
    [
      'doubled backslashes',
      'const a = /^\\s*fn\\b/;\n',
      'const a = /^\\\\s*fn\\\\b/;',
      'const a = /^\\\\s*func\\\\b/;',
      'const a = /^\\s*func\\b/;\n',
      /doubled/,
    ],
    ['single backslashes', 'path = "C:\\\\temp";\n', 'path = "C:\\temp";', 'path = "C:\\work";', 'path = "C:\\\\work";\n', /single/],
    [
      'curly quotation marks',
      'const q = “curly”;\n',
      'const q = "curly";',
      'const q = "straight";',
      'const q = “straight”;\n',
      /quotation marks/,
    ],
    ['curly ones in the search', "it's so\n", 'it’s so', 'it’s not so', "it's not so\n", /quotation marks/],
    ['a dash', 'one – two\n', 'one - two', 'one - three', 'one – three\n', /dashes/],
    ['a blank that does not break', 'a\u00a0= 1;\n', 'a = 1;', 'a = 2;', 'a\u00a0= 2;\n', /blanks/],
    ['a character that cannot be seen', 'let a\u200b = 1;\n', 'let a = 1;', 'let a = 2;', 'let a\u200b = 2;\n', /cannot be seen/],
    ['a mark in the middle', 'x\n\ufefflet a = 1;\n', 'x\nlet a', 'y\nlet a', 'y\n\ufefflet a = 1;\n', /cannot be seen/],
    ['an ellipsis', 'wait…\n', 'wait...', 'go...', 'go…\n', /ellipsis/],
    ['composed letters', 'caf\u0065\u0301 1\n', 'café 1', 'café 2', 'caf\u0065\u0301 2\n', /composed/],
    [
      'entities in the search',
      'if (a < b && c) x();\n',
      'if (a &lt; b &amp;&amp; c) x();',
      'if (a &gt; b) x();',
      'if (a > b) x();\n',
      /entities/,
    ],
    ['entities in the file', '<p>a &lt; b</p>\n<p>c</p>\n', 'a < b', 'a > b', '<p>a &gt; b</p>\n<p>c</p>\n', /entities/],
    ['written line ends', 'a();\nb();\nc();\n', 'a();\\nb();', 'a();\\nd();', 'a();\nd();\nc();\n', /\\n/],
    ['written quotation marks', 'say("x");\n', 'say(\\"x\\");', 'say(\\"y\\");', 'say("y");\n', /./],
    [
      'tabs in the file',
      'f() {\n\tif (a) {\n\t\tb();\n\t}\n}\n',
      '  if (a) {\n    b();\n  }',
      '  if (a) {\n    c();\n  }',
      'f() {\n\tif (a) {\n\t\tc();\n\t}\n}\n',
      /tabs/,
    ],
    ['numbers of lines', 'a();\nb();\n', '1: a();\n2: b();', '1: a();\n2: c();', 'a();\nc();\n', /numbers/],
    ['numbers as of a file that was read', 'f(\n  a,\n);\n', '1:f(\n2:  a,', '1:f(\n2:  b,', 'f(\n  b,\n);\n', /numbers/],
    [
      'CRLF and doubled backslashes',
      'a\r\nre = /\\d/\r\nb\r\n',
      're = /\\\\d/\nb',
      're = /\\\\w/\nb',
      'a\r\nre = /\\w/\r\nb\r\n',
      /doubled/,
    ],
    [
      'CRLF and curly quotation marks over two lines',
      'a\r\ns = “x”;\r\nb\r\n',
      'a\ns = "x";\nb',
      'a\ns = "y";\nb',
      'a\r\ns = “y”;\r\nb\r\n',
      /quotation marks/,
    ],
    [
      'curly quotation marks beside a new line that has some',
      'a\ns = “x”;\nb\n',
      'a\ns = "x";\nb',
      'a\nc\ns = "y";\nb',
      'a\nc\ns = "y";\nb\n',
      /quotation marks/,
    ],
    [
      'curly quotation marks and doubled backslashes',
      's = “x”;\nre = /\\d/;\n',
      's = "x";\nre = /\\\\d/;',
      's = "x";\nre = /\\\\w/;',
      's = “x”;\nre = /\\w/;\n',
      /doubled.* and .*quotation marks/,
    ],
  ])('%s', (_name, content, find, replace, expected, difference) => {
    expect(applyEdits(content, [{ find, replace }])).toMatchObject({ ok: false, code: 'not_found' });
    const { outcome, notes } = asMeant(content, find, replace);
    expect(outcome).toEqual({ ok: true, content: expected });
    expect(notes).toEqual([expect.stringMatching(difference)]);
  });
});

describe('where more than one reading is possible nothing is written, and the difference is named', () => {
  test('two places', () => {
    const { outcome, hint } = asMeant('a = “x”;\nb = 1;\na = “x”;\n', 'a = "x";', 'a = "y";');
    expect(outcome).toMatchObject({ ok: false, code: 'not_found' });
    expect(hint).toMatch(/quotation marks/);
  });

  test('two spellings of one search in two places', () => {
    expect(asMeant('a = “x”;\na = „x”;\n', 'a = "x";', 'a = "y";').outcome.ok).toBe(false);
  });

  test('what is simply not there', () => {
    expect(asMeant('a = 1;\n', 'b = "2";', 'c')).toMatchObject({ outcome: { ok: false, code: 'not_found' }, notes: [], hint: null });
  });
});

test('later edits see what earlier ones made, and each says how it was read', () => {
  const edits = [
    { find: 'a = “1”', replace: 'a = "2"' },
    { find: 'b = /\\\\d/', replace: 'b = /\\\\w/' },
  ];
  const { outcome, notes } = applyEditsAsMeant('a = "1"\nb = /\\d/\n', edits);
  expect(outcome).toEqual({ ok: true, content: 'a = "2"\nb = /\\w/\n' });
  expect(notes).toHaveLength(2);
});

test('whatever the ladder finds is as the ladder has it, and what is read otherwise changes one place alone', () => {
  const word = fc.constantFrom('a', 'b', '"', '“', '\\', '\\\\', '\n', '\t', '  ', '–', '-', '&lt;', '<', '\u00a0', 'é', 'e\u0301', '1: ');
  const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, text, (content, find, replace) => {
      const plain = applyEdits(content, [{ find, replace }]);
      const { outcome, notes } = asMeant(content, find, replace);
      if (plain.ok || plain.code !== 'not_found') expect({ outcome, notes }).toEqual({ outcome: plain, notes: [] });
      else expect(outcome.ok).toBe(notes.length > 0);
    }),
    { numRuns: 2_000 },
  );
});

test('several edits do what the ladder does with them, where it finds each', () => {
  const word = fc.constantFrom('a', 'b', '"', '“', '\n', '  ', '\ufeff');
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(''));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.record({ find: text, replace: text, all: fc.boolean() }), { minLength: 1, maxLength: 3 }),
      (content, edits) => {
        const plain = applyEdits(content, edits);
        if (plain.ok || plain.code !== 'not_found')
          expect(applyEditsAsMeant(content, edits)).toEqual({ outcome: plain, notes: [], hint: null });
      },
    ),
    { numRuns: 3_000 },
  );
});
