import { TOOL_EXECUTION_APPROVAL, TOOL_EXECUTION_DENIED, TOOL_EXECUTION_ERROR } from '../../utils/constants.ts';
import type { ChatMessage, JsonValue, MessagePart, ToolPart } from '../protocol/message.ts';
import { isAgentModeEnabled } from './agent-mode.ts';
import { getAgentSystemPrompt as agentPrompt } from './agent-prompts.ts';
import type { AgentExecutionState, ToolExecutionResult } from './agent-types.ts';
import { getAgentOrchestrator } from './orchestrator-service.ts';
import { getAgentTools, getAgentToolsWithoutExecute, isAgentTool } from './tools-service.ts';

/** Receives results as they arrive; compatible with the AI SDK's stream writer. */
export interface ToolResultWriter {
  write(
    part:
      | { type: 'tool-output-available'; toolCallId: string; output: JsonValue }
      | { type: 'tool-output-error'; toolCallId: string; errorText: string },
  ): void;
}

export const getAgentToolSet = getAgentTools;
export const getAgentToolSetWithoutExecute = getAgentToolsWithoutExecute;

export function shouldUseAgentMode(request: { agentMode?: boolean } = {}): boolean {
  return request.agentMode ?? isAgentModeEnabled();
}

export function getAgentSystemPrompt(compact = false): string {
  return agentPrompt({ compact });
}

/** Puts the agent's prompt before the base prompt, whose rules, locks and memory are kept. */
export function enhanceSystemPromptWithAgentMode(base: string, options: { compact?: boolean } = {}): string {
  const prompt = agentPrompt(options);
  return base.trim() === '' ? prompt : `${prompt}\n\n${base}`;
}

export const isAgentToolName = isAgentTool;

export interface AgentToolCall {
  toolCallId: string;
  toolName: string;
  args: Record<string, unknown>;
}

/**
 * Runs a call with the shared orchestrator, including approvals, and writes the result. Returns null for a tool that is not the agent's.
 */
export async function processAgentToolCall(call: AgentToolCall, stream: ToolResultWriter): Promise<ToolExecutionResult | null> {
  return runAndTell(call, stream, false);
}

async function runAndTell(call: AgentToolCall, stream: ToolResultWriter, isApproved: boolean): Promise<ToolExecutionResult | null> {
  if (!isAgentTool(call.toolName)) return null;
  const result = await getAgentOrchestrator().executeTool(call.toolName, call.args, { isApproved });
  const { toolCallId } = call;
  if (result.success) stream.write({ type: 'tool-output-available', toolCallId, output: outputOf(result) });
  else stream.write({ type: 'tool-output-error', toolCallId, errorText: result.error ?? TOOL_EXECUTION_ERROR });
  return result;
}

export function processAgentToolInvocation(name: string, args: Record<string, unknown>): Promise<ToolExecutionResult> {
  return getAgentOrchestrator().executeTool(name, args);
}

/**
 * Answers every open call of the agent's tools in the last message, in order; other parts are unchanged. A call that is answered with the
 * user's yes or no is open too: with a yes it runs, unless it is never allowed.
 */
export async function processAgentToolInvocations(messages: readonly ChatMessage[], stream: ToolResultWriter): Promise<ChatMessage[]> {
  const last = messages.at(-1);
  if (last === undefined || last.role !== 'assistant') return [...messages];
  const parts: MessagePart[] = [];
  for (const part of last.parts) {
    parts.push(part.type === 'dynamic-tool' ? await answered(part, stream) : part);
  }
  return [...messages.slice(0, -1), { ...last, parts }];
}

async function answered(part: ToolPart, stream: ToolResultWriter): Promise<ToolPart> {
  const word = part.state === 'output-available' ? part.output : null;
  const isApproved = word === TOOL_EXECUTION_APPROVAL.APPROVE;
  const isRejected = word === TOOL_EXECUTION_APPROVAL.REJECT;
  if (part.state !== 'input-available' && !isApproved && !isRejected) return part;
  const { type, toolCallId, toolName, input, callProviderMetadata } = part;
  const base = { type, toolCallId, toolName, input, ...(callProviderMetadata === undefined ? {} : { callProviderMetadata }) };
  if (isRejected && isAgentTool(toolName)) {
    stream.write({ type: 'tool-output-error', toolCallId, errorText: TOOL_EXECUTION_DENIED });
    return { ...base, state: 'output-error', errorText: TOOL_EXECUTION_DENIED };
  }
  const args = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const result = await runAndTell({ toolCallId, toolName, args }, stream, isApproved);
  if (result === null) return part;
  return result.success
    ? { ...base, state: 'output-available', output: outputOf(result) }
    : { ...base, state: 'output-error', errorText: result.error ?? TOOL_EXECUTION_ERROR };
}

/** The cast is safe: tools return JSON values, which pass through `unknown`. */
function outputOf(result: ToolExecutionResult): JsonValue {
  return (result.data ?? null) as JsonValue;
}

export function getAgentToolsSummary(): string {
  const tools = Object.entries(getAgentToolsWithoutExecute());
  return tools.map(([name, tool]) => `- ${name}: ${tool.description}`).join('\n');
}

export function initializeAgentSession(task = ''): void {
  getAgentOrchestrator().startSession(task);
}

export function endAgentSession(): AgentExecutionState {
  return getAgentOrchestrator().endSession();
}

export function getAgentIterationWarning(): string | null {
  return getAgentOrchestrator().getIterationWarningPrompt();
}

/** Returns false if the limit is reached, so that the caller must stop. */
export function incrementAgentIteration(): boolean {
  return getAgentOrchestrator().incrementIteration();
}

/** Kept for compatibility; there are no caches. */
export function clearAgentToolCaches(): void {}
