import { type IncomingMessage, request } from 'node:http';

export interface ChatAnswer {
  status: number;
  /** The raw event stream, or the refusal's JSON. */
  body: string;
  milliseconds: number;
}

/** Posts one model step as the app's own page does. */
export function openChat(port: number, modelId: string, toolNames: readonly string[] = []): Promise<IncomingMessage> {
  const messages = [{ id: 'user-1', role: 'user', parts: [{ type: 'text', text: 'write' }] }];
  return postChat(port, { chatId: 'chat-1', modelId, mode: 'agent', system: 'You are an agent.', messages, toolNames });
}

/** The same with a body of one's own. */
export function postChat(port: number, body: unknown): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/chat',
        method: 'POST',
        headers: {
          host: `ide.localhost:${port}`,
          origin: `http://ide.localhost:${port}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          'x-devonz-request': '1',
        },
      },
      resolve,
    );
    asked.once('error', reject);
    asked.end(JSON.stringify(body));
  });
}

/** The whole answer. Nothing is parsed before its end, so that whoever measures meanwhile is not held up. */
export async function askChat(port: number, modelId: string, toolNames: readonly string[] = []): Promise<ChatAnswer> {
  const start = performance.now();
  const response = await openChat(port, modelId, toolNames);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer); // without an encoding set, a response gives buffers
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks).toString('utf8'),
    milliseconds: performance.now() - start,
  };
}

interface Part {
  type: string;
  delta?: string;
  inputTextDelta?: string;
  errorText?: string;
}

/** The parts of an event stream; our own server made them. */
export function partsOf(body: string): Part[] {
  const lines = body.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return lines.map((line) => JSON.parse(line.slice(6)) as Part); // looked at below by the fields a part may have
}

/** Everything of one kind that was streamed, put together. */
export function streamedText(body: string, type: 'text-delta' | 'tool-input-delta'): string {
  return partsOf(body)
    .filter((part) => part.type === type)
    .map((part) => part.delta ?? part.inputTextDelta ?? '')
    .join('');
}
