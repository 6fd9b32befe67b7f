import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../tools/index.ts';
import { JsonAnswerDecoder } from './json-answer-decoder.ts';

function decode(text: string, wasCut = false) {
  const decoder = new JsonAnswerDecoder(TOOLS);
  decoder.push(text);
  return decoder.end(wasCut);
}

const READ = '{"type":"tool","name":"devonz_read_file","args":{"path":"a.ts"}}';
const SHELL = '{"type":"shell","command":"npm test","reason":"to see"}';

describe('what is run', () => {
  test('an object that is the whole reply is what its type says', () => {
    expect(decode('{"type":"answer","text":"Blue."}')).toEqual([{ type: 'text', text: 'Blue.' }]);
    expect(decode(`\n ${SHELL} \n`)).toMatchObject([
      { type: 'call', toolName: 'devonz_run_command', input: { command: 'npm test', reasoning: 'to see' } },
    ]);
    expect(decode(READ)).toMatchObject([{ type: 'call', toolName: 'devonz_read_file', input: { path: 'a.ts' } }]);
    expect(decode('{"type":"tool","name":"devonz_get_errors"}')).toMatchObject([{ type: 'call', input: {} }]);
  });

  test('so is the object in the one fence that is the whole reply', () => {
    for (const fence of ['```json', '```', '```JSON ']) {
      expect(decode(`${fence}\n${READ}\n\`\`\``)).toMatchObject([{ type: 'call', input: { path: 'a.ts' } }]);
    }
  });

  test('a reason appears on the card where the tool takes one, and is spoken where it does not', () => {
    const spoken = decode('{"type":"tool","name":"devonz_read_file","args":{"path":"a"},"reason":"I look."}');
    expect(spoken).toMatchObject([
      { type: 'text', text: 'I look.' },
      { type: 'call', input: { path: 'a' } },
    ]);
    const both = decode('{"type":"tool","name":"devonz_delete_file","args":{"path":"a","reasoning":"r"},"reason":"I look."}');
    expect(both).toMatchObject([
      { type: 'text', text: 'I look.' },
      { type: 'call', input: { path: 'a', reasoning: 'r' } },
    ]);
    expect(decode('{"type":"tool","name":"nothing","args":{},"reason":"x"}')).toHaveLength(2);
  });

  test('a key that every object has is an argument like any other', () => {
    const [part] = decode('{"type":"tool","name":"devonz_read_file","args":{"__proto__":{"path":"x"},"path":"a"}}');
    const input = part?.type === 'call' ? part.input : null;
    expect(Object.keys(input ?? {})).toEqual(['__proto__', 'path']);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });
});

describe('what is a plain answer, shown as it came and never run', () => {
  test.each([
    ['words before it', `Sure: ${SHELL}`],
    ['words after it', `${SHELL}\nDone.`],
    ['a fence with words around', `Here:\n\`\`\`json\n${SHELL}\n\`\`\``],
    ['a fence of another language', `\`\`\`js\n${SHELL}\n\`\`\``],
    ['two objects', `${SHELL}\n${READ}`],
    ['two fences', `\`\`\`json\n${SHELL}\n\`\`\`\n\`\`\`json\n${READ}\n\`\`\``],
    ['a list of objects', `[${SHELL}]`],
    ['a trailing comma', '{"type":"shell","command":"ls",}'],
    ['a comment', '{"type":"shell","command":"ls" /* so */}'],
    ['an unknown type', '{"type":"run","command":"ls"}'],
    ['no type', '{"command":"ls"}'],
    ['a command that is no text', '{"type":"shell","command":["ls"]}'],
    ['arguments that are no object', '{"type":"tool","name":"devonz_read_file","args":["a.ts"]}'],
    ['arguments under a wrong name', '{"type":"tool","name":"devonz_read_file","arguments":{}}'],
    ['a name that is no text', '{"type":"tool","name":7,"args":{}}'],
    ['half an object', '{"type":"shell","command":"ls"'],
    ['words alone', 'The sky is blue.'],
    ['a number', '42'],
    ['arguments deeper than any tool takes', `{"type":"tool","name":"t","args":{"a":${'['.repeat(500)}${']'.repeat(500)}}}`],
  ])('%s', (_what, text) => {
    expect(decode(text)).toEqual([{ type: 'text', text }]);
  });

  test('JSON that is quoted in an answer is its text', () => {
    expect(decode(JSON.stringify({ type: 'answer', text: SHELL }))).toEqual([{ type: 'text', text: SHELL }]);
  });
});

test('nothing is nothing', () => {
  expect(decode(' \n')).toEqual([]);
  expect(decode('{"type":"answer","text":" "}')).toEqual([]);
});

test('a call that ran into the length limit is not believed, an answer is shown as far as it came', () => {
  expect(decode('{"type":"tool","name":"devonz_write_file","args":{"path":"a","content":"half', true)).toMatchObject([
    { type: 'broken-call', toolName: 'devonz_write_file', message: expect.stringContaining('length limit') },
  ]);
  expect(decode(SHELL, true)).toMatchObject([{ type: 'broken-call', toolName: 'devonz_run_command' }]);
  expect(decode('{"type":"answer","text":"The sky is', true)).toEqual([{ type: 'text', text: 'The sky is' }]);
  expect(decode('{"typ', true)).toEqual([{ type: 'text', text: '{"typ' }]);
});

describe('what is shown while it comes', () => {
  function shown(text: string) {
    const decoder = new JsonAnswerDecoder(TOOLS);
    for (const character of text) decoder.push(character);
    return decoder.live();
  }

  test('words, an answer and a call grow', () => {
    expect(shown('The sk')).toEqual([{ type: 'text', text: 'The sk' }]);
    expect(shown('```json\n{"type":"answer","text":"The \\"sk')).toEqual([{ type: 'text', text: 'The "sk' }]);
    expect(shown('{"type":"shell","command":"npm te')).toMatchObject([{ toolName: 'devonz_run_command', fields: { command: 'npm te' } }]);
    expect(shown('{"type":"tool","name":"devonz_write_file","reason":"so","args":{"path":"a.ts","x":[1],"content":"let a')).toEqual([
      {
        type: 'tool-input',
        toolName: 'devonz_write_file',
        fields: { path: 'a.ts', content: 'let a', reasoning: 'so' },
        values: { x: '[1]' },
        isComplete: false,
      },
    ]);
  });

  test('what is not known yet is not shown', () => {
    for (const text of ['', '  ', '``', '```js', '{"ty', '{"type":"too', '{"type":"tool","args":{"path":"a"}'])
      expect(shown(text)).toEqual([]);
  });
});
