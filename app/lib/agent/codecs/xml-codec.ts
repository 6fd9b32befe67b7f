import type { JsonValue } from '../../protocol/message.ts';
import { TOOL_NAMES, TOOL_PREFIXES } from '../../protocol/tool-names.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { toolSignature } from '../conversation/tool-parameters.ts';
import { type TextDialect, textHistory } from './text-history.ts';
import type { ToolCodec } from './tool-codec.ts';
import { toolResultText } from './tool-result-text.ts';
import { XmlAnswerDecoder } from './xml-answer-decoder.ts';
import { writeValue } from './xml-value.ts';

/** Puts calls into tags in the answer's text, which ends at their closing tag. */
export const xmlCodec: ToolCodec = {
  name: 'xml',
  encode({ foreignTools: _, ...request }, tools) {
    const offered = tools.filter((tool) => request.toolNames.includes(tool.name));
    const messages = textHistory(request.messages, XML_TURNS);
    if (offered.length === 0) return { ...request, messages, toolNames: [] };
    return {
      ...request,
      system: `${request.system}\n\n${contract(offered)}`,
      messages,
      toolNames: [],
      // Providers accept only a few.
      stopSequences: [...prefixesOf(offered).map((prefix) => `</${prefix}`), '</end_turn>'],
    };
  },
  createDecoder: (tools) => (tools.length === 0 ? null : new XmlAnswerDecoder(tools)),
};

function prefixesOf(tools: readonly ToolDefinition[]): readonly string[] {
  return TOOL_PREFIXES.filter((prefix) => tools.some(({ name }) => name.startsWith(prefix)));
}

function contract(tools: readonly ToolDefinition[]): string {
  return `How you call a tool: say in a sentence what you do and why, then write the call in tags, beginning on a line of its own and outside code fences:

<${TOOL_NAMES.readFile}>
<path>src/main.ts</path>
</${TOOL_NAMES.readFile}>

- Your reply ends with the closing tag. The result comes as the next message, in <tool_result>; wait for it, never make one up.
- Nothing is escaped in a value: < and & stay as they are. A value of several lines begins on the line after its opening tag, and its last line break is part of it.
- Numbers, true, false, lists and objects are written as JSON.
- A value that holds its own tag, such as a text with </content> in <content>, goes in <![CDATA[ and ]]>; inside, ]]> is written ]]]]><![CDATA[>.
- When the task is done, or only the user can help, say so in plain words without a call, or end with <end_turn></end_turn>.

The tools and their arguments, each argument a tag of its own:
${tools.map(toolSignature).join('\n')}`;
}

/** Writes a call as a model would. Exported for the round trip in tests. */
export function xmlCall(toolName: string, input: JsonValue): string {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const fields = Object.entries(isObject ? input : { input });
  const lines = fields.map(([name, value]) => writeValue(name, typeof value === 'string' ? value : JSON.stringify(value)));
  return [`<${toolName}>`, ...lines, `</${toolName}>`].join('\n');
}

const XML_TURNS: TextDialect = {
  answer: (text) => text,
  exchange: (text, calls) => [
    {
      role: 'assistant',
      text: [text.trim(), ...calls.map((call) => xmlCall(call.toolName, call.input))].filter((part) => part !== '').join('\n\n'),
    },
    { role: 'user', text: calls.map((call) => `<tool_result>\n${withoutEnd(toolResultText(call))}\n</tool_result>`).join('\n\n') },
  ],
};

/** Prevents a file or program from closing its own result and continuing as the user. */
function withoutEnd(text: string): string {
  return text.replace(/<\/(tool_result)/gi, '<\\/$1');
}
