import { programPort } from '../local-port.ts';
import { WebSocketConversation } from '../websocket-conversation.ts';
import { openSocketConnection, type PostToWorker } from './open-socket-connection.ts';

type Handler = ((event: Event) => void) | null;
type Payload = string | ArrayBufferLike | ArrayBufferView | Blob;

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/**
 * Replaces `WebSocket` for URLs of the page's own program and of other programs: a service worker does not see WebSockets,
 * so this class implements RFC 6455 itself, over bytes that the bridge carries to the program. Other URLs use the
 * browser's own.
 */
export function installPreviewWebSocket(page: { WebSocket: typeof WebSocket }, place: URL, post: PostToWorker): void {
  const Native = page.WebSocket;
  page.WebSocket = new Proxy(Native, {
    construct(target, [address, protocols = []]: [string | URL, (string | string[])?]) {
      const url = socketAddress(address, place.href);
      const port = programPort(url, place);
      if (port === null) return new target(address, protocols);
      const list = typeof protocols === 'string' ? [protocols] : protocols;
      return new PreviewWebSocket({ url, protocols: list, port, ownPort: programPort(place, place) ?? port, post });
    },
  });
  // `instanceof WebSocket` works for these objects too, because the proxy shares the browser's prototype.
  Object.setPrototypeOf(PreviewWebSocket.prototype, Native.prototype);
}

function socketAddress(address: string | URL, base: string): URL {
  if (!URL.canParse(address, base)) throw new DOMException(`The URL '${address}' is invalid.`, 'SyntaxError');
  const url = new URL(address, base);
  if (url.protocol === 'http:') url.protocol = 'ws:';
  if (url.protocol === 'https:') url.protocol = 'wss:';
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:')
    throw new DOMException(`The scheme of '${address}' is not ws or wss.`, 'SyntaxError');
  return url;
}

interface SocketRequest {
  url: URL;
  protocols: readonly string[];
  port: number;
  /** The port of the program that the page belongs to. */
  ownPort: number;
  post: PostToWorker;
}

class PreviewWebSocket extends EventTarget {
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  static readonly CLOSING = CLOSING;
  static readonly CLOSED = CLOSED;
  readonly CONNECTING = CONNECTING;
  readonly OPEN = OPEN;
  readonly CLOSING = CLOSING;
  readonly CLOSED = CLOSED;

  readonly url: string;
  readonly extensions = '';
  protocol = '';
  readyState: number = CONNECTING;
  bufferedAmount = 0;
  binaryType: BinaryType = 'blob';
  onopen: Handler = null;
  onmessage: Handler = null;
  onerror: Handler = null;
  onclose: Handler = null;
  private conversation: WebSocketConversation | null = null;
  /** Keeps messages in order while a Blob is read. */
  private sending: Promise<void> = Promise.resolve();

  constructor({ url, protocols, port, ownPort, post }: SocketRequest) {
    super();
    this.url = url.href;
    const connection = openSocketConnection(port, post);
    const conversation = new WebSocketConversation(
      {
        target: url.pathname + url.search,
        host: `localhost:${port}`,
        origin: `http://localhost:${ownPort}`,
        protocols,
        // Workers have no cookies.
        cookies: typeof document === 'undefined' ? '' : document.cookie,
      },
      {
        send: (data) => connection.send(data),
        close: () => connection.close(),
        onOpen: (protocol) => {
          this.protocol = protocol;
          this.readyState = OPEN;
          this.emit(new Event('open'));
        },
        onMessage: (data) => this.emit(new MessageEvent('message', { data: this.shape(data), origin: url.origin })),
        onClose: (close) => {
          if (this.readyState === CLOSED) return;
          this.readyState = CLOSED;
          // Vite's client waits for the error before it looks for a restarted server.
          if (!close.wasClean) this.emit(new Event('error'));
          this.emit(new CloseEvent('close', close));
        },
      },
    );
    this.conversation = conversation;
    connection.onOpen = () => conversation.start();
    connection.onData = (data) => conversation.receive(data);
    connection.onClose = () => conversation.connectionClosed();
  }

  send(data: Payload): void {
    if (this.readyState === CONNECTING) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError');
    if (this.readyState !== OPEN) return;
    this.sending = this.sending.then(async () => {
      if (typeof data === 'string') this.conversation?.sendMessage('text', new TextEncoder().encode(data));
      else this.conversation?.sendMessage('binary', await toBytes(data));
    });
  }

  close(code?: number, reason = ''): void {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
      throw new DOMException(`The code must be 1000, or between 3000 and 4999; ${code} is neither.`, 'InvalidAccessError');
    if (this.readyState === CLOSING || this.readyState === CLOSED) return;
    this.readyState = CLOSING;
    void this.sending.then(() => this.conversation?.close(code, reason));
  }

  private shape(data: string | Uint8Array<ArrayBuffer>): unknown {
    if (typeof data === 'string') return data;
    return this.binaryType === 'blob' ? new Blob([data]) : data.buffer;
  }

  private emit(event: Event): void {
    const handlers = new Map([
      ['open', this.onopen],
      ['message', this.onmessage],
      ['error', this.onerror],
      ['close', this.onclose],
    ]);
    const handler = handlers.get(event.type);
    // Added as a listener for this one event, so that its exceptions are reported as by the browser.
    if (handler) this.addEventListener(event.type, handler, { once: true });
    this.dispatchEvent(event);
  }
}

async function toBytes(data: Exclude<Payload, string>): Promise<Uint8Array> {
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer());
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  return new Uint8Array(data).slice();
}
