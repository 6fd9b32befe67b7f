import { event, inTwo, type Wire, type WireUsage } from './wire.ts';

/** The differences from OpenAI among providers of Chat Completions. */
export interface ChatDialect {
  /** Returns the delta for a thought; undefined if the provider does not expose thoughts. */
  reasoning?: (text: string) => Record<string, unknown>;
  /** Where the usage is reported: in its own event, in the one that ends the response, or there under `x_groq`. */
  usagePlace: 'own' | 'last' | 'x_groq';
  usage?: WireUsage;
}

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 30,
  total_tokens: 130,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 10 },
  // DeepSeek's names for the cached part.
  prompt_cache_hit_tokens: 40,
  prompt_cache_miss_tokens: 60,
};

export function chatWire({ reasoning, usagePlace, usage }: ChatDialect): Wire {
  return {
    format: 'chat',
    contentType: 'text/event-stream',
    showsReasoning: reasoning !== undefined,
    usage: usage ?? { inputTokens: 100, outputTokens: 30, cachedInputTokens: 40, reasoningTokens: 10 },
    failure: (message) => event({ error: { message, type: 'server_error', code: 503, param: null } }),
    answer: (script) => [
      event(chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])),
      ...(reasoning === undefined ? [] : inTwo(script.reasoning ?? '').map((piece) => event(chunk([choice(reasoning(piece))])))),
      ...inTwo(script.text ?? '').map((piece) => event(chunk([choice({ content: piece })]))),
      ...(script.calls ?? []).flatMap(({ id, name, input }, index) => [
        event(chunk([choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })])),
        ...inTwo(JSON.stringify(input)).map((piece) => event(chunk([choice({ tool_calls: [{ index, function: { arguments: piece } }] })]))),
      ]),
      ...ending(script.calls === undefined ? 'stop' : 'tool_calls', usagePlace),
      event('[DONE]'),
    ],
  };
}

function ending(reason: string, place: ChatDialect['usagePlace']): Uint8Array[] {
  const last = chunk([{ index: 0, delta: {}, finish_reason: reason }]);
  if (place === 'last') return [event({ ...last, usage: USAGE })];
  if (place === 'x_groq') return [event({ ...last, x_groq: { id: 'req_1', usage: USAGE } })];
  return [event(last), event({ ...chunk([]), usage: USAGE })];
}

function choice(delta: Record<string, unknown>) {
  return { index: 0, delta, finish_reason: null };
}

function chunk(choices: unknown[]) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'test-model', choices };
}
