import { isInstructions } from 'devonz-engine-protocol/protected-paths';
import { z } from 'zod';
import { effectOf } from '../../protocol/effect-of.ts';
import { delegatedCallId } from '../../protocol/ids.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { MadeFiles } from '../contract/made-files.ts';
import type { SessionFacts } from '../contract/session-facts.ts';
import { mayMakeFiles } from '../policy/paths/may-make-files.ts';
import { workReport } from './work-report.ts';

/** Of such files nothing can be run. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)(?:LICENSE|\.gitignore|\.env\.example)$/i;

/** `isIgnored`: what .gitignore leaves out, which is no work to be checked. */
export function sessionFacts(state: ConversationState, isIgnored: (path: string) => boolean = () => false): SessionFacts {
  return {
    plan: state.plan,
    lockedPaths: state.lockedPaths,
    made: madeFiles(state).files,
    unchecked: uncheckedFiles(state, isIgnored),
    isGivenAddress: (address) => givenTexts(state).some((text) => text.includes(address)),
  };
}

/** What this run has changed of the project's files, by what the journal and the calls' effects tell. */
export function madeFiles(state: Conversation & Pick<ConversationState, 'fileLog'>): MadeFiles {
  const calls = taskCalls(state);
  const files = new Map<string, 'agent' | 'command'>();
  for (const { path, kind, by } of workReport({ calls, fileLog: state.fileLog }).changed) {
    if (kind !== 'deleted' && by !== 'person') files.set(path, by === 'agent' ? 'agent' : 'command');
  }
  // Always: what is decided about is a command of this run itself, and its first part may write what its second executes.
  return { files, hasRunCommands: true };
}

/**
 * Files of instructions for agents that a tool has changed for this task. Such a change always asks, so each of them
 * was approved; of a conversation that came from elsewhere nobody knows.
 */
export function approvedInstructions(state: Conversation): ReadonlySet<string> {
  if (state.isForeign) return new Set();
  const effects = taskCalls(state).flatMap((call) => (call.status === 'success' ? call.effects : []));
  const paths = effects.flatMap((effect) => (effect.type === 'file-created' || effect.type === 'file-modified' ? [effect.path] : []));
  return new Set(paths.filter(isInstructions));
}

/**
 * Whether this run has made or changed anything that code could load: a file of the project (not by the user), or, as far as its commands
 * tell, one that no record has.
 */
export function hasMadeAnything(state: Conversation & Pick<ConversationState, 'fileLog'>, projectRoot: string): boolean {
  const calls = taskCalls(state);
  if (workReport({ calls, fileLog: state.fileLog }).changed.some(({ by }) => by !== 'person')) return true;
  return calls.some((call) => commandOf(call).some((command) => mayMakeFiles(command, projectRoot)));
}

/** Commands that a call ran or may have begun: one that was stopped or failed may have written before. */
function commandOf(call: ToolCall): string[] {
  if (call.status === 'success') return call.effects.flatMap((effect) => (effect.type === 'command-ran' ? [effect.command] : []));
  const mayHaveBegun = call.status === 'executing' || call.status === 'cancelled' || (call.status === 'error' && call.code === 'failed');
  const named = mayHaveBegun ? withCommand.safeParse(call.input) : null;
  return named?.success === true ? [named.data.command] : [];
}

const withCommand = z.object({ command: z.string() });

/** Names the task that is worked on. */
export function taskId(state: Conversation): string {
  return state.messages[taskStart(state)]?.id ?? '';
}

function uncheckedFiles(state: ConversationState, isIgnored: (path: string) => boolean): readonly string[] {
  if (state.iteration >= state.maxIterations) return [];
  const calls = taskCalls(state);
  if (calls.some((call) => call.status === 'error' && call.code === 'unchecked')) return [];
  const { unchecked } = workReport({ calls, fileLog: state.fileLog, fileMarks: state.fileMarks, isIgnored });
  return unchecked.filter(({ path, by }) => by !== 'person' && !PROSE.test(path)).map(({ path }) => path);
}

/**
 * The calls since the user's newest task, those of sub-agents behind the call that has started each; an answer to a question of the agent
 * continues with the task.
 */
export function taskCalls(state: Conversation): ToolCall[] {
  const own = state.messages.slice(taskStart(state) + 1).flatMap((message) => callsOf(message, state));
  return own.flatMap((call) => [call, ...delegatedCalls(call, state.delegates.get(call.toolCallId))]);
}

function delegatedCalls({ toolCallId }: ToolCall, delegate: ConversationState | undefined): ToolCall[] {
  return [...(delegate?.toolCalls.values() ?? [])].map((call) => {
    return { ...call, toolCallId: delegatedCallId(toolCallId, call.toolCallId) };
  });
}

type Conversation = Pick<ConversationState, 'isForeign' | 'messages' | 'remarks' | 'toolCalls' | 'delegates'>;

/** Where the message of the newest task is; -1: there is none. */
function taskStart(state: Conversation): number {
  const { messages, remarks } = state;
  return messages.findLastIndex(
    (message, index) => message.role === 'user' && !remarks.has(message.id) && !callsOf(messages[index - 1], state).some(isQuestion),
  );
}

function callsOf(message: ChatMessage | undefined, { toolCalls }: Conversation): ToolCall[] {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'dynamic-tool' ? (toolCalls.get(part.toolCallId) ?? []) : []));
}

/** Text that somebody outside wrote was read for this task, or came with a message of it. */
export function hasReadOutside(state: Conversation): boolean {
  const isOutside = (part: MessagePart) => part.type === 'text' && part.attachment !== undefined && part.attachment.source.kind !== 'file';
  return (
    state.isForeign ||
    taskCalls(state).some(hasBroughtText) ||
    state.messages.slice(Math.max(0, taskStart(state))).some(({ parts }) => parts.some(isOutside))
  );
}

/** The user's words, and what other hosts answered. What the agent itself wrote is none of them. */
function givenTexts({ messages, remarks, toolCalls, delegates }: Conversation): string[] {
  const said = messages.filter(({ id, role }) => role === 'user' && !remarks.has(id));
  const words = said.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
  const calls = [toolCalls, ...[...delegates.values()].map((delegate) => delegate.toolCalls)].flatMap((each) => [...each.values()]);
  const read = calls.flatMap((call) =>
    call.status === 'success' && effectOf(call.effects, 'outside-read') !== undefined ? [JSON.stringify(call.output)] : [],
  );
  return [...words, ...read];
}

function isQuestion(call: ToolCall): boolean {
  return call.status === 'success' && effectOf(call.effects, 'question-asked') !== undefined;
}

function hasBroughtText(call: ToolCall): boolean {
  if (call.status !== 'success') return false;
  return effectOf(call.effects, 'outside-read') !== undefined || effectOf(call.effects, 'foreign-answered') !== undefined;
}

/** When a run is over: what was for it came too late for its last step, or the next task waits for its end. */
export function hasNextTask({ status, queued }: ConversationState): boolean {
  if (status === 'completed') return queued.length > 0;
  return status === 'waiting_for_user' && queued.some(({ when }) => when === 'after-step');
}
