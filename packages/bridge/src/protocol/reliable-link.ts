import { decodeLinkFrame, encodeLinkFrame, setReceived } from './link-frame.ts';

/** The sending side of a WebSocket. */
export interface LinkSocket {
  send(data: string | Uint8Array<ArrayBuffer>): void;
}

export interface ReliableLinkPorts {
  /** Called exactly once for each message of the other side, in its order. */
  deliver(head: unknown, bytes: Uint8Array): void;
  /** Runs `work` later unless the returned function is called first. */
  later(work: () => void, milliseconds: number): () => void;
}

interface Unconfirmed {
  sequence: number;
  frame: Uint8Array<ArrayBuffer>;
  wasSent: boolean;
}

const MAX_UNTOLD_MESSAGES = 16;
const MAX_UNTOLD_BYTES = 64 * 1024;
const TELL_MILLISECONDS = 50;

/**
 * A message stream that outlasts its sockets: each message is numbered and kept until the other side has confirmed it,
 * and a new socket starts with the unconfirmed ones. So no message is lost, none arrives twice, and their order is
 * kept. The page and the server both use it.
 */
export class ReliableLink {
  readonly #ports: ReliableLinkPorts;
  #socket: LinkSocket | null = null;
  #unconfirmed: Unconfirmed[] = [];
  #sent = 0;
  #received = 0;
  #told = 0;
  #untoldBytes = 0;
  #cancelTelling: (() => void) | null = null;

  constructor(ports: ReliableLinkPorts) {
    this.#ports = ports;
  }

  /** The number of the last delivered message of the other side. */
  get received(): number {
    return this.#received;
  }

  /** Returns the message's number. */
  send(head: unknown, bytes: Uint8Array = new Uint8Array(0)): number {
    this.#sent += 1;
    const sequence = this.#sent;
    const frame = encodeLinkFrame({ sequence, received: this.#received, head, bytes });
    this.#unconfirmed.push({ sequence, frame, wasSent: this.#socket !== null });
    if (this.#socket !== null) {
      this.#socket.send(frame);
      this.#forgetUntold();
    }
    return sequence;
  }

  /** Replaces a message that has not been sent yet. Returns false if it has been sent. */
  replace(sequence: number, head: unknown): boolean {
    const waiting = this.#unconfirmed.find((one) => one.sequence === sequence);
    if (waiting === undefined || waiting.wasSent) return false;
    waiting.frame = encodeLinkFrame({ sequence, received: this.#received, head, bytes: new Uint8Array(0) });
    return true;
  }

  /** Continues on this socket, whose other side has received everything up to `peerReceived`. */
  attach(socket: LinkSocket, peerReceived: number): void {
    this.#socket = socket;
    this.confirm(peerReceived);
    for (const waiting of this.#unconfirmed) {
      setReceived(waiting.frame, this.#received);
      waiting.wasSent = true;
      socket.send(waiting.frame);
    }
  }

  /** Keeps what is sent from now on for the next socket. */
  detach(): void {
    this.#socket = null;
    this.#cancelTelling?.();
    this.#cancelTelling = null;
  }

  /** Forgets the messages that the other side has received. */
  confirm(received: number): void {
    if (received > this.#sent) throw new Error('The other side confirms what was never sent.');
    const kept = this.#unconfirmed.findIndex(({ sequence }) => sequence > received);
    this.#unconfirmed = kept === -1 ? [] : this.#unconfirmed.slice(kept);
  }

  /**
   * Takes a binary frame of the attached socket. Throws if the frame is invalid or an earlier one is missing; the
   * caller must then close the socket.
   */
  receive(data: Uint8Array): void {
    const { sequence, received, head, bytes } = decodeLinkFrame(data);
    this.confirm(received);
    if (sequence <= this.#received) return;
    if (sequence !== this.#received + 1) throw new Error(`Message ${this.#received + 1} is missing.`);
    this.#received = sequence;
    this.#untoldBytes += data.byteLength;
    this.#tellInTime();
    this.#ports.deliver(head, bytes);
  }

  #tellInTime(): void {
    if (this.#received - this.#told >= MAX_UNTOLD_MESSAGES || this.#untoldBytes >= MAX_UNTOLD_BYTES) this.#tell();
    else this.#cancelTelling ??= this.#ports.later(() => this.#tell(), TELL_MILLISECONDS);
  }

  #tell(): void {
    this.#socket?.send(JSON.stringify({ type: 'received', received: this.#received }));
    this.#forgetUntold();
  }

  #forgetUntold(): void {
    this.#told = this.#received;
    this.#untoldBytes = 0;
    this.#cancelTelling?.();
    this.#cancelTelling = null;
  }
}
