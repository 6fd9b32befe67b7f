import { PASSING_TOOL } from '../../../protocol/trained/trained-names.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';
import type { ToolDefinition } from '../../contract/tool-definition.ts';
import { toolSignature } from '../../conversation/tool-parameters.ts';
import { LATE_TOOLS } from '../../prompts/prompt-texts.ts';

type Said = Pick<ConversationState, 'messages' | 'remarks' | 'toolCalls'>;

/** Returns the tools that a request names without describing them; none where no tool describes them. */
export function namedTools(tools: readonly ToolDefinition[], context: PromptContext, state: Said): ReadonlySet<string> {
  if (!tools.some(({ name }) => name === PASSING_TOOL)) return new Set();
  const called = new Set([...state.toolCalls.values()].map(({ toolName }) => toolName));
  const signs = signsIn(context, state);
  const isNamed = (tool: ToolDefinition) => tool.rare !== undefined && !called.has(tool.name) && !isWanted(tool, signs);
  return new Set(tools.filter(isNamed).map(({ name }) => name));
}

/**
 * Describes the tools that the beginning of the request only names and that could be needed by now; null if there are none. A description
 * is given once, at the end of the messages, because the beginning must stay.
 */
export function lateDescriptions(
  tools: readonly ToolDefinition[],
  named: ReadonlySet<string>,
  context: PromptContext,
  state: Said,
): string | null {
  const open = tools.filter(({ name }) => named.has(name));
  if (open.length === 0) return null;
  const signs = signsIn(context, state);
  const wanted = open.filter((tool) => isWanted(tool, signs)).map((tool) => tool.rare?.late ?? toolSignature(tool));
  if (wanted.length === 0) return null;
  const fresh = wanted.filter((text) => !hasRemark(text, state));
  return fresh.length === 0 ? null : [LATE_TOOLS, ...fresh].join('\n');
}

interface Signs {
  context: PromptContext;
  words: readonly string[];
}

function signsIn(context: PromptContext, state: Said): Signs {
  return { context, words: userWords(state) };
}

function isWanted({ rare }: ToolDefinition, { context, words }: Signs): boolean {
  if (rare === undefined) return true;
  const { facts, words: sign } = rare.signs;
  if (facts !== undefined && (context[facts] ?? []).length > 0) return true;
  return sign !== undefined && words.some((text) => sign.test(text));
}

/** The user's own words, without what is attached to them. */
function userWords({ messages, remarks }: Said): string[] {
  return messages
    .filter(({ id, role }) => role === 'user' && !remarks.has(id))
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' && part.attachment === undefined ? [part.text] : [])));
}

/** Returns true if a remark of the conversation contains the text. */
export function hasRemark(text: string, { messages, remarks }: Pick<Said, 'messages' | 'remarks'>): boolean {
  return messages.some(({ id, parts }) => remarks.has(id) && parts.some((part) => part.type === 'text' && part.text.includes(text)));
}
