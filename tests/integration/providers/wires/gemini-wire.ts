import { event, inTwo, type Wire } from './wire.ts';

export const geminiWire: Wire = {
  format: 'gemini',
  contentType: 'text/event-stream',
  showsReasoning: true,
  seal: 'c2VhbGVk',
  usage: { inputTokens: 100, outputTokens: 30, cachedInputTokens: 40, reasoningTokens: 10 },
  failure: (message) => event({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
  answer: ({ reasoning = '', text = '', calls = [] }) => [
    ...inTwo(reasoning).map((piece) => answered([{ text: piece, thought: true }])),
    ...inTwo(text).map((piece) => answered([{ text: piece }])),
    ...(calls.length === 0
      ? []
      : [answered(calls.map(({ name, input }) => ({ functionCall: { name, args: input }, thoughtSignature: 'c2VhbGVk' })))]),
    answered([], 'STOP'),
  ],
};

function answered(parts: unknown[], finishReason?: string): Uint8Array {
  return event({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 10,
      totalTokenCount: 130,
    },
    modelVersion: 'test-model',
    responseId: 'r1',
  });
}
