import type { TurnEvent } from '../agent/stream/turn.ts';
import { Turn } from '../agent/stream/turn.ts';
import { browserIds } from '../browser/browser-ports.ts';
import type { ChatMessage, JsonValue } from '../protocol/message.ts';
import { TOOL_NAMES } from '../protocol/tool-names.ts';
import { SEED_TOOLS } from '../tools/index.ts';
import { getAgentSystemPrompt } from './agent-prompts.ts';
import type { AgentExecutionState, ToolCallRecord } from './agent-types.ts';
import { extractCuratedHistory } from './curated-history.ts';
import { agentEnvironment } from './environment.ts';
import { executionState } from './execution-state.ts';
import { getAgentOrchestrator } from './orchestrator-service.ts';

/** The first seed's names for the loop. Each is a view of the one session and stores nothing itself. */

/** Returns every message of the open session. */
export function agentHistory(): readonly ChatMessage[] {
  return getAgentOrchestrator().getHistory();
}

/** Returns the answered calls of the newest task. */
export function agentSteps(): readonly ToolCallRecord[] {
  return getAgentOrchestrator().getState().toolCalls;
}

export function agentRunning(): boolean {
  return getAgentOrchestrator().isAtWork();
}

/** Gives the task to the session's model; resolves when it has ended, whatever the outcome. */
export async function startAgentLoop(text: string): Promise<AgentExecutionState> {
  return executionState(await getAgentOrchestrator().carryOut(text));
}

/** Cancels the stream, the command and the questions of the current work. */
export function stopAgent(): void {
  getAgentOrchestrator().abort();
}

/** Asks the connected model for one response to this history and yields its events, without running calls. */
export async function* runAgentStep(
  history: readonly ChatMessage[],
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<TurnEvent, void, void> {
  const model = agentEnvironment()?.model;
  if (model === undefined) {
    yield { type: 'Error', value: { message: 'No model is connected.', isRetryable: false } };
    return;
  }
  const messages = extractCuratedHistory(history);
  const toolNames = SEED_TOOLS.map(({ name }) => name);
  yield* new Turn(model.transport).run(
    { modelId: model.modelId(), mode: 'agent', system: getAgentSystemPrompt(), messages, toolNames },
    signal,
  );
}

/** Runs a command with the same approvals as any call. The returned history ends with the call and its result. */
export async function executeAgentCommand(command: string, reasoning: string, history: readonly ChatMessage[]): Promise<ChatMessage[]> {
  const input = { command, reasoning };
  const { success, data, error = '' } = await getAgentOrchestrator().executeTool(TOOL_NAMES.runCommand, input);
  const call = { type: 'dynamic-tool' as const, toolCallId: browserIds.next(), toolName: TOOL_NAMES.runCommand, input };
  // The cast is safe: tools return JSON, which passes through `unknown`.
  const output = (data ?? null) as JsonValue;
  const part = success
    ? { ...call, state: 'output-available' as const, output }
    : { ...call, state: 'output-error' as const, errorText: error };
  return [...history, { id: browserIds.next(), role: 'assistant', parts: [part] }];
}

/** Runs a command in the agent's own shell, never in the user's terminal. Resolves with its output; rejects if it was not run. */
export async function runAgentCommand(command: string): Promise<string> {
  const {
    success,
    data,
    error = 'The command was not run.',
  } = await getAgentOrchestrator().executeTool(TOOL_NAMES.runCommand, { command });
  if (!success) throw new Error(error);
  const output = typeof data === 'object' && data !== null && 'output' in data ? data.output : '';
  return typeof output === 'string' ? output : '';
}
