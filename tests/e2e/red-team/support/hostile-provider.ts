import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as received by the provider. */
export interface ProviderCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ToolCallDelta {
  name: string;
  /** As sent over the wire; need not be JSON. */
  arguments: string;
  id?: string;
}

export type HostileReply =
  | { say: string }
  | { call: readonly ToolCallDelta[] }
  /** Full control over the response. */
  | { raw: (response: ServerResponse, call: ProviderCall) => void };

export interface HostileProvider {
  url: string;
  /** Every request since the last `play`. */
  calls: ProviderCall[];
  /** The model steps only. */
  steps(): ProviderCall[];
  /** Plays the n-th reply for the n-th model step from now on, and the last reply for all later ones. Clears the recorded calls. */
  play(replies: readonly HostileReply[]): void;
  stop(): Promise<void>;
}

/** Starts an OpenAI-compatible endpoint controlled by the attacker; it records every request, including those for its model list. */
export async function startHostileProvider(): Promise<HostileProvider> {
  let replies: readonly HostileReply[] = [];
  let served = 0;
  const calls: ProviderCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    calls.push(call);
    if (call.path.endsWith('/models')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ id: 'hostile' }] }));
      return;
    }
    const reply = replies[Math.min(served++, replies.length - 1)] ?? { say: 'Nothing is scripted.' };
    if ('raw' in reply) reply.raw(response, call);
    else answerPlainly(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    steps: () => calls.filter(({ path }) => path.endsWith('/chat/completions')),
    play(next) {
      replies = next;
      served = 0;
      calls.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** Returns one event of the stream: a delta of the only choice. */
export function streamEvent(delta: object, finishReason: string | null = null): string {
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'hostile',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

export function endStream(response: ServerResponse, finishReason: string): void {
  response.end(`${streamEvent({}, finishReason)}data: [DONE]\n\n`);
}

function answerPlainly(response: ServerResponse, reply: Exclude<HostileReply, { raw: unknown }>): void {
  beginStream(response);
  if ('say' in reply) {
    response.write(streamEvent({ role: 'assistant', content: reply.say }));
    endStream(response, 'stop');
    return;
  }
  const toolCalls = reply.call.map((call, index) => ({
    index,
    id: call.id ?? `call-${index}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  response.write(streamEvent({ role: 'assistant', tool_calls: toolCalls }));
  endStream(response, 'tool_calls');
}

/** Returns a well-formed call. */
export function calls(name: string, input: unknown, id?: string): ToolCallDelta {
  return { name, arguments: JSON.stringify(input), ...(id === undefined ? {} : { id }) };
}
