import processShim from 'process/';
import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import type { Socket } from '../net/socket.ts';
import { type HeaderValue, hasInvalidCharacter, headerPairs, headersSent, invalidCharacter } from './header-checks.ts';
import type { IncomingMessage } from './incoming-message.ts';
import { HEADERS } from './outgoing-headers.ts';
import { OutgoingMessage, type OutgoingOptions } from './outgoing-message.ts';
import type { GivenHeaders } from './settle-head.ts';
import { statusTexts } from './status-texts.ts';

const LINK = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(?:"[^"]*"|[^;"\s]*))?)*$/;

function checkLink(value: unknown): string {
  const links: unknown[] = Array.isArray(value) ? value : [value];
  for (const link of links)
    if (typeof link !== 'string' || !LINK.test(link))
      throw invalidArgumentValue('hints', value, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  return links.join(', ');
}

/** Closes a response whose connection is gone. */
function closeWithSocket(this: Socket): void {
  const response = this._httpMessage;
  if (response instanceof ServerResponse) closeResponse(response);
}

export function closeResponse(response: ServerResponse): void {
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit('close');
}

/** Node's `http.ServerResponse`. */
export class ServerResponse extends OutgoingMessage {
  statusCode = 200;
  declare statusMessage: string | undefined;
  readonly req: IncomingMessage;
  _sent100 = false;
  _expect_continue = false;
  declare _maxRequestsPerSocket: number | null;

  constructor(request: IncomingMessage, options?: OutgoingOptions) {
    super(options);
    if (request.method === 'HEAD') this._hasBody = false;
    this.req = request;
    this.sendDate = true;
    // An unknown version (a mock request) is not treated as 1.1 either.
    if (Number(request.httpVersionMajor) < 1 || Number(request.httpVersionMinor) < 1) {
      this.useChunkedEncodingByDefault = /(?:^|\W)chunked(?:$|\W)/i.test(String(request.headers?.te ?? ''));
      this.shouldKeepAlive = false;
    }
  }

  assignSocket(socket: Socket): void {
    if (socket._httpMessage) throw nodeError(Error, 'ERR_HTTP_SOCKET_ASSIGNED', 'Socket already assigned');
    socket._httpMessage = this;
    socket.on('close', closeWithSocket);
    this.socket = socket;
    this.emit('socket', socket);
    this._flush();
  }
  detachSocket(socket: Socket | null = this.socket): void {
    if (socket !== null) {
      socket.removeListener('close', closeWithSocket);
      socket._httpMessage = null;
    }
    this.socket = null;
  }

  writeHead(status: number, ...rest: unknown[]): this {
    if (this._header) throw headersSent('write');
    const code = Math.trunc(Number(status)) | 0;
    if (code < 100 || code > 999)
      throw nodeError(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${shownStatus(status)}`);
    const [first, second] = rest;
    if (typeof first === 'string') this.statusMessage = first;
    else this.statusMessage ||= statusTexts.get(code) ?? 'unknown';
    this.statusCode = code;
    const given = (typeof first === 'string' ? second : (second ?? first)) as GivenHeaders; // Validated when they are written.
    let headers = given;
    if (this[HEADERS] !== null) {
      if (Array.isArray(given)) replaceHeaders(this, given);
      else for (const [name, value] of Object.entries(given ?? {})) if (name !== '') this.setHeader(name, value as HeaderValue);
      headers = this[HEADERS];
    }
    if (hasInvalidCharacter(this.statusMessage)) throw invalidCharacter('statusMessage');
    if (code === 204 || code === 304 || code < 200) this._hasBody = false;
    // The client does not know whether its body is wanted, and may send either the body or another request.
    if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
    this._storeHeader(`HTTP/1.1 ${code} ${this.statusMessage}\r\n`, headers);
    return this;
  }

  /** The deprecated name of `writeHead`. */
  writeHeader(status: number, ...rest: unknown[]): this {
    return this.writeHead(status, ...rest);
  }

  override _implicitHeader(): void {
    this.writeHead(this.statusCode);
  }

  writeContinue(done?: () => void): void {
    this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'latin1', done ?? null);
    this._sent100 = true;
  }
  writeProcessing(done?: () => void): void {
    this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'latin1', done ?? null);
  }
  writeEarlyHints(hints: Record<string, string | string[]>, done?: () => void): void {
    if (typeof hints !== 'object' || hints === null || Array.isArray(hints)) throw invalidArgumentType('hints', 'of type object', hints);
    if (hints.link === undefined || hints.link === null) return;
    const link = checkLink(hints.link);
    if (link === '') return;
    const others = Object.entries(hints).filter(([name]) => name !== 'link');
    const lines = [['Link', link], ...others].map(([name, value]) => `${String(name)}: ${String(value)}\r\n`).join('');
    this._writeRaw(`HTTP/1.1 103 Early Hints\r\n${lines}\r\n`, 'latin1', done ?? null);
  }
}

/** Closes a completed response in the next tick; called after `detachSocket`. */
export function closeLater(response: ServerResponse): void {
  processShim.nextTick(closeResponse, response);
}

function shownStatus(status: unknown): string {
  if (typeof status === 'symbol') return String(status);
  return typeof status === 'object' && status !== null ? JSON.stringify(status) : String(status);
}

/** Replaces the headers of these names; a name may occur several times. */
function replaceHeaders(response: ServerResponse, list: readonly unknown[]): void {
  const pairs = headerPairs(list);
  for (const [name] of pairs) response.removeHeader(name);
  for (const [name, value] of pairs) response.appendHeader(name, value);
}
