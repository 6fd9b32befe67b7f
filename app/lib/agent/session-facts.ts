import type { ChatMessage } from '../protocol/message.ts';
import type { Subgoal } from '../protocol/plan.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import type { ConversationState } from './conversation-state.ts';
import { workReport } from './work-report.ts';

/** What tools may know of the conversation they work in. */
export interface SessionFacts {
  plan: readonly Subgoal[];
  lockedPaths: readonly string[];
  /** Files changed for this task of which nothing was checked since; empty where the model was told so already, or has no step left. */
  unchecked: readonly string[];
}

const COMPLETE_TOOL = 'devonz_task_complete';
const ASK_TOOL = 'devonz_ask_user';
/** Of such files nothing can be run. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)(?:LICENSE|\.gitignore|\.env\.example)$/i;

export function sessionFacts(state: ConversationState): SessionFacts {
  return { plan: state.plan, lockedPaths: state.lockedPaths, unchecked: uncheckedFiles(state) };
}

function uncheckedFiles(state: ConversationState): readonly string[] {
  if (state.iteration >= state.maxIterations) return [];
  const calls = taskCalls(state);
  if (calls.some((call) => call.toolName === COMPLETE_TOOL && call.status === 'error')) return [];
  const { changed, checks } = workReport(calls);
  return checks.length > 0 ? [] : changed.filter((path) => !PROSE.test(path));
}

/** The calls since the person's newest task; an answer to a question of the agent goes on with the task. */
export function taskCalls({ messages, remarks, toolCalls }: Pick<ConversationState, 'messages' | 'remarks' | 'toolCalls'>): ToolCall[] {
  const start = messages.findLastIndex(
    (message, index) => message.role === 'user' && !remarks.has(message.id) && !asks(messages[index - 1]),
  );
  return messages
    .slice(start + 1)
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.type === 'dynamic-tool' ? (toolCalls.get(part.toolCallId) ?? []) : []));
}

function asks(message: ChatMessage | undefined): boolean {
  return message?.parts.some((part) => part.type === 'dynamic-tool' && part.toolName === ASK_TOOL) === true;
}
