import { event, inTwo, type ScriptedCall, type Wire } from './wire.ts';

type Item = Record<string, unknown>;

export const responsesWire: Wire = {
  format: 'responses',
  contentType: 'text/event-stream',
  showsReasoning: true,
  seal: 'sealed-by-responses',
  usage: { inputTokens: 100, outputTokens: 30, cachedInputTokens: 40, reasoningTokens: 10 },
  failure: (message) =>
    typed({ type: 'error', sequence_number: 2, error: { type: 'server_error', code: 'server_is_overloaded', message, param: null } }),
  answer: ({ reasoning, text, calls = [] }) => [
    typed({
      type: 'response.created',
      response: { id: 'resp_1', object: 'response', created_at: 1_790_000_000, model: 'test-model', output: [] },
    }),
    ...(reasoning === undefined ? [] : reasoningEvents(reasoning)),
    ...(text === undefined ? [] : textEvents(text)),
    ...calls.flatMap(callEvents),
    typed({
      type: 'response.completed',
      response: {
        id: 'resp_1',
        object: 'response',
        created_at: 1_790_000_000,
        model: 'test-model',
        status: 'completed',
        output: [],
        usage: {
          input_tokens: 100,
          input_tokens_details: { cached_tokens: 40 },
          output_tokens: 30,
          output_tokens_details: { reasoning_tokens: 10 },
          total_tokens: 130,
        },
      },
    }),
  ],
};

function typed(body: Item & { type: string }): Uint8Array {
  return event(body, body.type);
}

function reasoningEvents(text: string): Uint8Array[] {
  const place = { item_id: 'rs_1', output_index: 0, summary_index: 0 };
  const added = { id: 'rs_1', type: 'reasoning', summary: [], status: 'in_progress', encrypted_content: null };
  const summary = [{ type: 'summary_text', text }];
  return [
    typed({ type: 'response.output_item.added', output_index: 0, item: added }),
    typed({ type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } }),
    ...inTwo(text).map((delta) => typed({ type: 'response.reasoning_summary_text.delta', ...place, delta })),
    typed({ type: 'response.reasoning_summary_text.done', ...place, text }),
    typed({ type: 'response.reasoning_summary_part.done', ...place, part: summary[0] }),
    typed({
      type: 'response.output_item.done',
      output_index: 0,
      item: { id: 'rs_1', type: 'reasoning', summary, status: 'completed', encrypted_content: 'sealed-by-responses' },
    }),
  ];
}

function textEvents(text: string): Uint8Array[] {
  const place = { item_id: 'msg_1', output_index: 1, content_index: 0 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant' };
  const part = { type: 'output_text', text, annotations: [] };
  return [
    typed({ type: 'response.output_item.added', output_index: 1, item: { ...message, status: 'in_progress', content: [] } }),
    typed({ type: 'response.content_part.added', ...place, part: { ...part, text: '' } }),
    ...inTwo(text).map((delta) => typed({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    typed({ type: 'response.output_text.done', ...place, text, logprobs: [] }),
    typed({ type: 'response.content_part.done', ...place, part }),
    typed({ type: 'response.output_item.done', output_index: 1, item: { ...message, status: 'completed', content: [part] } }),
  ];
}

function callEvents({ id, name, input }: ScriptedCall, index: number): Uint8Array[] {
  const place = { item_id: `fc_${index}`, output_index: 2 + index };
  const call = { id: `fc_${index}`, type: 'function_call', call_id: id, name };
  const text = JSON.stringify(input);
  return [
    typed({ type: 'response.output_item.added', output_index: 2 + index, item: { ...call, status: 'in_progress', arguments: '' } }),
    ...inTwo(text).map((delta) => typed({ type: 'response.function_call_arguments.delta', ...place, delta })),
    typed({ type: 'response.function_call_arguments.done', ...place, arguments: text }),
    typed({ type: 'response.output_item.done', output_index: 2 + index, item: { ...call, status: 'completed', arguments: text } }),
  ];
}
