import type { ChatMessage, JsonValue, MessagePart, ToolPart } from '../../protocol/message.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { printOutput } from './print-output.ts';

/** Each part is printed only once: parts are immutable, and the text depends only on the part. */
const printed = new WeakMap<ToolPart, ToolPart>();

/**
 * Returns the messages with each result as the text that its tool prints. The journal keeps the structured results; only requests contain
 * the texts.
 */
export function printedResults(messages: readonly ChatMessage[], tools: Pick<ToolRegistry, 'get'>): ChatMessage[] {
  return messages.map((message) => {
    const parts = message.parts.map((part) => printedPart(part, tools));
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
  });
}

export function printedPart<Part extends MessagePart>(part: Part, tools: Pick<ToolRegistry, 'get'>): Part | ToolPart {
  if (part.type !== 'dynamic-tool' || part.state !== 'output-available' || typeof part.output === 'string') return part;
  const before = printed.get(part);
  if (before !== undefined) return before;
  const made: ToolPart = { ...part, output: printedResult(part.toolName, part, tools) };
  printed.set(part, made);
  return made;
}

/** Returns a result as its tool prints it for the model. */
export function printedResult(
  toolName: string,
  { output, input }: { output: JsonValue; input: JsonValue },
  tools: Pick<ToolRegistry, 'get'>,
): string {
  const tool = tools.get(toolName);
  // A stub is already a sentence, so the tool does not print it.
  return tool === undefined || fieldsOf(output).has('stub') ? printOutput(output) : tool.print(output, input);
}
