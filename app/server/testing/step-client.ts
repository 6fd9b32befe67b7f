import type { ChatRequest } from '../../lib/protocol/chat-request.ts';
import { toJsonValue } from '../../lib/protocol/json-value.ts';
import type { ChatMessage, MessagePart } from '../../lib/protocol/message.ts';
import { type StreamPart, streamPartSchema } from '../../lib/protocol/stream-part.ts';
import { TOOL_NAMES } from '../../lib/protocol/tool-names.ts';
import { TOOLS } from '../../lib/tools/index.ts';
import { answerChatRequest } from '../step/answer-chat-request.server.ts';
import { testAccess } from './test-access.ts';

export interface StepOptions {
  modelId: string;
  environment: Record<string, string>;
  messages: (ChatMessage | ChatRequest['messages'][number])[];
  toolNames?: string[];
  signal?: AbortSignal;
  settings?: Pick<ChatRequest, 'temperature' | 'stopSequences' | 'maxOutputTokens' | 'reasoningEffort'>;
}

/** Sends one step through the real route code and the real providers, like the browser. */
export function postStep(options: StepOptions): Promise<Response> {
  const { modelId, environment, messages, toolNames = [TOOL_NAMES.readFile, TOOL_NAMES.writeFile], signal, settings } = options;
  const body = { chatId: 'chat-1', modelId, mode: 'agent', system: 'You are an agent.', messages, toolNames, ...settings };
  const request = new Request('http://ide.localhost/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  return answerChatRequest(request, { access: testAccess(environment), tools: TOOLS });
}

/** Returns the parts of a response, in order. */
export async function readParts(response: Response): Promise<StreamPart[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return lines.map((line) => streamPartSchema.parse(JSON.parse(line.slice(6))));
}

/** Returns the finished message as in the history, with each call answered by `answer`. */
export function toAssistantMessage(parts: readonly StreamPart[], answer: (toolName: string) => string): ChatMessage {
  const finished: MessagePart[] = [{ type: 'step-start' }];
  const texts = new Map<string, { text: string }>();
  for (const part of parts) {
    const metadata = 'providerMetadata' in part && part.providerMetadata !== undefined ? part.providerMetadata : null;
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const kind = part.type === 'text-start' ? ('text' as const) : ('reasoning' as const);
      const open = { type: kind, text: '', ...(metadata === null ? {} : { providerMetadata: metadata }) };
      finished.push(open);
      texts.set(part.id, open);
    }
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const open = texts.get(part.id);
      if (open !== undefined) open.text += part.delta;
      // Some models sign a thought in a separate piece.
      if (open !== undefined && metadata !== null) Object.assign(open, { providerMetadata: metadata });
    }
    if (part.type === 'text-end' || part.type === 'reasoning-end') {
      const open = texts.get(part.id);
      if (open !== undefined && metadata !== null) Object.assign(open, { providerMetadata: metadata });
    }
    if (part.type !== 'tool-input-available') continue;
    finished.push({
      type: 'dynamic-tool',
      state: 'output-available',
      toolName: part.toolName,
      toolCallId: part.toolCallId,
      input: toJsonValue(part.input),
      output: answer(part.toolName),
      ...(metadata === null ? {} : { callProviderMetadata: metadata }),
    });
  }
  return { id: 'assistant-1', role: 'assistant', parts: finished };
}

export function userMessage(text: string): ChatMessage {
  return { id: 'user-1', role: 'user', parts: [{ type: 'text', text }] };
}

export function textOf(parts: readonly StreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}
