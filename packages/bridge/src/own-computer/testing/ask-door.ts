import { createServer, request as requestOf, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type OpeningEvent,
  type OpeningRequest,
  OWN_COMPUTER_HEADER,
  OWN_COMPUTER_PATH,
  openingEventSchema,
} from 'devonz-engine-protocol/machine/own-computer';
import type { OwnComputerDoor } from '../own-computer-door.ts';

export const KEY = 'k'.repeat(32);

export interface DoorRequest {
  method?: string;
  path?: string;
  /** Undefined leaves one of the usual headers out. */
  headers?: Record<string, string | undefined>;
  body?: string;
}

export interface DoorAnswer {
  status: number;
  text: string;
}

/** The events of an opening, as a page reads them. */
export interface DoorStream {
  status: number;
  events: OpeningEvent[];
  /** Resolves to the first event of this kind from now on; fails when the answer ends without. */
  next<Type extends OpeningEvent['type']>(type: Type): Promise<Extract<OpeningEvent, { type: Type }>>;
  /** As a page that goes away. */
  leave(): void;
}

/** A server in front of an app, on loopback. What the door does not answer is answered by 404 and the word `behind`. */
export class AskDoor {
  #port = 0;

  private constructor(
    private readonly server: Server,
    private readonly door: OwnComputerDoor,
  ) {}

  static async start(door: OwnComputerDoor): Promise<AskDoor> {
    const server = createServer((request, response) => {
      if (!door.answers(request, response)) response.writeHead(404).end('behind');
    });
    const asking = new AskDoor(server, door);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP has an address of this kind.
    asking.#port = (server.address() as AddressInfo).port;
    return asking;
  }

  /** The app's own. */
  get origin(): string {
    return `http://ide.localhost:${this.#port}`;
  }

  ask(request: DoorRequest = {}): Promise<DoorAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#send(request, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      outgoing.once('error', reject);
      outgoing.end(request.body);
    });
  }

  post(path: string, body: unknown, headers: DoorRequest['headers'] = {}): Promise<DoorAnswer> {
    return this.ask({ method: 'POST', path: `${OWN_COMPUTER_PATH}${path}`, headers, body: JSON.stringify(body) });
  }

  answer(question: string, answer: string | null): Promise<DoorAnswer> {
    return this.post('/answer', { question, answer });
  }

  open(wanted: OpeningRequest): Promise<DoorStream> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#send({ method: 'POST', path: `${OWN_COMPUTER_PATH}/open` }, (answer) => {
        const events: OpeningEvent[] = [];
        const wakers = new Set<() => void>();
        let isOver = false;
        let text = '';
        const wake = (): void => {
          for (const waker of wakers) waker();
          wakers.clear();
        };
        answer.setEncoding('utf8').on('data', (part: string) => {
          const lines = (text + part).split('\n');
          text = lines.pop() ?? '';
          for (const line of lines) events.push(openingEventSchema.parse(JSON.parse(line)));
          wake();
        });
        answer.on('error', () => undefined);
        answer.once('close', () => {
          isOver = true;
          wake();
        });
        let read = 0;
        resolve({
          status: answer.statusCode ?? 0,
          events,
          leave: () => outgoing.destroy(),
          async next(type) {
            for (;;) {
              for (; read < events.length; read += 1) {
                const event = events[read];
                if (event?.type !== type) continue;
                read += 1;
                // The comparison above tells which.
                return event as Extract<OpeningEvent, { type: typeof type }>;
              }
              if (isOver) throw new Error(`The answer ended without ${type}: ${JSON.stringify(events)}`);
              await new Promise<void>((again) => wakers.add(again));
            }
          },
        });
      });
      outgoing.once('error', reject);
      outgoing.end(JSON.stringify(wanted));
    });
  }

  async close(): Promise<void> {
    await this.door.close();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #send({ method = 'GET', path = OWN_COMPUTER_PATH, headers = {} }: DoorRequest, onAnswer: Parameters<typeof requestOf>[2]) {
    const usual = {
      host: new URL(this.origin).host,
      [OWN_COMPUTER_HEADER]: KEY,
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' ? { origin: this.origin, 'content-type': 'application/json' } : {}),
    };
    const sent = Object.fromEntries(Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined));
    return requestOf({ host: '127.0.0.1', port: this.#port, method, path, headers: sent, agent: false }, onAnswer);
  }
}
