import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments, readArguments } from './call-arguments.ts';
import { parseJson, repairedJson, scanJson } from './json-problem.ts';

const read = (text: string, mayClose = false) => readArguments(text, { toolName: 'devonz_write_file', mayClose });
const inputOf = (text: string, mayClose = false) => {
  const result = read(text, mayClose);
  return result.ok ? result.input : result.message;
};

describe('arguments that can be read in one way only are read', () => {
  test.each([
    ['as they are', '{"path":"a","n":[1,-2.5e3,true,null]}', { path: 'a', n: [1, -2500, true, null] }],
    ['nothing at all', ' \n', {}],
    ['in a code fence', '```json\n{"path":"a"}\n```', { path: 'a' }],
    ['as JSON inside a JSON string', '"{\\"path\\":\\"a\\"}"', { path: 'a' }],
    ['with a comma before a bracket', '{"path":"a","list":[1,2, ],}', { path: 'a', list: [1, 2] }],
    ['with a bracket too many', '{"path":"a"}}]', { path: 'a' }],
    ['with a bare line break in a text', '{"content":"one\n\ttwo\u0001"}', { content: 'one\n\ttwo\u0001' }],
  ])('%s', (_name, text, input) => {
    expect(inputOf(text)).toEqual(input);
  });

  test('missing brackets at the very end are added only to calls that change nothing', () => {
    const text = '{"path":"a","list":[{"b":true';
    expect(inputOf(text, true)).toEqual({ path: 'a', list: [{ b: true }] });
    expect(inputOf(text, false)).toContain('the text ends before its }');
  });

  test.each(['{"path":"a', '{"path":"a","n":12', '{"path":', '{"path"', '{"path":"a",', '{"path":"a\\', '{"path":"a\\u00'])(
    'a text that breaks off is never completed, not even to read: %s',
    (text) => {
      expect(read(text, true).ok).toBe(false);
    },
  );
});

describe('for all others the answer says what is wrong and where', () => {
  test.each([
    ['{"path": "a" "content": "b"}', 'a comma or } is missing (line 1, column 14, at ⟨here⟩ in: {"path": "a" ⟨here⟩"content": "b"})'],
    ['{\n  "path": "a",\n  content: "b"\n}', 'the name of a field must come here, in double quotes, not "c" (line 3, column 3'],
    ['{"content":"say "hi""}', 'a comma or } is missing (line 1, column 18'],
    ["{'path':'a'}", 'the name of a field must come here, in double quotes, not "\'" (line 1, column 2'],
    ['{"a":undefined}', '"undefined" is no value of JSON; a text needs double quotes (line 1, column 6'],
    ['{"a":NaN}', '"NaN" is no value of JSON'],
    ['{"a":\'b\'}', 'a text needs double quotes (line 1, column 6'],
    ['{"a":,}', 'a value is missing before ","'],
    ['{"a" "b"}', 'a colon is missing after the name of a field'],
    ['{"a":"\\q"}', '"\\\\q" is no escape of JSON; a backslash is written \\\\ (line 1, column 7'],
    ['{"a":-}', 'this is no number of JSON'],
    ['{"a":1} {"b":2}', 'the JSON ends here, and more follows (line 1, column 9'],
    ['{"path":"src/a.ts","content":"half', 'the text that begins here has no end (line 1, column 30'],
    ['[1', 'the text ends before its ]'],
    ['Sure!', '"Sure" is no value of JSON'],
  ])('%s', (text, words) => {
    const message = inputOf(text);
    expect(message).toContain('The arguments of devonz_write_file are not valid JSON: ');
    expect(message).toContain(words);
    expect(message).toContain('Nothing was done. Send the call again');
  });

  test.each([
    ['[1]', 'not a list'],
    ['null', 'not null'],
    ['12', 'not a number'],
    ['"text"', 'not valid JSON'],
    ['{"a":1e999}', 'a number too large'],
    [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'nested deeper than 64 levels'],
  ])('%s is no object of arguments', (text, words) => {
    expect(inputOf(text)).toContain(words);
  });

  test('a quotation shows no control or direction characters', () => {
    expect(inputOf('{"a" \u202e\ud800\u0007 b}')).toContain('{"a" ⟨here⟩���');
  });
});

test('a key named __proto__ is an argument like any other', () => {
  const result = checkArguments(JSON.parse('{"__proto__":{"a":1}}'), { toolName: 't', mayClose: false });
  expect(Object.keys(result.ok ? (result.input as object) : {})).toEqual(['__proto__']);
});

test('the scanner agrees with JSON.parse about every text, and what it repairs parses', () => {
  const json = fc.json({ maxDepth: 4 });
  const broken = fc
    .tuple(json, fc.nat(), fc.nat(3), fc.constantFrom('', ',', '}', ']', '"', '\\', '\n', '{', ':', '0', 'x'))
    .map(([text, at, drop, by]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + by + text.slice(place + drop);
    });
  fc.assert(
    fc.property(fc.oneof(json, broken, fc.string()), (text) => {
      const { problem, repairs } = scanJson(text);
      const isJson = parseJson(text) !== undefined;
      if (isJson || (problem === null && repairs.length === 0)) return isJson && problem === null && repairs.length === 0;
      if (problem === null) return parseJson(repairedJson(text, repairs)) !== undefined;
      return problem.at >= 0 && problem.at <= text.length && problem.what !== '';
    }),
    { numRuns: 3_000 },
  );
});

describe('arguments that are sent twice', () => {
  const rules = { toolName: 'devonz_write_file', mayClose: false };
  test.each(['{"path":"a.txt","content":"}{"}', '{"a":{"b":[1,2]}}', '{}'])('%s is read once', (text) => {
    for (const between of ['', ' ', '\n']) {
      expect(readArguments(text + between + text, rules)).toEqual({ ok: true, input: JSON.parse(text) });
    }
  });

  test.each(['{"a":1}{"a":2}', '{"a":1}{"a":1}{"a":1}'])('%s is not', (text) => {
    expect(readArguments(text, rules).ok).toBe(false);
  });
});
