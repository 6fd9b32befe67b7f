import type { Machine } from '../../machine/machine.ts';
import {
  CLOSED_FOR_GOOD,
  type PageControl,
  PROTOCOL_VERSION,
  pageControlSchema,
  type ServerControl,
} from '../../protocol/control-messages.ts';
import type { LinkSocket } from '../../protocol/reliable-link.ts';
import { type PreviewScript, Session } from './session.ts';

/** A client's WebSocket, which can send and be closed. */
export interface ClientSocket extends LinkSocket {
  close(code: number, reason: string): void;
}

/** The callbacks through which sessions receive a socket's frames and its end. */
export interface SocketEvents {
  onText(text: string): void;
  onBytes(bytes: Uint8Array): void;
  /** `isLeaving` is true if the page itself is closed, so that no client can return to its session. */
  onClose(isLeaving: boolean): void;
}

export interface SessionListOptions {
  machine: Machine;
  randomId(): string;
  later(work: () => void, milliseconds: number): () => void;
  /** How long a session waits for its client to come back. */
  graceMilliseconds: number;
  onPreviewScript(script: PreviewScript): void;
  /** Called with the number of sessions whenever it changes. */
  onCount(count: number): void;
}

const ENDED = 'The bridge was ended, and what was started by it. Open the machine again.';
/** A longer reason does not fit into the frame that closes a socket. */
const MOST_REASON_BYTES = 123;

interface Listed {
  session: Session;
  socket: ClientSocket | null;
  cancelEnd: (() => void) | null;
}

/** The clients' sessions, each with at most one socket. */
export class SessionList {
  readonly #options: SessionListOptions;
  readonly #sessions = new Map<string, Listed>();

  constructor(options: SessionListOptions) {
    this.#options = options;
  }

  /** Takes a new socket, whose first message names its session. */
  accept(socket: ClientSocket): SocketEvents {
    let own: Listed | null = null;
    const isCurrent = (listed: Listed | null): listed is Listed => listed !== null && listed.socket === socket;
    const guarded = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        socket.close(CLOSED_FOR_GOOD, closeReason(error instanceof Error ? error.message : String(error)));
        own?.session.end();
      }
    };
    return {
      onText: (text) =>
        guarded(() => {
          const message = pageControlSchema.parse(JSON.parse(text));
          if (message.type === 'hello') own = this.#welcome(socket, message);
          else if (isCurrent(own)) own.session.confirm(message.received);
        }),
      onBytes: (bytes) => guarded(() => isCurrent(own) && own.session.receiveFrame(bytes)),
      onClose: (isLeaving) => {
        if (isCurrent(own)) this.#release(own, isLeaving);
      },
    };
  }

  report(port: number, report: Record<string, unknown>): void {
    for (const { session } of this.#sessions.values()) session.report(port, report);
  }

  /** Ends all sessions with a final close code, because clients would otherwise reconnect forever. */
  endAll(): void {
    for (const { session, socket } of [...this.#sessions.values()]) {
      session.end();
      socket?.close(CLOSED_FOR_GOOD, ENDED);
    }
  }

  #welcome(socket: ClientSocket, { version, session: wanted, received }: Extract<PageControl, { type: 'hello' }>): Listed {
    if (version !== PROTOCOL_VERSION)
      throw new Error(`This bridge speaks version ${PROTOCOL_VERSION} and the page ${version}: reload the page.`);
    const known = wanted === null ? undefined : this.#sessions.get(wanted);
    const listed = known ?? this.#create();
    listed.cancelEnd?.();
    listed.cancelEnd = null;
    // A socket whose network connection was cut may seem open for a long time.
    const former = listed.socket;
    listed.socket = socket;
    former?.close(1000, 'The client has come back on another socket.');
    const { session } = listed;
    const welcome: ServerControl = {
      type: 'welcome',
      session: session.id,
      received: session.received,
      isResumed: known !== undefined,
    };
    socket.send(JSON.stringify(welcome));
    session.attach(socket, known === undefined ? 0 : received);
    return listed;
  }

  #create(): Listed {
    const { machine, randomId, later, onPreviewScript, onCount } = this.#options;
    const id = randomId();
    const session = new Session({
      id,
      machine,
      later,
      setPreviewScript: onPreviewScript,
      onEnd: () => {
        this.#sessions.get(id)?.cancelEnd?.();
        this.#sessions.delete(id);
        onCount(this.#sessions.size);
      },
    });
    const listed: Listed = { session, socket: null, cancelEnd: null };
    this.#sessions.set(id, listed);
    onCount(this.#sessions.size);
    return listed;
  }

  #release(listed: Listed, isLeaving: boolean): void {
    listed.socket = null;
    listed.session.detach();
    if (!this.#sessions.has(listed.session.id)) return;
    if (isLeaving) listed.session.end();
    else listed.cancelEnd = this.#options.later(() => listed.session.end(), this.#options.graceMilliseconds);
  }
}

/** The text is cut between two characters. */
function closeReason(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MOST_REASON_BYTES));
  return text.slice(0, read);
}
