import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../tools/index.ts';
import { XmlAnswerDecoder } from './xml-answer-decoder.ts';

function decode(text: string, wasCut = false) {
  const decoder = new XmlAnswerDecoder(TOOLS);
  decoder.push(text);
  return decoder.end(wasCut);
}

const READ = '<devonz_read_file>\n<path>a.ts</path>\n</devonz_read_file>';
const write = (content: string) => `<devonz_write_file>\n<path>a.ts</path>\n<content>${content}</content>\n</devonz_write_file>`;
const inputOf = (text: string) => decode(text).flatMap((part) => (part.type === 'call' ? [part.input] : []));
const problemOf = (text: string) => decode(text).map((part) => (part.type === 'broken-call' ? part.message : part.type));

describe('calls', () => {
  test('words, then a call', () => {
    expect(decode(`I look at it.\n\n${READ}`)).toEqual([
      { type: 'text', text: 'I look at it.' },
      { type: 'call', toolName: 'devonz_read_file', input: { path: 'a.ts' }, source: READ },
    ]);
  });

  test('the stop sequence takes the closing tag away, whole or in part; the call is whole all the same', () => {
    for (const rest of ['</devonz_read_file>', '</devonz_', '</', '<', '\n', '']) {
      expect(inputOf(`<devonz_read_file>\n<path>a.ts</path>\n${rest}`)).toEqual([{ path: 'a.ts' }]);
    }
    expect(inputOf('<devonz_get_errors>\n')).toEqual([{}]);
  });

  test('several calls may follow one another; what else follows is a result the model made up, and is not read', () => {
    expect(inputOf(`${READ}\n\n${READ.replace('a.ts', 'b.ts')}`)).toEqual([{ path: 'a.ts' }, { path: 'b.ts' }]);
    expect(decode(`${READ}\n<tool_result>\nx\n</tool_result>\n${READ}`)).toHaveLength(1);
    expect(decode(`${READ}\nIt says x.\n${READ}`)).toHaveLength(1);
  });

  test('numbers, lists and truth are JSON; text stays text', () => {
    expect(inputOf('<devonz_run_command><command>123</command><timeout> 500 </timeout></devonz_run_command>')).toEqual([
      { command: '123', timeout: 500 },
    ]);
    expect(inputOf('<devonz_edit_file><path>a</path><edits>[{"find":"x","replace":"y","all":true}]</edits></devonz_edit_file>')).toEqual([
      { path: 'a', edits: [{ find: 'x', replace: 'y', all: true }] },
    ]);
    expect(inputOf('<devonz_run_command><command>ls</command><timeout>soon</timeout></devonz_run_command>')).toEqual([
      { command: 'ls', timeout: 'soon' },
    ]);
  });

  test('a tool that does not exist is a call all the same: the scheduler answers it', () => {
    expect(decode('<devonz_fly>\n<to>moon</to>\n</devonz_fly>')).toMatchObject([
      { type: 'call', toolName: 'devonz_fly', input: { to: 'moon' } },
    ]);
  });

  test('end_turn ends the turn', () => {
    expect(decode('All done.<end_turn></end_turn>')).toEqual([{ type: 'text', text: 'All done.' }]);
    expect(decode('All done.\n\n<end_turn>')).toEqual([{ type: 'text', text: 'All done.' }]);
    expect(decode(`Done.\n<end_turn></end_turn>\n${READ}`)).toEqual([{ type: 'text', text: 'Done.' }]);
    expect(decode(`${READ}\n<end_turn></end_turn>\n${READ}`)).toHaveLength(1);
    expect(decode('<end_turn></end_turn>')).toEqual([]);
  });
});

describe('values', () => {
  test('nothing is escaped', () => {
    expect(inputOf(write('\nif (a < b && c > d) x = "&lt;";\n</div>\n'))).toEqual([
      { path: 'a.ts', content: 'if (a < b && c > d) x = "&lt;";\n</div>\n' },
    ]);
  });

  test('of a value of several lines the first line break is none of it, the last one is', () => {
    expect(inputOf(write('\none\ntwo\n'))).toMatchObject([{ content: 'one\ntwo\n' }]);
    expect(inputOf(write('\r\none\r\ntwo\r\n'))).toMatchObject([{ content: 'one\r\ntwo\r\n' }]);
    expect(inputOf(write('\n  one\n  two\n  '))).toMatchObject([{ content: '  one\n  two\n' }]);
    expect(inputOf(write('\none\ntwo'))).toMatchObject([{ content: 'one\ntwo' }]);
    expect(inputOf('<devonz_run_command>\n<command>\nnpm test\n</command>\n</devonz_run_command>')).toEqual([{ command: 'npm test' }]);
    expect(inputOf(write(''))).toMatchObject([{ content: '' }]);
  });

  test('CDATA holds everything, to the letter', () => {
    expect(inputOf(write('<![CDATA[\n</content> </devonz_write_file> <content>]]>'))).toMatchObject([
      { content: '\n</content> </devonz_write_file> <content>' },
    ]);
    expect(inputOf(write('\n<![CDATA[a]]]]><![CDATA[>b]]>\n'))).toMatchObject([{ content: 'a]]>b' }]);
    expect(inputOf(write('see <![CDATA[ here'))).toMatchObject([{ content: 'see <![CDATA[ here' }]);
  });
});

describe('what can be read in two ways is refused, with what to do instead', () => {
  test.each([
    ['a closing tag in the content', write('a</content>b'), 'there is text between'],
    ['the own opening tag in the content', write('a<content>b'), '<![CDATA['],
    ["a call as the file's content", write(`\n${write('x')}\n`), '<![CDATA['],
    ['a CDATA whose beginning is damaged', write('<![CDTA[a]]>'), '<![CDATA['],
    [']]> inside CDATA', write('<![CDATA[a]]>b]]>'), ']]]]><![CDATA[>'],
    ['a value without an end', '<devonz_write_file>\n<path>a</path>\n<content>half', 'has no end'],
    ['words between the values', READ.replace('<path>', 'hm <path>'), 'there is text between'],
    ['the close of another call', READ.replace('</devonz_read', '</devonz_write'), 'closes nothing'],
    ['a value given twice', READ.replace('<path>a', '<path>b</path><path>a'), 'twice'],
    ['a value nobody takes', READ.replaceAll('path>', 'colour>'), 'it has: path'],
    ['half a tag at the end', '<devonz_read_file>\n<path', 'has no end'],
  ])('%s', (_what, text, why) => {
    expect(problemOf(text)).toEqual([expect.stringContaining(why)]);
  });

  test('a value by a name of another product is read as that of the parameter, and one of another form too', () => {
    expect(decode(READ.replaceAll('path>', 'file_path>'))).toMatchObject([{ type: 'call', input: { file_path: 'a.ts' } }]);
    const edit =
      '<devonz_edit_file>\n<file_path>a</file_path>\n<old_string>1</old_string>\n<new_string>[</new_string>\n</devonz_edit_file>';
    expect(decode(edit)).toMatchObject([{ type: 'call', input: { file_path: 'a', old_string: '1', new_string: '[' } }]);
  });

  test('a call that ran into the length limit is not believed', () => {
    expect(decode('<devonz_write_file>\n<path>a</path>\n<content>half', true)).toMatchObject([
      { type: 'broken-call', message: expect.stringContaining('length limit') },
    ]);
    expect(decode(`${READ}\n${READ}`, true)).toMatchObject([{ type: 'call' }, { type: 'broken-call' }]);
    expect(decode(`${READ}\nand so on`, true)).toMatchObject([{ type: 'call' }]);
    expect(decode('and so on', true)).toMatchObject([{ type: 'text' }]);
  });
});

describe('what is quoted is never run', () => {
  test.each([
    ['in a fence', `Write it so:\n\`\`\`xml\n${READ}\n\`\`\`\nand wait.`],
    ['in a fence that never ends', `Write it so:\n~~~\n${READ}`],
    ['in the middle of a line', `It is \`${READ}\`.`],
    ['in a fence after other lines', `\`\`\`xml\n<!-- so -->\n${READ}\n\`\`\``],
    ['far to the right', `${' '.repeat(60)}${READ}`],
    ['with attributes', '<devonz_read_file id="1"><path>a</path></devonz_read_file>'],
    ['as other tags', '<div>\n<path>a</path>\n</div>'],
  ])('%s', (_what, text) => {
    expect(decode(text)).toEqual([{ type: 'text', text }]);
  });

  test('the one fence the answer begins with is no quotation', () => {
    expect(decode(`\`\`\`xml\n\n${READ}\n\`\`\``)).toMatchObject([{ type: 'call', input: { path: 'a.ts' } }]);
  });

  test('after a fence has ended a call is a call', () => {
    expect(decode(`\`\`\`\nx\n\`\`\`\n${READ}`)).toMatchObject([{ type: 'text' }, { type: 'call' }]);
  });
});

describe('what is shown while it comes', () => {
  function shown(text: string) {
    const decoder = new XmlAnswerDecoder(TOOLS);
    for (const character of text) decoder.push(character);
    return decoder.live();
  }

  test('words grow, and half a tag is not shown', () => {
    expect(shown('I lo')).toEqual([{ type: 'text', text: 'I lo' }]);
    expect(shown('I look.\n<devonz_re')).toEqual([{ type: 'text', text: 'I look.\n' }]);
    expect(shown('Done.<end_turn>')).toEqual([{ type: 'text', text: 'Done.' }]);
    expect(shown('```xml\n')).toEqual([]);
  });

  test('a file grows in its card, and the closing tag never shows', () => {
    expect(shown('I write.\n<devonz_write_file>\n<path>a.ts</path>\n<content>\nlet a;\n</cont')).toEqual([
      { type: 'text', text: 'I write.' },
      { type: 'tool-input', toolName: 'devonz_write_file', fields: { path: 'a.ts', content: 'let a;\n' }, isComplete: false },
    ]);
    expect(shown('<devonz_write_file>\n<content><![CDATA[a]]]]><![CDATA[>b]')).toMatchObject([{ fields: { content: 'a]]>b' } }]);
    expect(shown('<devonz_write_file>\n<content>\n')).toMatchObject([{ fields: {} }]);
    expect(shown(`${READ}\n${READ}\n<devonz_get`)).toMatchObject([{ isComplete: true }, { isComplete: true }]);
  });
});
