import { formatResponseHead } from '../../../../http/format-head.ts';
import { type HttpHeaders, responseHasNoBody } from '../../../../http/http-message.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { IncomingMessage } from './incoming-message.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { statusTexts } from './status-texts.ts';

/** `http.ServerResponse`. */
export class ServerResponse extends OutgoingMessage {
  statusCode = 200;
  statusMessage: string | undefined = undefined;
  strictContentLength = false;
  readonly req: IncomingMessage;
  /** What `Keep-Alive` says: set by the connection. */
  declare keepAliveSeconds: number | null;
  declare maxRequests: number;
  declare isLastOfConnection: boolean;

  constructor(request: IncomingMessage) {
    super();
    Object.defineProperties(this, {
      keepAliveSeconds: { value: 5, writable: true },
      maxRequests: { value: 0, writable: true },
      isLastOfConnection: { value: false, writable: true },
    });
    this.req = request;
    if (request.httpVersionMinor === 0) {
      this.useChunkedEncodingByDefault = false;
      this.shouldKeepAlive = /\bkeep-alive\b/i.test(String(request.headers.connection ?? ''));
    }
    if (/\bclose\b/i.test(String(request.headers.connection ?? ''))) this.shouldKeepAlive = false;
  }

  writeHead(status: number, ...rest: unknown[]): this {
    if (this.headersSent) throw nodeError(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
    const code = Math.trunc(Number(status));
    if (!(code >= 100 && code <= 999))
      throw nodeError(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${String(status)}`);
    this.statusCode = code;
    if (typeof rest[0] === 'string') this.statusMessage = rest[0];
    const headers = typeof rest[0] === 'string' ? rest[1] : (rest[0] ?? rest[1]);
    if (this.statusMessage !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(this.statusMessage))
      throw nodeError(TypeError, 'ERR_INVALID_CHAR', 'Invalid character in statusMessage');
    if (Array.isArray(headers)) this.#setList(headers);
    else if (typeof headers === 'object' && headers !== null)
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value as string);
    // A length that is not given now is not known: what follows is sent in chunks, also when it is all there is.
    this.storeHead(this.wholeLength);
    return this;
  }

  /** The old name. */
  writeHeader(status: number, ...rest: unknown[]): this {
    return this.writeHead(status, ...rest);
  }

  /** `[name, value, …]` or `[[name, value], …]`. */
  #setList(list: unknown[]): void {
    const flat = list.flat();
    if (flat.length % 2 !== 0)
      throw nodeError(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The argument 'headers' is invalid. Received [ ${flat.map((item) => `'${String(item)}'`).join(', ')} ]`,
      );
    // They take the place of what was set, and may be several of one name.
    for (let index = 0; index < flat.length; index += 2) this.removeHeader(String(flat[index]));
    for (let index = 0; index < flat.length; index += 2) this.appendHeader(String(flat[index]), String(flat[index + 1]));
  }

  override _implicitHeader(): void {
    this.writeHead(this.statusCode);
  }

  protected override addFraming(list: [string, string][], bodyLength: number | null): void {
    this._hasBody = !responseHasNoBody(this.req.method ?? 'GET', this.statusCode);
    if (this.sendDate && !this.hasHeader('date')) list.push(['Date', new Date().toUTCString()]);
    const isHead = this.req.method === 'HEAD';
    super.addFraming(list, isHead ? null : bodyLength);
    if (/\bclose\b/i.test(String(this.getHeader('connection') ?? ''))) this.shouldKeepAlive = false;
    if (this.hasHeader('connection') || this.isRemoved('connection')) return;
    if (this.isLastOfConnection) this.shouldKeepAlive = false;
    list.push(['Connection', this.shouldKeepAlive ? 'keep-alive' : 'close']);
    if (!this.shouldKeepAlive || this.keepAliveSeconds === null || this.hasHeader('keep-alive')) return;
    const most = this.maxRequests > 0 ? `, max=${this.maxRequests}` : '';
    list.push(['Keep-Alive', `timeout=${this.keepAliveSeconds}${most}`]);
  }

  protected override formatHead(headers: HttpHeaders): Uint8Array {
    this.statusMessage ??= statusTexts.get(this.statusCode) ?? 'unknown';
    return formatResponseHead({ status: this.statusCode, reason: this.statusMessage, headers });
  }

  #sendInformation(status: number, headers: HttpHeaders, done: (() => void) | undefined): void {
    this.transmit(formatResponseHead({ status, reason: statusTexts.get(status) ?? '', headers }), () => done?.());
  }
  writeContinue(done?: () => void): void {
    this.#sendInformation(100, [], done);
  }
  writeProcessing(done?: () => void): void {
    this.#sendInformation(102, [], done);
  }
  writeEarlyHints(hints: Record<string, string | string[]>, done?: () => void): void {
    if (typeof hints !== 'object' || hints === null) throw invalidArgumentType('hints', 'of type object', hints);
    if (hints.link === undefined || hints.link === null) return;
    const link = [hints.link].flat().join(', ');
    if (link === '') return;
    const others = Object.entries(hints).filter(([name]) => name !== 'link');
    this.#sendInformation(
      103,
      [['Link', link] as const, ...others.flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)] as const))],
      done,
    );
  }

  override _destroy(error: unknown, done: (error?: unknown) => void): void {
    this.socket?.destroy(error);
    done(error);
  }
}
