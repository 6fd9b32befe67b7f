import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { HttpError } from './http-error.ts';
import { type BodyFraming, type HttpHeaders, type RequestHead, type ResponseHead, responseHasNoBody } from './http-message.ts';
import { beginsMethod } from './methods.ts';
import { invalidMethod, parseHeaderLines, parseRequestHead, parseResponseHead } from './parse-head.ts';

interface BodyEvents {
  /** `data` is a view of the pushed bytes: copy it to keep it beyond the call if the caller reuses them. */
  onBody(data: Uint8Array): void;
  /** Called before `onEnd`, only if there are trailers. */
  onTrailers?(trailers: HttpHeaders): void;
  /** The message is complete; on a kept-alive connection the next `onHead` may follow within the same `push`. */
  onEnd(): void;
  /** The rest of the pushed bytes belongs to the other protocol. The parser is closed and accepts no more. */
  onUpgrade?(rest: Uint8Array): void;
}

export interface RequestParserEvents extends BodyEvents {
  kind: 'request';
  /** Return `'upgrade'` to take the connection over (for a head with `asksUpgrade`): then only `onUpgrade` follows. */
  onHead(head: RequestHead): 'upgrade' | undefined;
}

export interface ResponseParserEvents extends BodyEvents {
  kind: 'response';
  /** Returns the method of the oldest unanswered request: a response to HEAD has no body, and one to CONNECT starts a tunnel. */
  requestMethod(): string;
  /** Called with the final head (also of a 101, which is followed by `onUpgrade`). */
  onHead(head: ResponseHead): void;
  /** Called for 100 Continue and 103 Early Hints; the final head follows. */
  onInformation?(head: ResponseHead): void;
}

export interface HttpParserLimits {
  /** The start line and headers together, like Node's `maxHeaderSize`. */
  maxHeadBytes: number;
  maxHeaderCount: number;
  /**
   * Which ambiguous input is rejected. `strict`: like Node's own parser, which accepts only methods that it knows, and requires carriage
   * returns. `usual`: also accepts what small hand-written servers send. `lenient`: like Node's `insecureHTTPParser`.
   */
  strictness: 'strict' | 'usual' | 'lenient';
}

const DEFAULT_LIMITS: HttpParserLimits = { maxHeadBytes: 16 * 1024, maxHeaderCount: 2000, strictness: 'usual' };
const LINE_FEED = 10;
/** Longer than any method. */
const LONGEST_METHOD = 32;
const EMPTY = new Uint8Array(0);

/*
 *        ┌────────────────── onEnd ──────────────────┐
 *        ▼                                           │
 *  ┌─▶ head ──▶ none ────────────────────────────────┤
 *  │    │ └───▶ length ──────────────────────────────┤
 *  │    │ └───▶ chunk-size ─▶ chunk ─▶ chunk-end ─┐  │
 *  │    │          ▲                              │  │
 *  │    │          └──────────────────────────────┤  │
 *  │    │          └─0─▶ trailers ────────────────┼──┘
 *  1xx  └───▶ until-close ── finish() ──▶ onEnd, closed
 *       └───▶ closed (upgraded, failed, or the last message of the connection)
 */
type State =
  | { at: 'head' }
  | { at: 'length'; left: number }
  | { at: 'chunk-size' }
  | { at: 'chunk'; left: number }
  | { at: 'chunk-end' }
  | { at: 'trailers' }
  | { at: 'until-close' }
  | { at: 'closed'; why: string };

/**
 * A streaming HTTP/1.0 and 1.1 parser for one direction of one connection: accepts bytes in any slices and reports messages. `push` and
 * `finish` throw `HttpError` for anything that is not HTTP, after which the parser accepts nothing more.
 */
export class HttpParser {
  private state: State = { at: 'head' };
  private isKeepAlive = true;
  /** The start of an incomplete line. */
  private partialLine: Uint8Array = EMPTY;
  private lines: string[] = [];
  private headBytes = 0;
  private readonly limits: HttpParserLimits;
  /** Thrown again for all further input. */
  private failure: HttpError | null = null;

  constructor(
    private readonly events: RequestParserEvents | ResponseParserEvents,
    limits: Partial<HttpParserLimits> = {},
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** True between messages: nothing of the next one has arrived. */
  get isIdle(): boolean {
    return this.state.at === 'head' && this.lines.length === 0 && this.partialLine.length === 0;
  }

  push(data: Uint8Array): void {
    let rest = data;
    try {
      while (rest.length > 0) rest = this.step(rest);
    } catch (error) {
      if (error instanceof HttpError) error.bytesParsed = bytesParsed(error, data.length, rest.length);
      throw this.close(error);
    }
  }

  /** Call when the other side sends no more. Ends a body that lasts until the close; throws if a message is incomplete. */
  finish(): void {
    try {
      if (this.state.at === 'until-close') {
        this.endMessage();
        return;
      }
      if (this.state.at === 'closed') return;
      if (!this.isIdle) throw new HttpError('HPE_INVALID_EOF_STATE', 'The connection was closed in the middle of a message');
      this.state = { at: 'closed', why: 'the connection has ended' };
    } catch (error) {
      throw this.close(error);
    }
  }

  private close(error: unknown): unknown {
    this.state = { at: 'closed', why: 'an earlier message was not HTTP' };
    if (error instanceof HttpError) this.failure ??= error;
    return error;
  }

  /** Consumes some bytes from the front and returns the rest. */
  private step(data: Uint8Array): Uint8Array {
    const { state } = this;
    switch (state.at) {
      case 'length':
        return this.takeBody(data, state.left, (left) => (left > 0 ? { at: 'length', left } : null));
      case 'chunk':
        return this.takeBody(data, state.left, (left) => (left > 0 ? { at: 'chunk', left } : { at: 'chunk-end' }));
      case 'until-close':
        this.events.onBody(data);
        return EMPTY;
      case 'closed':
        if (this.failure !== null) throw new HttpError(this.failure.code, this.failure.message);
        throw new HttpError('HPE_CLOSED_CONNECTION', `Bytes after the end: ${state.why}`);
      default:
        return this.takeLine(data);
    }
  }

  private takeBody(data: Uint8Array, left: number, next: (left: number) => State | null): Uint8Array {
    const taken = data.subarray(0, left);
    const state = next(left - taken.length);
    this.events.onBody(taken);
    if (state) this.state = state;
    else this.endMessage();
    return data.subarray(taken.length);
  }

  private takeLine(data: Uint8Array): Uint8Array {
    const end = data.indexOf(LINE_FEED);
    const slice = end < 0 ? data : data.subarray(0, end + 1);
    this.headBytes += slice.length;
    if (this.headBytes > this.limits.maxHeadBytes) throw this.overflow();
    this.partialLine = this.partialLine.length === 0 ? slice : joinBytes([this.partialLine, slice]);
    if (end < 0) {
      // Copied: the caller may reuse its buffer, and this line waits for the next push.
      this.partialLine = this.partialLine.slice();
      this.checkBeginning(latin1(this.partialLine.subarray(0, LONGEST_METHOD)));
      return EMPTY;
    }
    const line = this.lineOf(latin1(this.partialLine));
    this.partialLine = EMPTY;
    const rest = data.subarray(end + 1);
    return this.handleLine(line, rest);
  }

  private overflow(): HttpError {
    return this.state.at === 'chunk-size'
      ? new HttpError('HPE_CHUNK_EXTENSIONS_OVERFLOW', 'Chunk extensions overflow')
      : new HttpError('HPE_HEADER_OVERFLOW', 'Header overflow');
  }

  /** Returns the line without its end. A bare line feed also ends a line (RFC 9112, 2.2), which small hand-written servers send. */
  private lineOf(text: string): string {
    const line = text.endsWith('\r\n') ? text.slice(0, -2) : text.slice(0, -1);
    if (this.limits.strictness !== 'strict') return line;
    if (line.includes('\r')) throw new HttpError('HPE_LF_EXPECTED', 'Missing expected LF after header value');
    if (!text.endsWith('\r\n')) throw new HttpError('HPE_CR_EXPECTED', 'Missing expected CR after header value');
    return line;
  }

  /** Rejects data that cannot become a message before its line ends, which may never happen. */
  private checkBeginning(beginning: string): void {
    if (this.state.at === 'chunk-size' && !/^[0-9a-f]+[ \t]*(?:[;\r]|$)/i.test(beginning))
      throw new HttpError('HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size');
    if (this.state.at !== 'head' || this.lines.length > 0) return;
    if (this.events.kind === 'response') {
      if (!'HTTP/'.startsWith(beginning.replace(/^\r*/, '').slice(0, 5)))
        throw new HttpError('HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/');
      return;
    }
    const isStrict = this.limits.strictness === 'strict';
    if (!/^\r*[!#$%&'*+\-.^_`|~0-9A-Z]*(?: |$)/.test(beginning) || (isStrict && !beginsMethod(beginning.replace(/^\r*/, ''))))
      throw invalidMethod();
  }

  private handleLine(line: string, rest: Uint8Array): Uint8Array {
    switch (this.state.at) {
      case 'head':
        // Empty lines before a start line are ignored (RFC 9112, 2.2).
        if (line === '' && this.lines.length === 0) this.headBytes = 0;
        else if (line === '') return this.endHead(rest);
        else this.addLine(line);
        return rest;
      case 'chunk-size':
        this.startChunk(line);
        return rest;
      case 'chunk-end':
        if (line !== '') throw new HttpError('HPE_STRICT', 'Expected the end of the line after a chunk');
        this.startLines({ at: 'chunk-size' });
        return rest;
      default:
        if (line === '') this.endTrailers();
        else this.addLine(line);
        return rest;
    }
  }

  private addLine(line: string): void {
    this.checkBeginning(line);
    this.lines.push(line);
    if (this.lines.length > this.limits.maxHeaderCount + 1) throw new HttpError('HPE_HEADER_OVERFLOW', 'Too many header lines');
  }

  private startLines(state: State): void {
    this.state = state;
    this.lines = [];
    this.headBytes = 0;
  }

  private startChunk(line: string): void {
    const size = line.split(';', 1)[0]?.trim() ?? '';
    if (!/^[0-9a-f]{1,13}$/i.test(size)) throw new HttpError('HPE_INVALID_CHUNK_SIZE', `Invalid chunk size: ${JSON.stringify(line)}`);
    const left = Number.parseInt(size, 16);
    this.startLines(left === 0 ? { at: 'trailers' } : { at: 'chunk', left });
  }

  private endTrailers(): void {
    const trailers = parseHeaderLines(this.lines, this.limits.strictness);
    if (trailers.length > 0) this.events.onTrailers?.(trailers);
    this.endMessage();
  }

  private endHead(rest: Uint8Array): Uint8Array {
    const lines = this.lines;
    this.startLines({ at: 'head' });
    return this.events.kind === 'request' ? this.endRequestHead(this.events, lines, rest) : this.endResponseHead(this.events, lines, rest);
  }

  private endRequestHead(events: RequestParserEvents, lines: readonly string[], rest: Uint8Array): Uint8Array {
    const head = parseRequestHead(lines, this.limits.strictness);
    this.isKeepAlive = head.isKeepAlive;
    if (events.onHead(head) === 'upgrade') return this.upgrade(rest);
    this.startBody(head.body);
    return rest;
  }

  private endResponseHead(events: ResponseParserEvents, lines: readonly string[], rest: Uint8Array): Uint8Array {
    const parsed = parseResponseHead(lines, this.limits.strictness);
    const method = events.requestMethod();
    const isUpgrade = parsed.status === 101 || (method === 'CONNECT' && parsed.status >= 200 && parsed.status < 300);
    const body: BodyFraming = isUpgrade || responseHasNoBody(method, parsed.status) ? { kind: 'none' } : parsed.body;
    const head: ResponseHead = { ...parsed, body, isKeepAlive: parsed.isKeepAlive && body.kind !== 'until-close' };
    if (head.status < 200 && head.status !== 101) {
      events.onInformation?.(head);
      return rest;
    }
    this.isKeepAlive = head.isKeepAlive;
    events.onHead(head);
    if (isUpgrade) return this.upgrade(rest);
    this.startBody(head.body);
    return rest;
  }

  private upgrade(rest: Uint8Array): Uint8Array {
    this.state = { at: 'closed', why: 'the connection speaks another protocol now' };
    this.events.onUpgrade?.(rest);
    return EMPTY;
  }

  private startBody(body: BodyFraming): void {
    switch (body.kind) {
      case 'none':
        this.endMessage();
        break;
      case 'length':
        if (body.length === 0) this.endMessage();
        else this.state = { at: 'length', left: body.length };
        break;
      case 'chunked':
        this.startLines({ at: 'chunk-size' });
        break;
      case 'until-close':
        this.state = { at: 'until-close' };
    }
  }

  private endMessage(): void {
    const mayContinue = this.isKeepAlive && this.state.at !== 'until-close';
    this.startLines(mayContinue ? { at: 'head' } : { at: 'closed', why: 'the last message of this connection has come' });
    this.events.onEnd();
  }
}

/** Returns how many bytes of one push were read when the error was detected. */
function bytesParsed({ code }: HttpError, length: number, left: number): number {
  if (code === 'HPE_INVALID_METHOD') return 1;
  return code === 'HPE_HEADER_OVERFLOW' ? length : length - left;
}

// Not `TextDecoder('latin1')`, which is windows-1252 and maps 0x80 to 0x9F differently.
function latin1(bytes: Uint8Array): string {
  // Most lines are short. Long ones have more characters than a call can have arguments.
  if (bytes.length < 1024) return Reflect.apply(String.fromCharCode, null, bytes);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
