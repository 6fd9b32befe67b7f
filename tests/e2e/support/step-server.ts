import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { chatRequestSchema } from '../../../app/lib/protocol/chat-request.ts';
import { runChatStep } from '../../../app/lib/step/chat-step.ts';
import { streamingModel } from '../../../app/server/testing/streaming-model.ts';

/** A reply of the model, part by part. */
export type StreamedReply = () => AsyncIterable<LanguageModelV3StreamPart>;

export interface StepServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Runs the app's own model step (`runChatStep`) with a test model, in a dedicated process: for tests of a stream's cost in the page, where
 * a provider's wire format and workerd would only add time. The n-th request gets the n-th reply.
 */
export async function startStepServer(replies: readonly StreamedReply[]): Promise<StepServer> {
  let served = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chatRequestSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const reply = replies[served++];
    if (!reply) return response.writeHead(500).end('The test has no more replies.');
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const step = await runChatStep(body, {
      model: streamingModel(() => streamOf(reply())),
      providerName: 'Test',
      tools: body.toolNames.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
      signal: gone.signal,
      secrets: [],
    });
    response.writeHead(step.status, Object.fromEntries(step.headers));
    // Two declarations of the same type: the DOM's stream and Node's.
    if (step.body) Readable.fromWeb(step.body as import('node:stream/web').ReadableStream).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function streamOf<T>(source: AsyncIterable<T>): ReadableStream<T> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
