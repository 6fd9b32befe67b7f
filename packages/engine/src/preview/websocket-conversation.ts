import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { formatRequestHead } from '../http/format-head.ts';
import { type HttpHeaders, headerValue, type ResponseHead } from '../http/http-message.ts';
import { HttpParser } from '../http/http-parser.ts';
import { encodeFrame, type Frame, FrameError, FrameReader } from './websocket-frames.ts';

export interface WebSocketTarget {
  /** Path and query. */
  target: string;
  host: string;
  origin: string;
  protocols: readonly string[];
  cookies: string;
}

export interface WebSocketEvents {
  send(data: Uint8Array): void;
  /** Cuts the connection. */
  close(): void;
  onOpen(protocol: string): void;
  onMessage(data: string | Uint8Array<ArrayBuffer>): void;
  /** Called once, at the end. */
  onClose(close: { code: number; reason: string; wasClean: boolean }): void;
}

/*
 * handshake ─101─▶ open ─close()─▶ closing ─close frame or cut─▶ closed
 *     │              └─close frame (answered), cut, bad bytes─────▲
 *     └─other status, bad accept, cut─────────────────────────────┘
 */
type State = 'handshake' | 'open' | 'closing' | 'closed';

/** The client's side of one WebSocket over a byte stream (RFC 6455), without extensions. */
export class WebSocketConversation {
  private state: State = 'handshake';
  private readonly key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  private readonly frames = new FrameReader((frame) => this.handleFrame(frame));
  private readonly parser: HttpParser;
  private message: { isText: boolean; parts: Uint8Array[] } | null = null;
  private received: { code: number; reason: string } | null = null;

  constructor(
    private readonly target: WebSocketTarget,
    private readonly events: WebSocketEvents,
  ) {
    this.parser = new HttpParser({
      kind: 'response',
      requestMethod: () => 'GET',
      onHead: (head) => this.checkHandshake(head),
      onBody: () => {},
      onEnd: () => {},
      onUpgrade: (rest) => {
        if (this.state === 'open') this.frames.push(rest);
      },
    });
  }

  /** Sends the upgrade request; call it once the connection is open. */
  start(): void {
    const { target, host, origin, protocols, cookies } = this.target;
    const headers: HttpHeaders = [
      ['host', host],
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ['origin', origin],
      ['sec-websocket-version', '13'],
      ['sec-websocket-key', this.key],
      ...(protocols.length > 0 ? ([['sec-websocket-protocol', protocols.join(', ')]] as const) : []),
      ...(cookies ? ([['cookie', cookies]] as const) : []),
    ];
    this.events.send(formatRequestHead({ method: 'GET', target, headers }));
  }

  receive(data: Uint8Array): void {
    if (this.state === 'closed') return;
    try {
      if (this.state === 'handshake') this.parser.push(data);
      else this.frames.push(data);
    } catch (error) {
      this.fail(error instanceof FrameError ? error.status : 1006);
    }
  }

  connectionClosed(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.events.onClose(this.received ? { ...this.received, wasClean: true } : { code: 1006, reason: '', wasClean: false });
  }

  sendMessage(opcode: 'text' | 'binary', payload: Uint8Array): void {
    if (this.state === 'open') this.sendFrame(opcode, payload);
  }

  /** Starts the closing handshake; `onClose` is called when the program has replied. */
  close(code?: number, reason = ''): void {
    if (this.state === 'open') {
      this.state = 'closing';
      this.sendFrame('close', closePayload(code, reason));
    } else if (this.state === 'handshake') {
      this.fail(1006);
    }
  }

  private checkHandshake(head: ResponseHead): void {
    const protocol = headerValue(head.headers, 'sec-websocket-protocol') ?? '';
    const isUpgrade = head.status === 101 && headerValue(head.headers, 'upgrade')?.toLowerCase() === 'websocket';
    // Sec-WebSocket-Accept protects against caches that replay responses; there are none between the engine and the program.
    const hasAccept = headerValue(head.headers, 'sec-websocket-accept') !== undefined;
    if (!isUpgrade || !hasAccept || (protocol !== '' && !this.target.protocols.includes(protocol))) {
      this.fail(1006);
      return;
    }
    this.state = 'open';
    this.events.onOpen(protocol);
  }

  private handleFrame(frame: Frame): void {
    switch (frame.opcode) {
      case 'ping':
        this.sendFrame('pong', frame.payload);
        break;
      case 'pong':
        break;
      case 'close':
        this.handleClose(frame.payload);
        break;
      default:
        this.handleData(frame);
    }
  }

  private handleClose(payload: Uint8Array): void {
    this.received =
      payload.length >= 2
        ? { code: ((payload[0] ?? 0) << 8) | (payload[1] ?? 0), reason: new TextDecoder().decode(payload.subarray(2)) }
        : { code: 1005, reason: '' };
    if (this.state === 'open') {
      this.sendFrame('close', payload.subarray(0, 2));
      this.state = 'closing';
    }
    this.events.close();
    this.connectionClosed();
  }

  private handleData(frame: Frame): void {
    if ((frame.opcode === 'continuation') !== (this.message !== null)) throw new FrameError('A continuation out of place');
    this.message ??= { isText: frame.opcode === 'text', parts: [] };
    this.message.parts.push(frame.payload);
    if (!frame.isFinal) return;
    const { isText, parts } = this.message;
    this.message = null;
    const whole = joinBytes(parts);
    if (this.state === 'open') this.events.onMessage(isText ? new TextDecoder().decode(whole) : whole);
  }

  private sendFrame(opcode: 'text' | 'binary' | 'close' | 'pong', payload: Uint8Array): void {
    this.events.send(encodeFrame(opcode, payload, crypto.getRandomValues(new Uint8Array(4))));
  }

  private fail(code: number): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.events.close();
    this.events.onClose({ code, reason: '', wasClean: false });
  }
}

function closePayload(code: number | undefined, reason: string): Uint8Array {
  if (code === undefined) return new Uint8Array(0);
  return joinBytes([Uint8Array.of(code >> 8, code & 0xff), new TextEncoder().encode(reason)]);
}
