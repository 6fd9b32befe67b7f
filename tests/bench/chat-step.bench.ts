import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { streamText } from 'ai';
import { bench, describe } from 'vitest';
import { runChatStep } from '../../app/server/chat-step.server.ts';

/** A 200 kB file written in deltas of 4 characters: what a model's `devonz_write_file` looks like to the server. */
const DELTA = 'abc ';
const DELTAS = 50_000;

function writingModel(): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'writer',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not asked for')),
    doStream: async () => ({ stream: ReadableStream.from(writtenFile()) }),
  };
}

function* writtenFile(): Generator<LanguageModelV3StreamPart> {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'tool-input-start', id: 'call-1', toolName: 'devonz_write_file' };
  yield { type: 'tool-input-delta', id: 'call-1', delta: '{"path":"a.txt","content":"' };
  for (let count = 0; count < DELTAS; count++) yield { type: 'tool-input-delta', id: 'call-1', delta: DELTA };
  yield { type: 'tool-input-delta', id: 'call-1', delta: '"}' };
  yield { type: 'tool-input-end', id: 'call-1' };
  const input = JSON.stringify({ path: 'a.txt', content: DELTA.repeat(DELTAS) });
  yield { type: 'tool-call', toolCallId: 'call-1', toolName: 'devonz_write_file', input };
  yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage };
}

async function drain(response: Response): Promise<void> {
  for await (const chunk of response.body ?? []) void chunk;
}

const once = { iterations: 3, time: 0, warmupIterations: 1, warmupTime: 0 };
const request = {
  chatId: 'chat-1',
  modelId: 'bench:writer',
  mode: 'agent' as const,
  system: '',
  messages: [{ id: 'user-1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'write' }] }],
  toolNames: ['devonz_write_file'],
};

describe('200 kB of tool input in 4-character deltas, on the server', () => {
  bench(
    'stock: streamText().toUIMessageStreamResponse()',
    async () => drain(streamText({ model: writingModel(), prompt: 'write' }).toUIMessageStreamResponse()),
    once,
  );
  bench(
    'ours: runChatStep, deltas joined',
    async () => {
      const tools = [{ name: 'devonz_write_file', description: '', inputSchema: { type: 'object' as const } }];
      const signal = new AbortController().signal;
      await drain(await runChatStep(request, { model: writingModel(), providerName: 'Bench', tools, signal, secrets: [] }));
    },
    once,
  );
});
