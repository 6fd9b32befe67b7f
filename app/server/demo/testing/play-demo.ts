import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import { isJsonValue } from '../../../lib/protocol/json-value.ts';
import { remarkText } from '../../../lib/protocol/remark.ts';
import { toolOffers } from '../../../lib/step/tool-offers.ts';
import { getToolDefinition, TOOLS } from '../../../lib/tools/index.ts';
import { createDemoModel } from '../create-demo-model.server.ts';
import { instantPacer } from '../pacer.server.ts';
import type { FakeExecutor, MadeCall } from './fake-executor.ts';

export type StreamedCall = MadeCall & { id: string };

/** One complete answer of the model. */
export interface StreamedTurn {
  text: string;
  calls: StreamedCall[];
}

/** More steps than any script has, so that a demo that loops fails instead of hanging. */
const MAX_STEPS = 40;

export const agentToolNames = TOOLS.map(({ name }) => name);

export function callOptions(prompt: LanguageModelV3Prompt, toolNames: readonly string[] = agentToolNames): LanguageModelV3CallOptions {
  const offers = toolOffers({ toolNames, mode: 'agent' }, TOOLS);
  if (!offers.ok) throw new Error(offers.refusal.message);
  return { prompt, tools: offers.value.map((offer) => ({ type: 'function' as const, ...offer })) };
}

/** A conversation with the demo, over the model's own streaming interface. */
export class DemoChat {
  readonly prompt: LanguageModelV3Prompt = [{ role: 'system', content: 'You are an agent.' }];
  readonly turns: StreamedTurn[] = [];

  constructor(
    private readonly executor: FakeExecutor,
    private readonly toolNames: readonly string[] = agentToolNames,
  ) {}

  /** Sends a message, runs the demo's calls until it has finished, and returns its last words. */
  async send(text: string): Promise<string> {
    this.prompt.push({ role: 'user', content: [{ type: 'text', text }] });
    for (let step = 0; step < MAX_STEPS; step++) {
      const turn = await streamedTurn(callOptions(this.prompt, this.toolNames));
      this.turns.push(turn);
      this.prompt.push({
        role: 'assistant',
        content: [
          { type: 'text', text: turn.text },
          ...turn.calls.map(({ id, toolName, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName, input })),
        ],
      });
      if (turn.calls.length === 0) return turn.text;
      const results = turn.calls.map(({ id, ...call }) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: call.toolName,
        output: asSent(call, this.executor.run(call)),
      }));
      this.prompt.push({ role: 'tool', content: results });
      if (turn.calls.some(({ input }) => JSON.stringify(input).includes('package.json')))
        this.prompt.push({ role: 'user', content: [{ type: 'text', text: remarkText('This has changed: there is a routine "dev".') }] });
    }
    throw new Error(`The demo has not ended after ${MAX_STEPS} steps.`);
  }
}

/** A model gets results as the text that their tool prints. */
function asSent({ toolName, input }: MadeCall, output: LanguageModelV3ToolResultPart['output']): LanguageModelV3ToolResultPart['output'] {
  const tool = getToolDefinition(toolName);
  if (tool === undefined || output.type !== 'json' || !isJsonValue(output.value)) return output;
  return { type: 'text', value: tool.print(output.value, isJsonValue(input) ? input : null) };
}

/** Reads a stream and verifies an invariant: the deltas of a call form its input. */
async function streamedTurn(options: LanguageModelV3CallOptions): Promise<StreamedTurn> {
  const { stream } = await createDemoModel({ pacer: instantPacer }).doStream(options);
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const turn: StreamedTurn = { text: '', calls: [] };
  const inputs = new Map<string, string>();
  for (const part of parts) {
    if (part.type === 'text-delta') turn.text += part.delta;
    if (part.type === 'tool-input-delta') inputs.set(part.id, (inputs.get(part.id) ?? '') + part.delta);
    if (part.type !== 'tool-call') continue;
    if (inputs.get(part.toolCallId) !== part.input) throw new Error('The streamed input is not the input of the call.');
    turn.calls.push({ id: part.toolCallId, toolName: part.toolName, input: JSON.parse(part.input) });
  }
  if (parts.at(-1)?.type !== 'finish') throw new Error('The stream has no finish.');
  return turn;
}
