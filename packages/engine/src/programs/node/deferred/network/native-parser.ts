import { HttpError } from '../../../../http/http-error.ts';
import type { HttpHeaders, RequestHead, ResponseHead } from '../../../../http/http-message.ts';
import { HttpParser } from '../../../../http/http-parser.ts';
import type { NodeHost } from '../../node-host.ts';

/** The indexes under which a program sets its own functions on the parser; the names are Node's. */
const SLOTS = { kOnMessageBegin: 0, kOnHeaders: 1, kOnHeadersComplete: 2, kOnBody: 3, kOnMessageComplete: 4, kOnExecute: 5, kOnTimeout: 6 };
const REQUEST = 1;
const RESPONSE = 2;
/** The result of `kOnHeadersComplete` if no body follows: a response to HEAD, or a tunnel. */
const NO_BODY = 1;
const NO_BODY_AND_NO_MORE = 2;

type Callback = (this: object, ...args: unknown[]) => unknown;

function textsOf(headers: HttpHeaders): string[] {
  return headers.flat();
}

interface Tools {
  toBuffer(bytes: Uint8Array): unknown;
  methods: readonly string[];
}

/**
 * The `HTTPParser` of `_http_common`, with which libraries parse socket data (MSW). It is our parser with Node's interface
 * (lib/_http_common.js, src/node_http_parser.cc). Errors are returned, not thrown.
 */
abstract class NativeParser {
  protected abstract readonly tools: Tools;
  #parser: HttpParser | null = null;
  #rest = 0;
  #hasNoBody = false;

  initialize(type: unknown): void {
    this.#parser = type === REQUEST ? this.#ofRequests() : this.#ofResponses();
    this.#rest = 0;
  }

  /** Returns the number of bytes consumed, or the error. */
  execute(bytes: Uint8Array): number | Error {
    this.#rest = 0;
    return this.#attempt(() => {
      this.#parser?.push(bytes);
      return bytes.length - this.#rest;
    });
  }
  finish(): undefined | Error {
    return this.#attempt(() => {
      this.#parser?.finish();
      return undefined;
    });
  }
  close(): void {
    this.#parser = null;
  }
  free(): void {
    this.#parser = null;
  }
  remove(): void {}
  pause(): void {}
  resume(): void {}
  consume(): void {}
  unconsume(): void {}
  getCurrentBuffer(): undefined {}

  #attempt<Result>(work: () => Result): Result | Error {
    try {
      return work();
    } catch (error) {
      // Errors of the program's own functions are not parse errors.
      if (!(error instanceof HttpError)) throw error;
      const told = new Error('Parse Error');
      return Object.assign(told, { code: error.code, reason: error.message, bytesParsed: error.bytesParsed ?? 0 });
    }
  }
  #call(slot: keyof typeof SLOTS, ...args: unknown[]): unknown {
    const callback: unknown = Reflect.get(this, SLOTS[slot]);
    return typeof callback === 'function' ? Reflect.apply(callback as Callback, this, args) : undefined;
  }
  #body(data: Uint8Array): void {
    if (!this.#hasNoBody) this.#call('kOnBody', this.tools.toBuffer(data));
  }
  #ended(trailers: HttpHeaders | null): void {
    if (trailers !== null) this.#call('kOnHeaders', textsOf(trailers), '');
    this.#call('kOnMessageComplete');
  }

  #ofRequests(): HttpParser {
    let trailers: HttpHeaders | null = null;
    return new HttpParser({
      kind: 'request',
      onHead: (head: RequestHead) => {
        trailers = null;
        this.#hasNoBody = false;
        this.#call('kOnMessageBegin');
        const minor = head.httpVersion === '1.1' ? 1 : 0;
        const { target, asksUpgrade, isKeepAlive } = head;
        const method = this.tools.methods.indexOf(head.method);
        const answer = this.#call(
          'kOnHeadersComplete',
          1,
          minor,
          textsOf(head.headers),
          method,
          target,
          undefined,
          undefined,
          asksUpgrade,
          isKeepAlive,
        );
        return answer === NO_BODY_AND_NO_MORE ? 'upgrade' : undefined;
      },
      onBody: (data) => this.#body(data),
      onTrailers: (given) => {
        trailers = given;
      },
      onEnd: () => this.#ended(trailers),
      onUpgrade: (rest) => this.#upgraded(rest),
    });
  }
  #ofResponses(): HttpParser {
    let trailers: HttpHeaders | null = null;
    const onHead = (head: ResponseHead) => {
      trailers = null;
      this.#call('kOnMessageBegin');
      const minor = head.httpVersion === '1.1' ? 1 : 0;
      const { status, reason, isKeepAlive } = head;
      const answer = this.#call(
        'kOnHeadersComplete',
        1,
        minor,
        textsOf(head.headers),
        undefined,
        undefined,
        status,
        reason,
        status === 101,
        isKeepAlive,
      );
      this.#hasNoBody = answer === NO_BODY || answer === NO_BODY_AND_NO_MORE;
    };
    return new HttpParser({
      kind: 'response',
      requestMethod: () => 'GET',
      onHead,
      onInformation: (head) => {
        onHead(head);
        this.#call('kOnMessageComplete');
      },
      onBody: (data) => this.#body(data),
      onTrailers: (given) => {
        trailers = given;
      },
      onEnd: () => this.#ended(trailers),
      onUpgrade: (rest) => this.#upgraded(rest),
    });
  }
  #upgraded(rest: Uint8Array): void {
    this.#rest = rest.length;
    this.#call('kOnMessageComplete');
  }
}

export function createNativeParser(host: NodeHost): unknown {
  const { Buffer } = host.builtin('buffer') as { Buffer: { from(bytes: ArrayBufferLike, offset: number, length: number): unknown } };
  const tools: Tools = {
    toBuffer: ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length),
    methods: host.builtin('http').METHODS as readonly string[], // An export of that module.
  };
  class HTTPParser extends NativeParser {
    protected override readonly tools = tools;
  }
  return Object.assign(HTTPParser, SLOTS, { REQUEST, RESPONSE, kLenientNone: 0, kLenientHeaders: 1, kLenientAll: 255 });
}
