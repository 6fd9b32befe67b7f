import { type IncomingMessage, request } from 'node:http';

export interface ChatAnswer {
  status: number;
  /** The raw event stream, or the JSON of an error. */
  body: string;
  milliseconds: number;
}

/** Posts one model step as the app's own page does. */
export function openChat(port: number, modelId: string, toolNames: readonly string[] = []): Promise<IncomingMessage> {
  const messages = [{ id: 'user-1', role: 'user', parts: [{ type: 'text', text: 'write' }] }];
  return postChat(port, { chatId: 'chat-1', modelId, mode: 'agent', system: 'You are an agent.', messages, toolNames });
}

/** Posts a custom body. */
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

/** Returns the whole response. It is parsed only at the end, so that measurements are not disturbed. */
export async function askChat(port: number, modelId: string, toolNames: readonly string[] = []): Promise<ChatAnswer> {
  const start = performance.now();
  const response = await openChat(port, modelId, toolNames);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer); // without an encoding, a response yields buffers
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

/** Returns the parts of an event stream; our own server created them. */
export function partsOf(body: string): Part[] {
  const lines = body.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return lines.map((line) => JSON.parse(line.slice(6)) as Part); // read below by the fields a part may have
}

/** Returns everything of one type that was streamed, joined. */
export function streamedText(body: string, type: 'text-delta' | 'tool-input-delta'): string {
  return partsOf(body)
    .filter((part) => part.type === type)
    .map((part) => part.delta ?? part.inputTextDelta ?? '')
    .join('');
}
