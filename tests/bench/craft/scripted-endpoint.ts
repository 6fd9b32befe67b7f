import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.json().optional(),
  tool_call_id: z.string().optional(),
});
export type WireMessage = z.infer<typeof messageSchema>;

const bodySchema = z.looseObject({
  stream: z.boolean().optional(),
  messages: z.array(messageSchema),
  tools: z.array(z.json()).default([]),
});

/** One request of the product, as received. */
export interface WireRequest {
  /** Bytes of the JSON body. */
  bytes: number;
  messages: readonly WireMessage[];
  tools: readonly unknown[];
}

/** An answer as it is sent; the `arguments` of a call need not be JSON. */
export interface WireAnswer {
  content?: string | null;
  calls?: readonly { name: string; arguments: string }[];
  /** If absent, `tool_calls` if there are calls, else `stop`. */
  finishReason?: string;
}

/** Answers the next request of a run from what a model would see. `place` is the answer's index in the ids of its calls. */
export type AnswerNext = (request: WireRequest) => { place: string; answer: WireAnswer };

export interface ScriptedEndpoint {
  url: string;
  /** Every request for an answer, in order. */
  requests: readonly WireRequest[];
  stop(): Promise<void>;
}

export const MODEL_NAME = 'recorded';

/** An OpenAI-compatible endpoint on loopback that streams the answers of `next`. */
export async function startScriptedEndpoint(next: AnswerNext, contextLength: number): Promise<ScriptedEndpoint> {
  const requests: WireRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    if (request.url?.endsWith('/models')) {
      const list = { object: 'list', data: [{ id: MODEL_NAME, object: 'model', context_length: contextLength }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
      return;
    }
    const read = bodySchema.parse(JSON.parse(body));
    const wire: WireRequest = { bytes: Buffer.byteLength(body), messages: read.messages, tools: read.tools };
    requests.push(wire);
    const said = next(wire);
    const usage = usageOf(body, said.answer);
    if (read.stream === true) stream(response, said.place, said.answer, usage);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholeAnswer(said.place, said.answer, usage)));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A TCP server has such an address.
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Four characters per token, which is how the product measures its requests too. */
function usageOf(body: string, answer: WireAnswer) {
  const prompt = Math.ceil(body.length / 4);
  const completion = Math.ceil(JSON.stringify(answer).length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

type Usage = ReturnType<typeof usageOf>;

function wireCalls(place: string, answer: WireAnswer) {
  return (answer.calls ?? []).map((call, index) => ({ index, id: callId(place, index), type: 'function', function: call }));
}

/** The id of a call in a recorded answer, by which its result is found. */
export function callId(place: string, index: number): string {
  return `call_${place}_${index}`;
}

function finishReason(answer: WireAnswer): string {
  return answer.finishReason ?? ((answer.calls ?? []).length > 0 ? 'tool_calls' : 'stop');
}

function wholeAnswer(place: string, answer: WireAnswer, usage: Usage) {
  const message = { role: 'assistant', content: answer.content ?? null, tool_calls: wireCalls(place, answer) };
  return {
    id: place,
    object: 'chat.completion',
    created: 0,
    model: MODEL_NAME,
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage,
  };
}

function stream(response: ServerResponse, place: string, answer: WireAnswer, usage: Usage): void {
  const send = (fields: object) => {
    const chunk = { id: place, object: 'chat.completion.chunk', created: 0, model: MODEL_NAME, ...fields };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const delta = (part: object, reason: string | null = null) => send({ choices: [{ index: 0, delta: part, finish_reason: reason }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  delta({ role: 'assistant', content: answer.content ?? '' });
  const calls = wireCalls(place, answer);
  if (calls.length > 0) delta({ tool_calls: calls });
  delta({}, finishReason(answer));
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
