import { StepFailedError } from '../agent/errors.ts';
import type { StepTransport } from '../agent/ports.ts';
import { readTurn, TurnReader } from '../agent/stream/turn-reader.ts';
import type { ChatMessage, JsonValue, MessagePart, ToolPart } from '../protocol/message.ts';
import { getAgentSystemPrompt } from './agent-prompts.ts';
import type { AgentOrchestrator } from './orchestrator-service.ts';
import { getAgentToolNames } from './tools-service.ts';

/** A model that `runAgentTask` can ask. */
export interface AgentModel {
  transport: StepTransport;
  /** `provider:model`, asked before each step; empty: the server's default. */
  modelId(): string;
}

/** Steps and tool calls in turn until the model only speaks; returns its last words. Rejects with why it could not continue. */
export async function driveAgentTask(model: AgentModel, task: string, orchestrator: AgentOrchestrator): Promise<string> {
  const messages: ChatMessage[] = [{ id: 'task', role: 'user', parts: [{ type: 'text', text: task }] }];
  for (let step = 1; orchestrator.canContinue(); step++) {
    const parts = await answerOf(model, messages, orchestrator);
    const answered: MessagePart[] = [];
    for (const part of parts) answered.push(part.type === 'dynamic-tool' ? await withResult(part, orchestrator) : part);
    messages.push({ id: `step-${step}`, role: 'assistant', parts: answered });
    orchestrator.incrementIteration();
    if (!parts.some((part) => part.type === 'dynamic-tool')) return wordsOf(parts);
  }
  const { maxIterations } = orchestrator.getState();
  throw new Error(
    orchestrator.signal.aborted ? 'Stopped.' : `The limit of ${maxIterations} iterations was reached before the task was done.`,
  );
}

async function answerOf(model: AgentModel, messages: readonly ChatMessage[], orchestrator: AgentOrchestrator): Promise<MessagePart[]> {
  const { signal } = orchestrator;
  const { iteration, maxIterations } = orchestrator.getState();
  const request = {
    modelId: model.modelId(),
    mode: 'agent' as const,
    system: getAgentSystemPrompt({ nearIterationLimit: orchestrator.isNearIterationLimit(), iteration, maxIterations }),
    messages: structuredClone([...messages]),
    toolNames: getAgentToolNames(),
  };
  const stream = await model.transport.open(request, signal);
  const { parts } = await readTurn(stream, new TurnReader(), { signal, onProgress: () => undefined });
  if (parts.length === 0) throw new StepFailedError('The model gave an empty answer.', []);
  return parts;
}

async function withResult(part: ToolPart, orchestrator: AgentOrchestrator): Promise<ToolPart> {
  if (part.state !== 'input-available') return part;
  const { input } = part;
  const args = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const result = await orchestrator.executeTool(part.toolName, args);
  // Tools give JSON values; what runs through `unknown` on the way is one still.
  if (result.success) return { ...part, state: 'output-available', output: (result.data ?? null) as JsonValue };
  return { ...part, state: 'output-error', errorText: result.error ?? 'It failed.' };
}

function wordsOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
