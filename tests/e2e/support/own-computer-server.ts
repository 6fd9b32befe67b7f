import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import {
  type OpeningEvent,
  type OpeningRequest,
  OWN_COMPUTER_HEADER,
  OWN_COMPUTER_PATH,
  type OwnComputer,
  openingAnswerSchema,
  openingRequestSchema,
} from '../../../packages/engine-protocol/src/machine/own-computer.ts';

type Question = Omit<Extract<OpeningEvent, { type: 'question' }>, 'type'>;

export interface Reply {
  send(event: OpeningEvent): void;
  /** Resolves with the user's answer. */
  ask(question: Question): Promise<string | null>;
}

/** The front of `npm start` as the app meets it. A test says how the next requests to open a place are answered. */
export interface OwnComputerServer {
  /** The address with the key. */
  addressOf(appOrigin: string): string;
  /** Answers each request from here on. */
  onOpen(reply: (wanted: OpeningRequest, reply: Reply) => Promise<void>): void;
  stop(): Promise<void>;
}

const KEY = 'k1e2y3-of-a-test-4567890';

export async function startOwnComputerServer(page: Page, computer: OwnComputer): Promise<OwnComputerServer> {
  let answerOpen: (wanted: OpeningRequest, reply: Reply) => Promise<void> = () => Promise.reject(new Error('No reply'));
  const waiting = new Map<string, (answer: string | null) => void>();
  const server = createServer(async (request, response) => {
    if (request.headers[OWN_COMPUTER_HEADER] !== KEY) return response.writeHead(401).end();
    if (request.method === 'GET') return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(computer));
    const body: unknown = JSON.parse(await textOf(request));
    if (request.url === `${OWN_COMPUTER_PATH}/answer`) {
      const { question, answer } = openingAnswerSchema.parse(body);
      waiting.get(question)?.(answer);
      return response.writeHead(204).end();
    }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const send = (event: OpeningEvent) => void response.write(`${JSON.stringify(event)}\n`);
    await answerOpen(openingRequestSchema.parse(body), {
      send,
      ask(question) {
        send({ type: 'question', ...question });
        return new Promise((resolve) => waiting.set(question.id, resolve));
      },
    });
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  // Only the response comes from elsewhere: the page sees its own URL.
  await page.route(
    ({ pathname }) => pathname.startsWith(OWN_COMPUTER_PATH),
    (route) => route.continue({ url: `http://127.0.0.1:${port}${new URL(route.request().url()).pathname}` }),
  );
  return {
    addressOf: (appOrigin) => `${appOrigin}/#own-computer=${KEY}`,
    onOpen(reply) {
      answerOpen = reply;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
