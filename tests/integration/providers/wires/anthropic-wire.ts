import { event, inTwo, type Wire } from './wire.ts';

export const anthropicWire: Wire = {
  format: 'anthropic',
  contentType: 'text/event-stream',
  showsReasoning: true,
  seal: 'sealed-by-anthropic',
  // Its token count does not state how many were for thinking.
  usage: { inputTokens: 100, outputTokens: 30, cachedInputTokens: 40 },
  failure: (message) => typed({ type: 'error', error: { type: 'overloaded_error', message } }),
  answer: ({ reasoning, text, calls }) => {
    const blocks = [
      ...(reasoning === undefined ? [] : [thinking(reasoning)]),
      ...(text === undefined ? [] : [said(text)]),
      ...(calls ?? []).map(({ id, name, input }) => ({
        start: { type: 'tool_use', id, name, input: {} },
        deltas: inTwo(JSON.stringify(input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      })),
    ];
    return [
      typed({ type: 'message_start', message: { ...message, usage: { ...inputUsage, output_tokens: 1 } } }),
      typed({ type: 'ping' }),
      ...blocks.flatMap(({ start, deltas }, index) => [
        typed({ type: 'content_block_start', index, content_block: start }),
        ...deltas.map((delta) => typed({ type: 'content_block_delta', index, delta })),
        typed({ type: 'content_block_stop', index }),
      ]),
      typed({
        type: 'message_delta',
        delta: { stop_reason: calls === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { ...inputUsage, output_tokens: 30 },
      }),
      typed({ type: 'message_stop' }),
    ];
  },
};

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'test-model',
  content: [],
  stop_reason: null,
  stop_sequence: null,
};
/** Cached tokens are not included in `input_tokens`. */
const inputUsage = { input_tokens: 60, cache_creation_input_tokens: 0, cache_read_input_tokens: 40 };

function typed(body: { type: string; [name: string]: unknown }): Uint8Array {
  return event(body, body.type);
}

function thinking(text: string) {
  const deltas = inTwo(text).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [...deltas, { type: 'signature_delta', signature: 'sealed-by-anthropic' }],
  };
}

function said(text: string) {
  return { start: { type: 'text', text: '' }, deltas: inTwo(text).map((piece) => ({ type: 'text_delta', text: piece })) };
}
