import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOL_REGISTRY } from '../../../tools/index.ts';
import { XmlAnswerDecoder } from '../xml-answer-decoder.ts';
import { readPrinted } from './read-printed.ts';

const { tools } = TOOL_REGISTRY;
const needs = (name: string) =>
  z
    .object({ required: z.array(z.string()).default([]) })
    .parse(z.toJSONSchema(tools.find((tool) => tool.name === name)?.schema ?? expect.unreachable(), { io: 'input' })).required;
/** A tool without required arguments, and one with some. */
const FREE = tools.find(({ name, foreign }) => foreign === undefined && needs(name).length === 0)?.name ?? expect.unreachable();
const BOUND = 'devonz_read_file';

test.each([
  'You can use\n<tool_call>\nto call a tool.',
  '<tool_call> is the tag with which a call begins.',
  'The tags are:\n<tool_call>\n</tool_call>',
  `<tool_call>${BOUND} reads a file.`,
  '[TOOL_CALLS] is what others write.',
  `The first is\n<${BOUND}>\nand reads a file.`,
  `{"name": "${BOUND}"}`,
  `{"tool": "${BOUND}"}`,
])('words about a call are none: %j', (answer) => {
  expect(readPrinted(answer, tools)).toBeNull();
});

test.each([
  `<tool_call>${FREE}</tool_call>`,
  `<tool_call>\n${FREE}\n</tool_call>`,
  `I look.\n<tool_call>${FREE}`,
  `[TOOL_CALLS]${FREE}`,
  `<function=${FREE}></function>`,
  `<invoke name="${FREE}"></invoke>`,
  `{"name": "${FREE}"}`,
  `<${FREE}>\n</${FREE}>`,
])('a call without arguments is one: %j', (answer) => {
  expect(readPrinted(answer, tools)).toMatchObject({ type: 'calls', calls: [{ toolName: FREE, input: {} }] });
});

test.each([
  `<tool_call>\n${BOUND}\n</tool_call>`,
  `<tool_call>\n${BOUND}\npath: a.txt`,
  '<tool_call>\nread the file\n</tool_call>',
  '<tool_call>',
  `<${BOUND}>a.txt</${BOUND}>`,
])('what begins as a call and cannot be read is no call and no words: %j', (answer) => {
  expect(readPrinted(answer, tools)).toMatchObject({ type: 'unclear' });
});

test('a call behind words about calls is made', () => {
  const answer = `<tool_call> is how I call.\n\n<tool_call>{"name": "${BOUND}", "arguments": {"path": "a.txt"}}</tool_call>`;
  expect(readPrinted(answer, tools)).toMatchObject({ type: 'calls', calls: [{ toolName: BOUND, input: { path: 'a.txt' } }] });
});

test('in the text codec, too, a tag among words is one of them', () => {
  const answer = `The first is\n<${BOUND}>\nand reads a file.`;
  for (const cut of [1, 15, 40, answer.length]) {
    const decoder = new XmlAnswerDecoder(tools);
    for (let at = 0; at < answer.length; at += cut) decoder.push(answer.slice(at, at + cut));
    expect(decoder.end(false)).toEqual([{ type: 'text', text: answer }]);
  }
});
