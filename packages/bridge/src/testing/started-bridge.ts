import { type IncomingMessage, request as requestOf } from 'node:http';
import { WebSocket } from 'ws';
import type { Machine } from '../machine/machine.ts';
import { randomLabel } from '../random-label.ts';
import { controlOrigin } from '../server/bridge-names.ts';
import { type BridgeServer, startBridgeServer } from '../server/bridge-server.ts';
import { OLLAMA_PORT } from '../server/ollama/ollama-service.ts';

export const APP = 'http://ide.localhost:8788';

export interface StartedBridge {
  server: BridgeServer;
  token: string;
  /** The control page's origin. */
  origin: string;
  clients: number[];
  ask(request: TestRequest): Promise<TestAnswer>;
  /** Opens a WebSocket under a name that needs no resolver. Resolves to the status of a refusal, or the socket. */
  openSocket(request: { host?: string; origin?: string; path?: string }): Promise<WebSocket | number>;
  close(): Promise<void>;
}

export interface TestRequest {
  host?: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface TestAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** A bridge on loopback to a machine of the test, with real timers. */
export async function startTestBridge(machine: Machine, graceMilliseconds = 60_000): Promise<StartedBridge> {
  const label = (): string => randomLabel((bytes) => crypto.getRandomValues(bytes));
  const token = label();
  const clients: number[] = [];
  const server = await startBridgeServer({
    machine,
    apps: [APP],
    port: 0,
    secrets: { control: label(), preview: label(), token },
    version: '9.9.9',
    scripts: { page: 'page', errors: 'errors' },
    graceMilliseconds,
    ollamaPort: OLLAMA_PORT,
    randomId: label,
    later(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      timer.unref();
      return () => clearTimeout(timer);
    },
    onClients: (count) => clients.push(count),
  });
  const origin = controlOrigin(server.names, 'ide.localhost');
  return {
    server,
    token,
    origin,
    clients,
    ask: (request) => ask(server.port, request),
    openSocket: ({ host = new URL(origin).host, origin: from = origin, path = '/session' }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers: { host }, origin: from });
        socket.once('open', () => resolve(socket));
        socket.once('unexpected-response', (_request, response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        socket.once('error', reject);
      }),
    close: () => server.close(),
  };
}

function ask(port: number, { host = `127.0.0.1:${port}`, method = 'GET', path, headers = {}, body }: TestRequest): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = requestOf({ host: '127.0.0.1', port, method, path, headers: { ...headers, host }, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
