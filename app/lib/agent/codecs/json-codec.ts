import type { JsonValue, ToolPart } from '../../protocol/message.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import type { StepRequest } from '../contract/ports.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { toolSignature } from '../conversation/tool-parameters.ts';
import { JsonAnswerDecoder } from './json-answer-decoder.ts';
import { type TextDialect, type TextTurn, textHistory } from './text-history.ts';
import type { ToolCodec } from './tool-codec.ts';
import { toolResultText } from './tool-result-text.ts';

/** Encodes each answer as one JSON object: an answer, a shell command or a tool call. */
export const jsonCodec: ToolCodec = {
  name: 'json',
  encode({ foreignTools: _, ...request }, tools) {
    const offered = tools.filter((tool) => request.toolNames.includes(tool.name));
    if (offered.length === 0) return { ...request, messages: textHistory(request.messages, PLAIN_ANSWERS), toolNames: [] };
    return {
      ...request,
      system: `${request.system}\n\n${contract(offered)}`,
      messages: textHistory(request.messages, JSON_ANSWERS),
      toolNames: [],
    } satisfies StepRequest;
  },
  createDecoder: (tools) => (tools.length === 0 ? null : new JsonAnswerDecoder(tools)),
};

function contract(tools: readonly ToolDefinition[]): string {
  const shell = tools.some((tool) => tool.name === TOOL_NAMES.runCommand)
    ? ['- To run a shell command: {"type":"shell","command":"npm test","reason":"one sentence: why"}']
    : [];
  return `How you reply: your whole reply is ONE JSON object and nothing else. No words before or after it, no comments, no second object.
- To use a tool: {"type":"tool","name":"${TOOL_NAMES.readFile}","args":{"path":"src/main.ts"},"reason":"one sentence: why"}
${[...shell, '- To speak to the user, which ends your turn: {"type":"answer","text":"…"}'].join('\n')}
One call in a reply. Its result is the next message and begins with "Tool result"; wait for it, never make one up. A reply that is not one such object is shown to the user as an answer, and nothing is run.

The tools and their arguments:
${tools.map(toolSignature).join('\n')}`;
}

/** Writes a call as a model would. Exported for the round trip in tests. */
export function jsonCall(toolName: string, input: JsonValue, said = ''): string {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const { reasoning, ...args } = isObject ? input : { input };
  const isReason = typeof reasoning === 'string' && reasoning.trim() !== '';
  const reasons = [said.trim(), isReason ? reasoning : ''].filter((text) => text !== '');
  const reason = reasons.length === 0 ? {} : { reason: reasons.join('\n') };
  // An empty reasoning is not a reason, so it stays an argument.
  const rest = reasoning === undefined || isReason ? args : { ...args, reasoning };
  const { command, ...others } = rest;
  if (toolName === TOOL_NAMES.runCommand && typeof command === 'string' && Object.keys(others).length === 0) {
    return JSON.stringify({ type: 'shell', command, ...reason });
  }
  return JSON.stringify({ type: 'tool', name: toolName, args: rest, ...reason });
}

const JSON_ANSWERS: TextDialect = {
  answer: (text) => JSON.stringify({ type: 'answer', text }),
  // One object per turn: each call is followed by its own result.
  exchange: (text, calls) => calls.flatMap((call, index) => turnsOf(call, index === 0 ? text : '')),
};

/** The model answers in plain text if no tool can be called. */
const PLAIN_ANSWERS: TextDialect = { ...JSON_ANSWERS, answer: (text) => text };

function turnsOf(call: ToolPart, said: string): TextTurn[] {
  return [
    { role: 'assistant', text: jsonCall(call.toolName, call.input, said) },
    { role: 'user', text: toolResultText(call) },
  ];
}
