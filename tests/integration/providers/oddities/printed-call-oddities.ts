import type { Oddity } from './oddity.ts';

/** Calls in the text of a response to a request that offered functions. */

const ARGUMENTS = '{"path":"a.txt","content":"x"}';
const NAME = 'devonz_write_file';
const NAMED = `{"name": "${NAME}", "arguments": ${ARGUMENTS}}`;

const run = (name: string, words: string): Oddity => ({
  name: `${name} in text`,
  shows: { file: 'x' },
  play: ({ wire }) => [{ pieces: wire.answer({ text: words }) }],
});

/** The call is not run: the model learns why, and the user is offered another way to call tools. */
const told = (name: string, words: string): Oddity => ({
  name: `${name} in text`,
  shows: { text: 'All is well again.' },
  play: ({ wire }) => [{ pieces: wire.answer({ text: words }) }],
  isRepaired: true,
});

/** Repeated: the run does not end as if it had succeeded. */
const stubborn = (name: string, words: string): Oddity => ({
  name,
  shows: {},
  tells: /model-stopped.*printed-call/,
  play: ({ wire }) => [1, 2, 3, 4].map(() => ({ pieces: wire.answer({ text: words }) })),
});

export const PRINTED_CALL_ODDITIES: readonly Oddity[] = [
  run('<tool_call> with JSON', `<tool_call>\n${NAMED}\n</tool_call>`),
  run('<tool_call> after words', `I write it.\n\n<tool_call>\n${NAMED}\n</tool_call>`),
  run('<tool_call> without an end', `<tool_call>\n${NAMED}`),
  run('<tool_call> after <think>', `<think>Yes.</think>\n<tool_call>${NAMED}</tool_call>`),
  run(
    '<tool_call> twice',
    `<tool_call>{"name":"devonz_read_file","arguments":{"path":"notes.md"}}</tool_call>\n<tool_call>${NAMED}</tool_call>`,
  ),
  run('<function_call>', `<function_call>${NAMED}</function_call>`),
  run('<function=> with JSON', `<function=${NAME}>${ARGUMENTS}</function>`),
  run(
    '<function=> with parameters',
    `<tool_call>\n<function=${NAME}>\n<parameter=path>\na.txt\n</parameter>\n<parameter=content>\nx\n</parameter>\n</function>\n</tool_call>`,
  ),
  run(
    '<arg_key>',
    `<tool_call>${NAME}\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n<arg_key>content</arg_key>\n<arg_value>x</arg_value>\n</tool_call>`,
  ),
  run('[TOOL_CALLS] with a list', `[TOOL_CALLS] [${NAMED}]`),
  run('[TOOL_CALLS] with [ARGS]', `[TOOL_CALLS]${NAME}[ARGS]${ARGUMENTS}`),
  run('[TOOL_CALLS] with a name', `[TOOL_CALLS]${NAME}${ARGUMENTS}`),
  run('<|python_tag|>', `<|python_tag|>{"name": "${NAME}", "parameters": ${ARGUMENTS}}`),
  run(
    '<｜tool▁calls▁begin｜> with a fence',
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${NAME}\n\`\`\`json\n${ARGUMENTS}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  run(
    '<｜tool▁calls▁begin｜>',
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${NAME}<｜tool▁sep｜>${ARGUMENTS}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  run(
    '<|tool_calls_section_begin|>',
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${NAME}:0<|tool_call_argument_begin|>${ARGUMENTS}<|tool_call_end|><|tool_calls_section_end|>`,
  ),
  run(
    '<invoke>',
    `<function_calls>\n<invoke name="${NAME}">\n<parameter name="path">a.txt</parameter>\n<parameter name="content">x</parameter>\n</invoke>\n</function_calls>`,
  ),
  run(
    '<｜DSML｜invoke>',
    `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${NAME}">\n<｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true">x</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`,
  ),
  run(
    '<minimax:tool_call>',
    `<minimax:tool_call>\n<invoke name="${NAME}">\n<parameter name="path">a.txt</parameter>\n<parameter name="content">x</parameter>\n</invoke>\n</minimax:tool_call>`,
  ),
  run('<|channel|>commentary', `<|channel|>commentary to=functions.${NAME} <|constrain|>json<|message|>${ARGUMENTS}<|call|>`),
  run('JSON that is the whole reply', NAMED),
  run('JSON in the fence that is the whole reply', `\`\`\`json\n${NAMED}\n\`\`\``),
  run('a list of calls that is the whole reply', `[${NAMED}]`),
  run('the tags of our own codec', `I write.\n\n<${NAME}>\n<path>a.txt</path>\n<content>x</content>\n</${NAME}>`),
  told('a call in a fence with words around', `I will do this:\n\n\`\`\`json\n${NAMED}\n\`\`\`\n\nThen it is done.`),
  told('<tool_call> that breaks off', `<tool_call>\n{"name": "${NAME}", "arguments": {"path": "a.`),
  told(
    'a parameter that can be read in two ways',
    `<function=${NAME}>\n<parameter=path>a.txt</parameter>\n<parameter=content>a <parameter=b>c</parameter> d</parameter>\n</function>`,
  ),
  stubborn('calls in text that break off, again and again', `<tool_call>\n{"name": "${NAME}", "arguments": {"path": "a.`),
];
