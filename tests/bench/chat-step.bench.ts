import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { streamText } from 'ai';
import { runChatStep } from '../../app/lib/step/chat-step.ts';

/** A 200 kB file written in deltas of 4 characters: the form of a model's `devonz_write_file` on the server. */
const DELTA = 'abc ';
const DELTAS = 50_000;

function writingModel(): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'writer',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not asked for')),
    doStream: async () => ({ stream: toStream(writtenFile()) }),
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

function toStream(parts: Generator<LanguageModelV3StreamPart>): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Reads a response to its end and returns the number of bytes. */
async function drain(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  return bytes;
}

const request = {
  chatId: 'chat-1',
  modelId: 'bench:writer',
  mode: 'agent' as const,
  system: '',
  messages: [{ id: 'user-1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'write' }] }],
  toolNames: ['devonz_write_file'],
};

async function stockStep(): Promise<Response> {
  return streamText({ model: writingModel(), prompt: 'write' }).toUIMessageStreamResponse();
}

function ourStep(): Promise<Response> {
  const tools = [{ name: 'devonz_write_file', description: '', inputSchema: { type: 'object' as const } }];
  const signal = new AbortController().signal;
  return runChatStep(request, { model: writingModel(), providerName: 'Bench', tools, signal, secrets: [] });
}

/** Measures the CPU time and bytes on the wire of one step; the better of two runs. */
async function measured(step: () => Promise<Response>): Promise<{ cpuMs: number; bytes: number }> {
  const runs: { cpuMs: number; bytes: number }[] = [];
  for (let run = 0; run < 2; run++) {
    const before = process.cpuUsage();
    const bytes = await drain(await step());
    const { user, system } = process.cpuUsage(before);
    runs.push({ cpuMs: Math.round((user + system) / 1_000), bytes });
  }
  return runs.reduce((best, run) => (run.cpuMs < best.cpuMs ? run : best));
}

/** Compares the server's cost of the SDK's own response with that of ours, whose deltas are joined. */
export async function bench(): Promise<Record<string, number>> {
  const stock = await measured(stockStep);
  const ours = await measured(ourStep);
  return { stockCpuMs: stock.cpuMs, stockWireBytes: stock.bytes, oursCpuMs: ours.cpuMs, oursWireBytes: ours.bytes };
}
