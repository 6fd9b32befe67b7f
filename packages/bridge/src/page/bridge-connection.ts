import {
  CLOSED_FOR_GOOD,
  type PageControl,
  PROTOCOL_VERSION,
  type ServerControl,
  serverControlSchema,
} from '../protocol/control-messages.ts';
import type { Call, PageMessage } from '../protocol/page-messages.ts';
import { ReliableLink } from '../protocol/reliable-link.ts';
import { type ServerMessage, serverMessageSchema } from '../protocol/server-messages.ts';
import type { OpenPageSocket, PageSocket } from './page-socket.ts';

export interface BridgeConnectionOptions {
  openSocket: OpenPageSocket;
  later(work: () => void, milliseconds: number): () => void;
  /** Receives all messages except answers. */
  onMessage(message: ServerMessage, bytes: Uint8Array): void;
  /** The bridge has not answered for some time; the connection is retried until it does. */
  onAway(reason: string): void;
  /** The bridge answers again, after `onAway`. */
  onBack(): void;
  /** The processes of this client and its unanswered calls are lost. `isFinal` is true if the bridge is gone too. */
  onLost(reason: string, isFinal: boolean): void;
}

export interface Answer {
  value: unknown;
  bytes: Uint8Array;
}

interface Pending {
  /** The sequence number of its message. */
  sequence: number;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const SHORTEST_WAIT_MILLISECONDS = 100;
const LONGEST_WAIT_MILLISECONDS = 3000;
/** Shorter interruptions are not reported. */
const SILENCE_MILLISECONDS = 5000;
/** How long a call waits for a bridge that does not answer. */
const PATIENCE_MILLISECONDS = 30_000;
const AWAY = 'The bridge does not answer. Is it still running? The connection is tried again and again.';
const RESTARTED =
  'The bridge was started again. What ran there has ended, and what was asked for in the meantime may have been carried out or not.';

/** The page's side of a session: one socket at a time, opened again whenever it breaks. */
export class BridgeConnection {
  readonly #options: BridgeConnectionOptions;
  readonly #pending = new Map<number, Pending>();
  #link: ReliableLink;
  #socket: PageSocket | null = null;
  #session: string | null = null;
  #lastId = 0;
  #wait = SHORTEST_WAIT_MILLISECONDS;
  #cancelRetry: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  #cancelPatience: (() => void) | null = null;
  #isAway = false;
  #isOutOfPatience = false;
  #closedBecause: string | null = null;

  constructor(options: BridgeConnectionOptions) {
    this.#options = options;
    this.#link = this.#createLink();
    this.#connect();
  }

  ask(call: Call, bytes?: Uint8Array): Promise<Answer> {
    if (this.#closedBecause !== null) return Promise.reject(new Error(this.#closedBecause));
    if (this.#isOutOfPatience) return Promise.reject(unavailable(true));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const request: PageMessage = { type: 'request', id, call };
      this.#pending.set(id, { sequence: this.#link.send(request, bytes), resolve, reject });
    });
  }

  send(message: PageMessage, bytes?: Uint8Array): void {
    if (this.#closedBecause === null) this.#link.send(message, bytes);
  }

  /** Also ends the session on the bridge. */
  close(reason: string): void {
    this.send({ type: 'teardown' });
    this.#end(reason);
    this.#socket?.close();
    this.#socket = null;
  }

  #createLink(): ReliableLink {
    return new ReliableLink({ deliver: (head, bytes) => this.#deliver(head, bytes), later: this.#options.later });
  }

  #connect(): void {
    const { openSocket, later } = this.#options;
    this.#cancelSilence ??= later(() => this.#sayAway(), SILENCE_MILLISECONDS);
    this.#cancelPatience ??= later(() => this.#giveUpWaiting(), PATIENCE_MILLISECONDS);
    const socket = openSocket({
      onOpen: () => {
        const hello: PageControl = { type: 'hello', version: PROTOCOL_VERSION, session: this.#session, received: this.#link.received };
        socket.send(JSON.stringify(hello));
      },
      onText: (text) => this.#guard(socket, () => this.#receiveControl(socket, text)),
      onBytes: (bytes) => this.#guard(socket, () => this.#link.receive(bytes)),
      onClose: (code, reason) => this.#lose(socket, code, reason),
    });
    this.#socket = socket;
  }

  /** Closes the socket after an invalid message; the next socket begins with the messages that are missing. */
  #guard(socket: PageSocket, work: () => void): void {
    if (socket !== this.#socket) return;
    try {
      work();
    } catch {
      socket.close();
    }
  }

  #receiveControl(socket: PageSocket, text: string): void {
    const message = serverControlSchema.parse(JSON.parse(text));
    if (message.type === 'received') this.#link.confirm(message.received);
    else this.#resume(socket, message);
  }

  #resume(socket: PageSocket, message: Extract<ServerControl, { type: 'welcome' }>): void {
    const isAnother = this.#session !== null && !message.isResumed;
    this.#session = message.session;
    this.#wait = SHORTEST_WAIT_MILLISECONDS;
    if (isAnother) {
      this.#link = this.#createLink();
      this.#rejectAll(RESTARTED);
      this.#options.onLost(RESTARTED, false);
      // `onLost` already says that the bridge answers again, so `onBack` is not called.
      this.#isAway = false;
    }
    this.#link.attach(socket, message.received);
    this.#sayBack();
  }

  #deliver(head: unknown, bytes: Uint8Array): void {
    const message = serverMessageSchema.parse(head);
    if (message.type === 'answer' || message.type === 'failed') this.#settle(message, bytes);
    else this.#options.onMessage(message, bytes);
  }

  #settle(message: Extract<ServerMessage, { type: 'answer' | 'failed' }>, bytes: Uint8Array): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type === 'answer') pending?.resolve({ value: message.value, bytes });
    else pending?.reject(Object.assign(new Error(message.message), message.code === null ? {} : { code: message.code }));
  }

  #lose(socket: PageSocket, code: number, reason: string): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#link.detach();
    if (code === CLOSED_FOR_GOOD) {
      this.#end(reason);
      this.#options.onLost(reason, true);
      return;
    }
    this.#cancelRetry = this.#options.later(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MILLISECONDS);
  }

  #end(reason: string): void {
    this.#closedBecause = reason;
    this.#cancelRetry?.();
    this.#cancelSilence?.();
    this.#cancelPatience?.();
    this.#rejectAll(reason);
  }

  #rejectAll(reason: string): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new Error(reason));
  }

  #sayAway(): void {
    this.#isAway = true;
    this.#options.onAway(AWAY);
  }

  #sayBack(): void {
    this.#cancelSilence?.();
    this.#cancelPatience?.();
    this.#cancelSilence = null;
    this.#cancelPatience = null;
    this.#isOutOfPatience = false;
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#options.onBack();
  }

  /** A call that has not been sent will not be; one that has been sent may have been carried out. */
  #giveUpWaiting(): void {
    this.#isOutOfPatience = true;
    const nothing: PageMessage = { type: 'nothing' };
    for (const [id, { sequence, reject }] of this.#pending) {
      this.#pending.delete(id);
      reject(unavailable(this.#link.replace(sequence, nothing)));
    }
  }
}

function unavailable(wasWithdrawn: boolean): Error {
  const outcome = wasWithdrawn ? 'Nothing was carried out.' : 'Whether it was carried out is not known.';
  return Object.assign(new Error(`EUNAVAILABLE: the bridge does not answer. ${outcome}`), { code: 'EUNAVAILABLE' });
}
