import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { MachinePorts } from '../../machine/machine.ts';
import { type HeaderList, sendJson } from '../answers.ts';
import { askProgram } from '../ask-program.ts';
import { isSameSecret } from '../same-secret.ts';

export interface OllamaServiceOptions {
  ports: Pick<MachinePorts, 'connect'>;
  /** The port of Ollama on the machine's loopback. */
  port: number;
  /**
   * The secret of the control page's name, which the app sends. A client that knows it can act on the machine anyway.
   */
  key: string;
}

/** Ollama's default port. */
export const OLLAMA_PORT = 11_434;
/** The path at which the bridge forwards requests to Ollama. */
export const OLLAMA_PATH = '/ollama';

/** The paths that a chat needs, to list models and to ask one. None of them changes or deletes a model. */
const METHODS: ReadonlyMap<string, 'GET' | 'POST'> = new Map([
  ['/api/tags', 'GET'],
  ['/api/ps', 'GET'],
  ['/api/show', 'POST'],
  ['/api/chat', 'POST'],
]);
const LARGEST_QUESTION_BYTES = 64 * 1024 * 1024;
const MOST_AT_ONCE = 16;

/**
 * Answers requests below `/ollama` with the machine's own Ollama, over a connection to its loopback. `cors` are the
 * headers that allow the page, whose origin the door has already checked.
 */
export function createOllamaService({ ports, port, key }: OllamaServiceOptions) {
  let running = 0;
  const pass = async (request: IncomingMessage, response: ServerResponse, path: string, cors: HeaderList): Promise<void> => {
    const fail = (status: number, error: string): void => {
      if (response.headersSent) response.destroy();
      else sendJson(response, status, { error }, cors);
    };
    const socket = await ports.connect(port).catch(() => null);
    if (socket === null)
      return fail(502, `Ollama does not run there: nothing listens on its port ${port}. Type “ollama serve” in a terminal.`);
    if (request.socket.destroyed) {
      socket.destroy();
      return;
    }
    // Also if the client leaves before Ollama has answered, which may take minutes.
    response.once('close', () => socket.destroy());
    const isWithin = watchSize(request, () => socket.destroy());
    // The origin is not forwarded, because Ollama would check it again; the door has already done that.
    const length = request.headers['content-length'];
    const headers = {
      host: `localhost:${port}`,
      accept: request.headers.accept ?? '*/*',
      ...(request.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(length === undefined ? {} : { 'content-length': length }),
    };
    const answer = await askProgram(request, socket, { path, headers }).catch((error: Error) => error);
    if (!isWithin()) return fail(413, 'The request is larger than 64 MB.');
    if (answer instanceof Error) return fail(502, `Ollama ended the connection: ${answer.message}.`);
    const type = answer.headers['content-type'] ?? 'application/json';
    response.writeHead(answer.statusCode ?? 502, {
      ...cors,
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // Without this, Node sends the head with the first byte of the body, which may take minutes while a model is
    // loaded.
    response.flushHeaders();
    // Either side may end the connection; the other side then sees that.
    await pipeline(answer, response).catch(() => undefined);
  };
  return async (request: IncomingMessage, response: ServerResponse, cors: HeaderList): Promise<void> => {
    const path = (request.url ?? '').slice(OLLAMA_PATH.length);
    const method = METHODS.get(path);
    if (!isSameSecret(bearerOf(request), key)) return sendJson(response, 403, { error: 'This needs the key of the bridge.' }, cors);
    if (method === undefined) return sendJson(response, 404, { error: 'Not found.' }, cors);
    if (request.method !== method) return sendJson(response, 405, { error: `Only ${method}.` }, cors);
    if (running >= MOST_AT_ONCE) return sendJson(response, 503, { error: 'Too many questions at once. Try it again.' }, cors);
    running += 1;
    try {
      await pass(request, response, path, cors);
    } finally {
      running -= 1;
    }
  };
}

function bearerOf({ headers }: IncomingMessage): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Calls back once if the body is too large. The returned function tells whether the body is within the limit. */
function watchSize(request: IncomingMessage, onLarger: () => void): () => boolean {
  let size = 0;
  request.on('data', (part: Buffer) => {
    const isFirst = size <= LARGEST_QUESTION_BYTES;
    size += part.byteLength;
    if (isFirst && size > LARGEST_QUESTION_BYTES) onLarger();
  });
  return () => size <= LARGEST_QUESTION_BYTES;
}
