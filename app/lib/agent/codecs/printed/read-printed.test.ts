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
const INPUT = '{"path": "a.txt"}';

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
  // JSON, with the arguments beside the name, under the name, or in a list.
  `{"tool": "${BOUND}", "path": "a.txt"}`,
  `{"reasoning": "I look.", "tool": "${BOUND}", "path": "a.txt"}`,
  `{"${BOUND}": ${INPUT}}`,
  `{"tool_calls": [{"function": {"name": "${BOUND}", "arguments": ${INPUT}}}]}`,
  `{"role": "assistant", "content": null, "tool_calls": [{"name": "${BOUND}", "args": ${INPUT}}]}`,
  `{"tool_uses": [{"recipient_name": "functions.${BOUND}", "parameters": ${INPUT}}]}`,
  `{"tool_call": {"name": "${BOUND}", "arguments": ${INPUT}}}`,
  // Kimi.
  `functions.${BOUND}:0${INPUT}`,
  `I look.\nfunctions.${BOUND}:0 ${INPUT}`,
  `<|tool_calls_section_begin|><|tool_call_begin|>functions.${BOUND}:0<|tool_call_argument_begin|>${INPUT}<|tool_call_end|><|tool_calls_section_end|>`,
  // Harmony, whole and without some of its tokens.
  `to=functions.${BOUND} ${INPUT}`,
  `assistantcommentary to=functions.${BOUND} json${INPUT}`,
  `<|start|>assistant<|channel|>commentary to=functions.${BOUND}<|message|>${INPUT}`,
  `<|start|>assistant to=functions.${BOUND}<|channel|>commentary json<|message|>${INPUT}<|call|>`,
  `<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.${BOUND}<|message|>${INPUT}`,
  // Others.
  `<|tool_call|>{"name": "${BOUND}", "arguments": ${INPUT}}<|/tool_call|>`,
  `<|tool_call|>[{"name": "${BOUND}", "arguments": ${INPUT}}]`,
  `<|tool_call|>${BOUND}${INPUT}`,
  `<tools>\n{"name": "${BOUND}", "arguments": ${INPUT}}\n</tools>`,
  `<tool_use>\n{"name": "${BOUND}", "input": ${INPUT}}\n</tool_use>`,
  `✿FUNCTION✿: ${BOUND}\n✿ARGS✿: ${INPUT}\n✿RESULT✿: a`,
  `<|tool▁calls▁begin|><|tool▁call▁begin|>function<|tool▁sep|>${BOUND}\n\`\`\`json\n${INPUT}\n\`\`\`<|tool▁call▁end|><|tool▁calls▁end|>`,
])('a call in a form that can be read is made: %j', (answer) => {
  expect(readPrinted(answer, tools)).toMatchObject({ type: 'calls', calls: [{ toolName: BOUND, input: { path: 'a.txt' } }] });
});

test.each([
  `I look.\n{"tool": "${BOUND}", "path": "a.txt"}`,
  `I look.\n[{"name": "${BOUND}", "arguments": ${INPUT}}]`,
  '{"tool": "read_file", "path": "a.txt"}',
  `<|tool_call_start|>[${BOUND}(path="a.txt")]<|tool_call_end|>`,
  '<|tool_call|>',
  `<tool_code>${BOUND}(path="a.txt")</tool_code>`,
  '<tool_code>\nprint(read_file("a.txt"))\n</tool_code>',
  '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch',
  '```\n*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch\n```',
  'I fix it.\n\n*** Begin Patch\n*** Add File: a.txt\n+b\n*** End Patch\n\nThat is all.',
  `\`\`\`\n${BOUND}\npath: a.txt\n\`\`\``,
  `I look.\n${BOUND}\n- path: a.txt`,
  // A name and an argument of it, whatever is around them.
  `<function>\n{"name": "${BOUND}", "arguments": ${INPUT}}\n</function>`,
  `<tool>${BOUND}</tool>\n<args>${INPUT}</args>`,
  `<function name="${BOUND}">\n<param name="path">a.txt</param>\n</function>`,
  `<|action_start|><|plugin|>{"name": "${BOUND}", "parameters": ${INPUT}}<|action_end|>`,
  `TOOL_CALL: ${BOUND}(${INPUT})`,
  `tool_call: {"name": "${BOUND}", "arguments": ${INPUT}}`,
  `I look.\n\n**Tool call:** \`${BOUND}\`\n\`\`\`json\n${INPUT}\n\`\`\``,
  `/${BOUND} path=a.txt`,
  `name: ${BOUND}\narguments:\n  path: a.txt`,
  `"${BOUND}": ${INPUT}`,
  '<bash>npm test</bash>',
  'I write it.\n<boltAction type="file" filePath="a.txt">b</boltAction>',
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch\nEOF",
])('a call in a form that can be meant in more than one way is seen: %j', (answer) => {
  expect(readPrinted(answer, tools)).toMatchObject({ type: 'unclear' });
});

test.each([
  '<|tool_call_start|> is the token with which LFM2 begins a call.',
  '<|tool_response|>ok<|/tool_response|>',
  '<tools>\n<tool name="hammer"/>\n</tools>',
  '<tool_code> is what Gemini writes.',
  '<|start|>assistant<|channel|>final<|message|>It multiplies now.',
  'to=functions is the recipient in the harmony format.',
  `{"tool": "${BOUND}", "description": "reads a file"}`,
  `{"tools": ["${BOUND}"]}`,
  `{"${BOUND}": {"calls": 3}}`,
  '{"tool": "hammer", "path": "a.txt"}',
  '{"steps": [{"action": "click", "input": "#save"}]}',
  'This is the patch that I applied:\n\n```\n*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch\n```',
  'A patch begins with\n*** Begin Patch\nand names a file.',
  `I called ${BOUND} with ${INPUT}.`,
  `I used ${BOUND} with path="a.txt", as you asked.`,
  `${BOUND} takes:\n\n\`\`\`json\n${INPUT}\n\`\`\``,
  'The result:\n\n```json\n{"name": "x", "input": "y"}\n```',
  'The settings are now {"name": "my-app", "tool": {"path": "a"}}',
  `The tools are:\n- ${BOUND}(path, startLine)\n- devonz_write_file(path, content)`,
  `The tool for it:\n${BOUND}\nIt takes path, startLine and endLine.`,
])('what resembles a call is none: %j', (answer) => {
  expect(readPrinted(answer, tools)).toBeNull();
});

test('an answer that is made to hang a pattern is read in a moment', () => {
  const pieces = ['{', '{"a":', '\n{', 'call ', 'name ', '"path":', '[', '<a>\n', ' ', '\n', 'to=', '<|tool'];
  const answers = pieces.flatMap((piece) => [`${BOUND} ${piece.repeat(20_000)}}`, `${piece.repeat(20_000)}}`]);
  expect(answers.map((answer) => readPrinted(answer, tools)?.type).filter((type) => type === 'calls')).toEqual([]);
});

test('a patch is no call where none can be applied', () => {
  const patch = '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch';
  const reading = tools.filter(({ name }) => name !== 'devonz_apply_patch');
  expect(readPrinted(patch, reading)).toBeNull();
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
