import type { ChatMessage, JsonValue, MessagePart, ToolPart } from '../../protocol/message.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { printOutput } from './print-output.ts';

/** Each part is printed only once: parts are immutable, and the text depends only on the part. */
const printed = new WeakMap<ToolPart, ToolPart>();
/** Caches the texts of results that repeat the result before them. */
const again = new WeakMap<MessagePart, ToolPart>();

/**
 * Returns the messages with each result as the text that its tool prints. The journal keeps the structured results; only requests contain
 * the texts.
 */
export function printedResults(messages: readonly ChatMessage[], tools: Pick<ToolRegistry, 'get'>): ChatMessage[] {
  const last = new Map<string, string>();
  return messages.map((message) => {
    const parts = message.parts.map((part) => saidOnce(printedPart(part, tools), tools, last));
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
  });
}

/** Changes `last`. A stub is no result, so what follows it is sent whole. */
function saidOnce(part: MessagePart, tools: Pick<ToolRegistry, 'get'>, last: Map<string, string>): MessagePart {
  if (part.type !== 'dynamic-tool' || part.state !== 'output-available' || typeof part.output !== 'string') return part;
  const same = tools.get(part.toolName)?.sameAgain;
  if (same === undefined) return part;
  const isSame = last.get(part.toolName) === part.output && same.length < part.output.length;
  last.set(part.toolName, part.output);
  if (!isSame) return part;
  const made = again.get(part) ?? { ...part, output: same };
  again.set(part, made);
  return made;
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
