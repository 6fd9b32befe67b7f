import type { IncomingMessage, ServerResponse } from 'node:http';

export type HeaderList = Readonly<Record<string, string>>;

/** Headers of every response that does not come from a program. */
const COMMON: HeaderList = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

export function sendText(response: ServerResponse, status: number, text: string, headers: HeaderList = {}): void {
  response.writeHead(status, { ...COMMON, 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(`${text}\n`);
}

export function sendJson(response: ServerResponse, status: number, value: unknown, headers: HeaderList = {}): void {
  response.writeHead(status, { ...COMMON, 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export function sendFile(response: ServerResponse, type: string, content: string, headers: HeaderList = {}, status = 200): void {
  response.writeHead(status, { ...COMMON, 'content-type': `${type}; charset=utf-8`, ...headers });
  response.end(content);
}

/** Returns the body as text, or `null` if it is longer. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  // Destroying the request would also end the connection, and with it the answer.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    // A request without an encoding yields bytes.
    const bytes = part as Buffer;
    size += bytes.byteLength;
    if (size > mostBytes) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
