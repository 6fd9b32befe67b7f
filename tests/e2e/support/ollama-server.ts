import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A line of `/api/chat`, or a wait for as long as the request is open. */
export type OllamaLine = Record<string, unknown> | 'wait';

export interface OllamaChat {
  model: string;
  messages: { role: string; content: string; tool_calls?: unknown; tool_name?: string }[];
  tools?: { function: { name: string } }[];
  options: { num_ctx?: number };
}

export interface OllamaModel {
  name: string;
  capabilities: string[];
}

interface OllamaOptions {
  models: readonly OllamaModel[];
  /** Returns the lines of the response; a string is an error with status 400. */
  answer(chat: OllamaChat): readonly OllamaLine[] | string;
}

/**
 * Ollama's documented wire format on its own port. Like the real one, it accepts pages of the configured origins (`OLLAMA_ORIGINS`) and
 * rejects others with 403.
 */
export class OllamaServer {
  readonly asked: { method: string; path: string; origin: string | undefined }[] = [];
  readonly chats: OllamaChat[] = [];
  /** The number of responses whose reader left before the end. */
  cut = 0;
  origins: readonly string[] = [];
  readonly #options: OllamaOptions;
  readonly #http: Server;
  #port = 0;

  constructor(options: OllamaOptions) {
    this.#options = options;
    this.#http = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<string> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    const { port } = this.#http.address() as AddressInfo; // The server's address is an object, because it listens on a port.
    return `http://127.0.0.1:${port}`;
  }

  /** Stops listening at its address until it comes back. */
  async leave(): Promise<void> {
    this.#port = (this.#http.address() as AddressInfo).port; // The server's address is an object, because it listens on a port.
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async comeBack(): Promise<void> {
    this.#http.listen(this.#port, '127.0.0.1');
    await once(this.#http, 'listening');
  }

  stop(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    const path = request.url ?? '/';
    this.asked.push({ method: request.method ?? '', path, origin });
    if (origin !== undefined) {
      if (!this.origins.includes(origin)) return void response.writeHead(403).end();
      response.setHeader('access-control-allow-origin', origin);
      // The real server's list: other headers fail in the browser.
      response.setHeader('access-control-allow-headers', 'Authorization,Content-Type,User-Agent,Accept,X-Requested-With');
      response.setHeader('access-control-allow-methods', 'GET,POST,HEAD,OPTIONS');
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const body = request.method === 'POST' ? await json(request) : null;
    if (path === '/') return void response.end('Ollama is running');
    if (path === '/api/chat') return this.#chat(body as OllamaChat, response); // The app's request body; a test with another body fails there.
    const answer = this.#answerTo(path, body as { model?: string } | null); // The same.
    response
      .writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'not found' }));
  }

  #answerTo(path: string, body: { model?: string } | null): unknown {
    const { models } = this.#options;
    switch (path) {
      case '/api/tags':
        return {
          models: models.map(({ name }) => ({
            name,
            size: 5_200_000_000,
            details: { family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
          })),
        };
      case '/api/ps':
        return { models: [{ name: models[0]?.name, context_length: 4_096 }] };
      case '/api/show': {
        const shown = models.find(({ name }) => name === body?.model);
        return { capabilities: shown?.capabilities, model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 } };
      }
      default:
        return null;
    }
  }

  async #chat(chat: OllamaChat, response: ServerResponse): Promise<void> {
    this.chats.push(chat);
    const lines = this.#options.answer(chat);
    if (typeof lines === 'string') return void response.writeHead(400).end(JSON.stringify({ error: lines }));
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    let isWhole = false;
    response.on('close', () => {
      if (!isWhole) this.cut += 1;
    });
    for (const line of lines) {
      if (line === 'wait') return;
      response.write(`${JSON.stringify({ model: chat.model, done: false, ...line })}\n`);
    }
    isWhole = true;
    response.end();
  }
}

export const ollamaText = (content: string): OllamaLine => ({ message: { role: 'assistant', content } });

export const ollamaCall = (name: string, input: unknown): OllamaLine => ({
  message: { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: input } }] },
});

export const ollamaEnd: OllamaLine = {
  message: { role: 'assistant', content: '' },
  done: true,
  done_reason: 'stop',
  prompt_eval_count: 900,
  eval_count: 40,
};
