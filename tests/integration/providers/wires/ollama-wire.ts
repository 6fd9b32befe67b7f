import { inTwo, type Wire } from './wire.ts';

const encoder = new TextEncoder();
/** Returns a line of `/api/chat`. */
const line = (value: unknown): Uint8Array => encoder.encode(`${JSON.stringify(value)}\n`);
const said = (message: Record<string, unknown>) =>
  line({ model: 'test-model', message: { role: 'assistant', content: '', ...message }, done: false });

/** Ollama's own API: JSON lines with whole calls. It reports neither cached tokens nor thinking tokens. */
export const ollamaWire: Wire = {
  format: 'ollama',
  contentType: 'application/x-ndjson',
  showsReasoning: true,
  usage: { inputTokens: 100, outputTokens: 30 },
  failure: (message) => line({ error: message }),
  answer: ({ reasoning = '', text = '', calls = [] }) => [
    ...inTwo(reasoning).map((thinking) => said({ thinking })),
    ...inTwo(text).map((content) => said({ content })),
    ...calls.map(({ name, input }) => said({ tool_calls: [{ function: { name, arguments: input } }] })),
    line({
      model: 'test-model',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 100,
      eval_count: 30,
    }),
  ],
};
