import type { ChatMessage } from '../../protocol/message.ts';
import type { Subgoal } from '../../protocol/plan.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { MadeFiles } from '../policy/policy-decision.ts';
import type { ConversationState } from './conversation-state.ts';
import { workReport } from './work-report.ts';

/** What tools may know of the conversation they work in. */
export interface SessionFacts {
  plan: readonly Subgoal[];
  lockedPaths: readonly string[];
  /** What this run has changed, by who did it; a command that executes it may have to ask. */
  made: MadeFiles['files'];
  /** Files changed for this task of which nothing was checked since; empty where the model was notified of that already, or has no step left. */
  unchecked: readonly string[];
}

const COMPLETE_TOOL = 'devonz_task_complete';
const ASK_TOOL = 'devonz_ask_user';
const COMMAND_TOOL = 'devonz_run_command';
/** Of such files nothing can be run. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)(?:LICENSE|\.gitignore|\.env\.example)$/i;

/** `isIgnored`: what .gitignore leaves out, which is no work to be checked. */
export function sessionFacts(state: ConversationState, isIgnored: (path: string) => boolean = () => false): SessionFacts {
  return { plan: state.plan, lockedPaths: state.lockedPaths, made: madeFiles(state).files, unchecked: uncheckedFiles(state, isIgnored) };
}

/** What this run has changed of the project's files, by what the journal and the calls' results tell. */
export function madeFiles(state: Pick<ConversationState, 'messages' | 'remarks' | 'toolCalls' | 'fileLog'>): MadeFiles {
  const calls = taskCalls(state);
  const files = new Map<string, 'agent' | 'command'>();
  for (const { path, kind, by } of workReport({ calls, fileLog: state.fileLog }).changed) {
    if (kind !== 'deleted' && by !== 'person') files.set(path, by === 'agent' ? 'agent' : 'command');
  }
  return { files, hasRunCommands: calls.some(({ toolName, status }) => toolName === COMMAND_TOOL && status !== 'error') };
}

function uncheckedFiles(state: ConversationState, isIgnored: (path: string) => boolean): readonly string[] {
  if (state.iteration >= state.maxIterations) return [];
  const calls = taskCalls(state);
  if (calls.some((call) => call.toolName === COMPLETE_TOOL && call.status === 'error')) return [];
  const { changed, isChecked } = workReport({ calls, fileLog: state.fileLog, fileMarks: state.fileMarks, isIgnored });
  return isChecked ? [] : changed.filter(({ path, by }) => by !== 'person' && !PROSE.test(path)).map(({ path }) => path);
}

/** The calls since the user's newest task; an answer to a question of the agent continues with the task. */
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
