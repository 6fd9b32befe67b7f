import type { MachineConnection } from 'devonz-engine-protocol/machine/connection';
import type { FileChange, FileWatch, Machine, MachineProcess } from '../../machine/machine.ts';
import { type Call, type PageMessage, pageMessageSchema } from '../../protocol/page-messages.ts';
import { type LinkSocket, ReliableLink } from '../../protocol/reliable-link.ts';
import type { ServerMessage } from '../../protocol/server-messages.ts';
import { answerCall, type CallPorts, isChangingCall, type ProcessKind } from './answer-call.ts';
import { CallOrder } from './call-order.ts';
import { ProcessRelay } from './process-relay.ts';
import { WatchRelay } from './watch-relay.ts';

export interface SessionOptions {
  id: string;
  machine: Machine;
  later(work: () => void, milliseconds: number): () => void;
  setPreviewScript(script: PreviewScript): void;
  /** Called once, when the client has ended its instance or sent an invalid message. */
  onEnd(): void;
}

const REPORT_MILLISECONDS = 1_000;
const MOST_REPORTS = 40;

export type PreviewScript = Pick<Extract<PageMessage, { type: 'preview-script' }>, 'source' | 'options'>;

interface SessionWatch {
  relay: WatchRelay;
  /** `null` until it is set up. */
  watch: FileWatch | null;
}

/** The processes and watches that one booted client has on the machine. It outlasts the sockets. */
export class Session {
  readonly #options: SessionOptions;
  readonly #link: ReliableLink;
  readonly #callPorts: CallPorts;
  readonly #order = new CallOrder();
  readonly #processes = new Map<number, ProcessRelay>();
  readonly #watches = new Map<number, SessionWatch>();
  readonly #stopListening: (() => void)[];
  #isEnded = false;
  #isAttached = false;
  #reports = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { machine, later } = options;
    this.#link = new ReliableLink({ deliver: (head, bytes) => this.#receive(head, bytes), later });
    this.#callPorts = {
      machine,
      addWatch: (id, start) => this.#addWatch(id, start),
      tellLimit: (limit) => this.#send({ type: 'watch-limit', limit }),
      watchListed: (path) => this.#watchListed(path),
      addProcess: (id, process, kind) => this.#addProcess(id, process, kind),
      isProcess: (id) => this.#processes.has(id),
    };
    this.#stopListening = [
      machine.ports.watch((port, state, owner) => this.#send({ type: 'port', port, state, process: this.#processOf(owner) })),
      machine.onConnection((change) => this.#send({ type: 'connection', change: toWire(change) })),
    ];
  }

  get id(): string {
    return this.#options.id;
  }

  /** The number of the last received message of the client. */
  get received(): number {
    return this.#link.received;
  }

  attach(socket: LinkSocket, peerReceived: number): void {
    this.#isAttached = true;
    this.#link.attach(socket, peerReceived);
  }

  detach(): void {
    this.#isAttached = false;
    this.#link.detach();
  }

  /** Takes a binary frame of the attached socket. Throws if it is invalid. */
  receiveFrame(data: Uint8Array): void {
    this.#link.receive(data);
  }

  confirm(received: number): void {
    this.#link.confirm(received);
  }

  /** Drops reports beyond a few per second, and while no client is connected: a page may send any number of them. */
  report(port: number, report: Record<string, unknown>): void {
    if (this.#isAttached && this.#takeReport()) this.#send({ type: 'preview-report', port, report });
  }

  /** Ends what the client has started. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#link.detach();
    for (const stop of this.#stopListening) stop();
    for (const { relay, watch } of this.#watches.values()) {
      relay.close();
      watch?.close();
    }
    for (const relay of this.#processes.values()) relay.abandon();
    this.#options.onEnd();
  }

  #takeReport(): boolean {
    if (this.#reports === 0) {
      this.#options.later(() => {
        this.#reports = 0;
      }, REPORT_MILLISECONDS);
    }
    this.#reports += 1;
    return this.#reports <= MOST_REPORTS;
  }

  #send(message: ServerMessage, bytes?: Uint8Array): void {
    if (!this.#isEnded) this.#link.send(message, bytes);
  }

  #receive(head: unknown, bytes: Uint8Array): void {
    const message = pageMessageSchema.parse(head);
    const process = 'process' in message ? this.#processes.get(message.process) : undefined;
    switch (message.type) {
      case 'request':
        void this.#answer(message, bytes);
        break;
      case 'nothing':
        break;
      case 'unwatch':
        this.#unwatch(message.watch);
        break;
      case 'changes-taken':
        this.#watches.get(message.watch)?.relay.confirm();
        break;
      case 'input':
        process?.input(bytes);
        break;
      case 'close-input':
        process?.process.closeInput();
        break;
      case 'resize':
        process?.process.resize(message.size);
        break;
      case 'kill':
        process?.kill();
        break;
      case 'output-taken':
        process?.confirm(message.bytes);
        break;
      case 'preview-script':
        this.#options.setPreviewScript(message);
        break;
      case 'teardown':
        this.end();
        break;
    }
  }

  async #answer({ id, call }: Extract<PageMessage, { type: 'request' }>, bytes: Uint8Array): Promise<void> {
    try {
      const answer = await this.#order.run(isChangingCall(call), () => answerCall(this.#callPorts, call, bytes));
      this.#send({ type: 'answer', id, value: answer.value }, answer.bytes);
    } catch (error) {
      this.#send({ type: 'failed', id, ...failureOf(error, call) });
    }
  }

  #processOf(owner: number | null): number | null {
    if (owner === null) return null;
    for (const [id, { process }] of this.#processes) if (process.pid === owner) return id;
    return null;
  }

  #addProcess(id: number, process: MachineProcess, kind: ProcessKind): void {
    const { later } = this.#options;
    const relay = new ProcessRelay({ id, process, kind, later, send: (message, bytes) => this.#send(message, bytes) });
    this.#processes.set(id, relay);
    // The session may have ended while the process was starting.
    if (this.#isEnded) relay.abandon();
    void relay.run().then(() => this.#processes.delete(id));
  }

  async #addWatch(id: number, start: (listener: (change: FileChange) => void) => Promise<FileWatch>): Promise<void> {
    const relay = new WatchRelay((changes) => this.#send({ type: 'changes', watch: id, changes }), this.#options.later);
    const entry: SessionWatch = { relay, watch: null };
    // A number that was used before would leave its former watch open for ever.
    this.#unwatch(id);
    this.#watches.set(id, entry);
    try {
      entry.watch = await start((change) => relay.push(change));
    } catch (error) {
      if (this.#watches.get(id) === entry) this.#watches.delete(id);
      throw error;
    }
    // The watch may have been closed while it was being set up.
    if (this.#isEnded || this.#watches.get(id) !== entry) entry.watch.close();
  }

  /** A folder that cannot be watched says so when it is listed. */
  async #watchListed(path: string): Promise<void> {
    await Promise.allSettled([...this.#watches.values()].map(({ watch }) => watch?.include?.(path)));
  }

  #unwatch(id: number): void {
    const entry = this.#watches.get(id);
    this.#watches.delete(id);
    entry?.relay.close();
    entry?.watch?.close();
  }
}

/** The message of a file error must begin with its code, because the client passes on only the message. */
function failureOf(error: unknown, { call }: Call): { message: string; code: string | null } {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const message = error instanceof Error ? error.message : String(error);
  const isNamed = call === 'start' || code === null || !/^E[A-Z]+$/.test(code) || message.startsWith(`${code}:`);
  return { message: isNamed ? message : `${code}: ${message}`, code };
}

function toWire(change: MachineConnection): Extract<ServerMessage, { type: 'connection' }>['change'] {
  return change.state === 'back' ? { state: 'back', lost: [...change.lost] } : change;
}
