import { isInstructions } from 'devonz-engine-protocol/protected-paths';
import { isOutside } from '../../protocol/attachments/attachment.ts';
import { effectOf } from '../../protocol/effect-of.ts';
import { type ContentHash, delegatedCallId } from '../../protocol/ids.ts';
import type { ChatMessage, JsonValue, MessagePart } from '../../protocol/message.ts';
import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { MadeFiles } from '../contract/made-files.ts';
import type { SessionFacts } from '../contract/session-facts.ts';
import { type WorkReport, workReport } from './work-report.ts';

/** Files that contain nothing to run. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$|(?:^|\/)(?:LICENSE|\.gitignore|\.env\.example)$/i;

/** `isIgnored` returns true for files excluded by .gitignore, which need no check. `call-runner` adds `planReminder` and `toolText`. */
export function sessionFacts(
  state: ConversationState,
  isIgnored: (path: string) => boolean = () => false,
): Omit<SessionFacts, 'planReminder' | 'toolText'> {
  return {
    plan: state.plan,
    lockedPaths: state.lockedPaths,
    made: madeFiles(state).files,
    unchecked: uncheckedFiles(state, isIgnored),
    failedCheck: failedCheck(state, isIgnored),
    keptOutputs: () => keptOutputs(state),
    changedUnseen: (path) => changedUnseen(state, path),
    isGivenAddress: (address) => isGiven(address, state),
  };
}

function changedUnseen({ seenFiles }: Pick<ConversationState, 'seenFiles'>, path: string): 'user' | 'runtime' | null {
  const known = seenFiles.get(path) ?? 'as-seen';
  return known === 'as-seen' ? null : known;
}

function keptOutputs({ toolCalls }: Pick<ConversationState, 'toolCalls'>): ReadonlyMap<string, ContentHash> {
  const kept = new Map<string, ContentHash>();
  for (const call of toolCalls.values()) {
    const effect = call.status === 'success' ? effectOf(call.effects, 'output-kept') : undefined;
    if (effect !== undefined) kept.set(effect.name, effect.hash);
  }
  return kept;
}

/** Returns the project files that this run has changed, according to the journal and the effects of the calls. */
export function madeFiles(state: Conversation & Pick<ConversationState, 'fileLog'>): MadeFiles {
  const calls = runCalls(state);
  const files = new Map<string, 'agent' | 'command'>();
  for (const { path, kind, by } of workReport({ calls, fileLog: state.fileLog }).changed) {
    if (kind !== 'deleted' && by !== 'user') files.set(path, by === 'agent' ? 'agent' : 'command');
  }
  // Always true: the decision is about a command of this run, whose first part may write what its second part executes.
  return { files, hasRunCommands: true };
}

/**
 * Returns the agent instruction files that a tool has changed for this task. Such changes always require approval, so each was approved.
 * Empty for a conversation of foreign origin, about which this is unknown.
 */
export function approvedInstructions(state: Conversation): ReadonlySet<string> {
  if (state.isForeign) return new Set();
  const effects = taskCalls(state).flatMap((call) => (call.status === 'success' ? call.effects : []));
  const paths = effects.flatMap((effect) => (effect.type === 'file-created' || effect.type === 'file-modified' ? [effect.path] : []));
  return new Set(paths.filter(isInstructions));
}

/** Returns the id of the current task. */
export function taskId(state: Conversation): string {
  return state.messages[taskStart(state)]?.id ?? '';
}

function uncheckedFiles(state: ConversationState, isIgnored: (path: string) => boolean): readonly string[] {
  if (state.iteration >= state.maxIterations) return [];
  if (taskCalls(state).some((call) => call.status === 'error' && call.code === 'unchecked')) return [];
  return standingUnchecked(state, isIgnored);
}

/** Returns the files that the agent has changed for this task and that nothing has checked since. */
export function standingUnchecked(state: ConversationState, isIgnored: (path: string) => boolean): readonly string[] {
  const { unchecked } = reportOf(state, isIgnored);
  return unchecked.filter(({ path, by }) => by !== 'user' && !PROSE.test(path)).map(({ path }) => path);
}

/** Returns the failed last check, of which the model is notified once per task. */
function failedCheck(state: ConversationState, isIgnored: (path: string) => boolean): string | null {
  if (state.iteration >= state.maxIterations) return null;
  if (taskCalls(state).some((call) => call.status === 'error' && call.code === 'check_failed')) return null;
  return standingFailure(state, isIgnored);
}

/** Returns the command of the last check, if it failed. */
export function standingFailure(state: ConversationState, isIgnored: (path: string) => boolean): string | null {
  const { checks } = reportOf(state, isIgnored);
  const last = checks.findLast((check) => check.kind === 'command' && check.result !== 'unproven');
  return last?.kind === 'command' && last.result === 'failed' ? last.command : null;
}

function reportOf(state: ConversationState, isIgnored: (path: string) => boolean): WorkReport {
  return workReport({ calls: taskCalls(state), fileLog: state.fileLog, fileMarks: state.fileMarks, isIgnored });
}

/**
 * Returns the calls since the user's newest task, with the calls of sub-agents after the call that started each. An answer to the agent's
 * question continues the task.
 */
export function taskCalls(state: Conversation): ToolCall[] {
  return ownTaskCalls(state).flatMap((call) => [call, ...delegatedCalls(call, state.delegates.get(call.toolCallId))]);
}

/** Returns the calls since the user's newest task, without those of sub-agents. */
export function ownTaskCalls(state: Conversation): ToolCall[] {
  return taskMessages(state).flatMap((message) => callsOf(message, state));
}

/** Returns the messages since the user's newest task. */
export function taskMessages(state: Conversation): readonly ChatMessage[] {
  return state.messages.slice(taskStart(state) + 1);
}

/** Returns the user's own words for the newest task, without what is attached. */
export function taskWords(state: Conversation): string {
  const { parts = [] } = state.messages[taskStart(state)] ?? {};
  return parts.map((part) => (part.type === 'text' && part.attachment === undefined ? part.text : '')).join('\n');
}

function delegatedCalls({ toolCallId }: ToolCall, delegate: ConversationState | undefined): ToolCall[] {
  return [...(delegate?.toolCalls.values() ?? [])].map((call) => {
    return { ...call, toolCallId: delegatedCallId(toolCallId, call.toolCallId) };
  });
}

type Conversation = Pick<ConversationState, 'isForeign' | 'messages' | 'remarks' | 'toolCalls' | 'delegates' | 'addedToTask'>;

/** Returns the index of the newest task's message; -1 if there is none. */
function taskStart(state: Conversation): number {
  return lastRequest(state, () => true);
}

/** Returns the index of the user's last message that answers no question of the agent and is one of the wanted. */
function lastRequest(state: Conversation, isWanted: (message: ChatMessage) => boolean): number {
  const { messages, remarks } = state;
  return messages.findLastIndex(
    (message, index) =>
      message.role === 'user' && !remarks.has(message.id) && !callsOf(messages[index - 1], state).some(isQuestion) && isWanted(message),
  );
}

/**
 * Returns the calls since the newest run began, with those of sub-agents. What the user says while the agent works does not undo what it
 * has read and made before.
 */
export function runCalls(state: Conversation): ToolCall[] {
  const calls = state.messages.slice(runStart(state) + 1).flatMap((message) => callsOf(message, state));
  return calls.flatMap((call) => [call, ...delegatedCalls(call, state.delegates.get(call.toolCallId))]);
}

/** Returns the index of the message with which the newest run's task began; -1 if there is none. */
function runStart(state: Conversation): number {
  return lastRequest(state, ({ id }) => !state.addedToTask.has(id));
}

function callsOf(message: ChatMessage | undefined, { toolCalls }: Conversation): ToolCall[] {
  return (message?.parts ?? []).flatMap((part) => (part.type === 'dynamic-tool' ? (toolCalls.get(part.toolCallId) ?? []) : []));
}

/** Returns true if text from outside was read in this run or attached to one of its messages. */
export function hasReadOutside(state: Conversation): boolean {
  const isFromServer = (part: MessagePart) => part.type === 'text' && part.attachment !== undefined && isOutside(part.attachment.source);
  return (
    state.isForeign ||
    runCalls(state).some(hasBroughtText) ||
    state.messages.slice(Math.max(0, runStart(state))).some(({ parts }) => parts.some(isFromServer))
  );
}

/**
 * Returns true if the user's words or the response of another host contain the address, or if it was read before. A response that repeats
 * the address from the arguments of its own call does not count, because then the agent wrote it.
 */
function isGiven(address: string, { messages, remarks, toolCalls, delegates }: Conversation): boolean {
  const said = messages.filter(({ id, role }) => role === 'user' && !remarks.has(id));
  if (said.some(({ parts }) => parts.some((part) => part.type === 'text' && part.text.includes(address)))) return true;
  const calls = [toolCalls, ...[...delegates.values()].map((delegate) => delegate.toolCalls)].flatMap((each) => [...each.values()]);
  return calls.some((call) => {
    const read = call.status === 'success' ? effectOf(call.effects, 'outside-read') : undefined;
    if (call.status !== 'success' || read === undefined) return false;
    return read.url === address || (JSON.stringify(call.output).includes(address) && !isSaidIn(address, call.input));
  });
}

/** Compares letters only: a response may escape what it repeats. */
function isSaidIn(address: string, input: JsonValue): boolean {
  return lettersOf(JSON.stringify(input)).includes(lettersOf(address));
}

function lettersOf(text: string): string {
  const plain = text
    .replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replace(/&(?:#\w+|\w+);/g, '');
  return plain.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isQuestion(call: ToolCall): boolean {
  return call.status === 'success' && effectOf(call.effects, 'question-asked') !== undefined;
}

function hasBroughtText(call: ToolCall): boolean {
  if (call.status !== 'success') return false;
  return effectOf(call.effects, 'outside-read') !== undefined || effectOf(call.effects, 'foreign-answered') !== undefined;
}

/** Returns true if a message arrived too late for the last step of a finished run, or the next task waits for its end. */
export function hasNextTask({ status, queued }: ConversationState): boolean {
  if (status === 'completed') return queued.length > 0;
  return status === 'waiting_for_user' && queued.some(({ when }) => when === 'after-step');
}
