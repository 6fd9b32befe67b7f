import { formatResponseHead } from '../../../../http/format-head.ts';
import { type HttpHeaders, responseHasNoBody } from '../../../../http/http-message.ts';
import { nodeError } from '../../errors/node-error.ts';
import type { IncomingMessage } from './incoming-message.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { statusTexts } from './status-texts.ts';

/** `http.ServerResponse`. */
export class ServerResponse extends OutgoingMessage {
  statusCode = 200;
  statusMessage: string | undefined = undefined;
  strictContentLength = false;
  readonly req: IncomingMessage;

  constructor(request: IncomingMessage) {
    super();
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
    if (typeof rest[0] === 'string') this.statusMessage = rest.shift() as string;
    const headers = rest[0];
    if (Array.isArray(headers)) this.#setList(headers);
    else if (typeof headers === 'object' && headers !== null)
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value as string);
    // A length that is not given now is not known: what follows is sent in chunks, also when it is all there is.
    this.storeHead(this.wholeLength);
    return this;
  }

  /** `[name, value, …]` or `[[name, value], …]`. */
  #setList(list: unknown[]): void {
    const flat = list.flat();
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
    if (this.hasHeader('connection')) return;
    list.push(['Connection', this.shouldKeepAlive ? 'keep-alive' : 'close']);
    if (this.shouldKeepAlive) list.push(['Keep-Alive', 'timeout=5']);
  }

  protected override formatHead(headers: HttpHeaders): Uint8Array {
    this.statusMessage ??= statusTexts.get(this.statusCode) ?? 'unknown';
    return formatResponseHead({ status: this.statusCode, reason: this.statusMessage, headers });
  }

  #sendInformation(status: number, headers: HttpHeaders): void {
    this.transmit(formatResponseHead({ status, reason: statusTexts.get(status) ?? '', headers }), () => {});
  }
  writeContinue(): void {
    this.#sendInformation(100, []);
  }
  writeProcessing(): void {
    this.#sendInformation(102, []);
  }
  writeEarlyHints(hints: Record<string, string | string[]>): void {
    this.#sendInformation(
      103,
      Object.entries(hints).flatMap(([name, value]) => [value].flat().map((item) => [name, item] as const)),
    );
  }
}
