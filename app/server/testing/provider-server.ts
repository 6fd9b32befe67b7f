import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface ReceivedRequest {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Resolves when the caller disconnects before the response has ended. */
  hungUp: Promise<void>;
}

/** An HTTP server on loopback with scripted responses, byte for byte, that records its requests. */
export class ProviderServer {
  readonly received: ReceivedRequest[] = [];
  readonly #server: Server;

  private constructor(answer: (request: ReceivedRequest, response: ServerResponse) => void) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const hungUp = new Promise<void>((resolve) => response.on('close', () => !response.writableFinished && resolve()));
        const received = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), hungUp };
        this.received.push(received);
        answer(received, response);
      });
    });
  }

  static async start(answer: (request: ReceivedRequest, response: ServerResponse) => void): Promise<ProviderServer> {
    const provider = new ProviderServer(answer);
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server is not listening.');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** Encodes events of a model's stream. */
export function sse(...events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

/** Returns one piece of a Chat Completions stream. */
export function chatChunk(delta: Record<string, unknown>, finishReason: string | null = null) {
  return {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}
