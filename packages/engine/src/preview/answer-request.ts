import { injectIntoHtml } from 'devonz-engine-protocol/client-wire/inject-into-html';
import { siblingOrigin } from 'devonz-engine-protocol/hosts';
import { errorMessage } from '../text/error-message.ts';
import { browserResponse } from './browser-response.ts';
import type { CookieJar } from './cookie-jar.ts';
import { httpExchange } from './http-exchange.ts';
import { ConnectionRefused, type DivertedInput, type KernelConnection } from './kernel-connections.ts';
import { type PreviewSurroundings, programRequestHeaders, sendsCookies } from './program-request.ts';
import { ANSWER_WINDOW_BYTES, type BridgeToRequest, type PreviewRequest, type RequestToBridge } from './request-messages.ts';
import { workerPrelude } from './worker-prelude.ts';

/** The services of the bridge page that answering a request needs. */
export interface AnswerContext {
  connect(port: number): Promise<KernelConnection>;
  surroundings(): PreviewSurroundings;
  cookies: CookieJar;
  /** Returns the elements inserted into the head of the page at `target`. */
  snippet(target: string): string;
  /** The `Cross-Origin-Embedder-Policy` of responses. */
  embedder: string;
  /** Called with +1 when a response starts to stream, and with -1 when it has ended. */
  countStreams(change: 1 | -1): void;
}

/** Forwards one request of the service worker, which communicates over `port`, to the program, and returns the response. */
export async function answerRequest(request: PreviewRequest, port: MessagePort, context: AnswerContext): Promise<void> {
  const channel = new RequestChannel(port);
  const send = (message: BridgeToRequest) => channel.send(message);
  context.countStreams(1);
  try {
    const connection = await context.connect(request.port);
    channel.onCancel = () => connection.close();
    if (channel.isCancelled) return connection.close();
    const surroundings = context.surroundings();
    const exchange = await httpExchange(connection, {
      method: request.method,
      target: request.target,
      headers: programRequestHeaders(request, surroundings),
      body: request.hasBody ? channel.uploadStream() : null,
    });
    const response = browserResponse(exchange.head, {
      previewOrigin: (port) => siblingOrigin(surroundings.origin, port),
      requestUrl: siblingOrigin(surroundings.origin, request.port) + request.target,
      embedder: context.embedder,
      isChanged: request.destination === 'worker',
    });
    if (sendsCookies(request, surroundings)) {
      if (response.clearsCookies) context.cookies.clear();
      for (const cookie of response.cookies) context.cookies.store(cookie, request.target);
    }
    send({
      type: 'head',
      status: exchange.head.status,
      reason: exchange.head.reason,
      headers: response.headers,
      hasBody: exchange.body !== null,
    });
    const isAsItIs = !response.encoding && !(response.isHtml && isDocument(request)) && request.destination !== 'worker';
    const diverted = exchange.body && isAsItIs ? await exchange.divert() : null;
    if (diverted) {
      await channel.sendDiverted(diverted);
      connection.close();
      return;
    }
    if (exchange.body) {
      let body: ReadableStream<Uint8Array> = exchange.body;
      if (response.encoding) body = body.pipeThrough(decompression(response.encoding));
      if (response.isHtml && isDocument(request)) body = body.pipeThrough(injectIntoHtml(context.snippet(request.target)));
      if (request.destination === 'worker') body = body.pipeThrough(workerPrelude());
      await channel.sendBody(body);
    }
    send({ type: 'end' });
  } catch (error) {
    const reason = error instanceof ConnectionRefused ? 'refused' : 'broken';
    send({ type: 'failed', reason, message: errorMessage(error) });
  } finally {
    context.countStreams(-1);
  }
}

function isDocument(request: PreviewRequest): boolean {
  return request.mode === 'navigate' || request.destination === 'document' || request.destination === 'iframe';
}

function decompression(encoding: 'gzip' | 'deflate'): ReadableWritablePair<Uint8Array, Uint8Array> {
  // DecompressionStream accepts any buffer, but its type only unshared ones; no buffer here is shared.
  return new DecompressionStream(encoding) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
}

/** The bridge's end of a request's port. */
class RequestChannel {
  isCancelled = false;
  onCancel = () => {};
  private underway = 0;
  private wakeSender = () => {};
  private upload: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(private readonly port: MessagePort) {
    port.onmessage = (event: MessageEvent<RequestToBridge>) => this.receive(event.data);
  }

  send(message: BridgeToRequest): void {
    this.port.postMessage(message);
  }

  /** Streams the request's body; requests each slice once the program has consumed the previous one. */
  uploadStream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.upload = controller;
        },
        pull: () =>
          new Promise<void>((resolve) => {
            this.afterSlice = resolve;
            this.send({ type: 'body-pull' });
          }),
      },
      { highWaterMark: 0 },
    );
  }

  private afterSlice = () => {};

  async sendBody(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    this.onCancel = () => void reader.cancel();
    while (!this.isCancelled) {
      const { done, value } = await reader.read();
      if (done || this.isCancelled) return;
      this.underway += value.length;
      this.sendData(value);
      while (this.underway >= ANSWER_WINDOW_BYTES && !this.isCancelled) {
        await new Promise<void>((resolve) => {
          this.wakeSender = resolve;
        });
      }
    }
    await reader.cancel();
  }

  /** Resolves once the input has been read, or is no longer wanted. */
  async sendDiverted({ received, port }: DivertedInput): Promise<void> {
    const message: BridgeToRequest = { type: 'diverted', received };
    this.port.postMessage(message, [port]);
    await new Promise<void>((resolve) => {
      this.onDone = resolve;
      this.onCancel = resolve;
      if (this.isCancelled) resolve();
    });
  }

  private onDone = () => {};

  private sendData(value: Uint8Array): void {
    // Cloning a view would copy the whole buffer behind it.
    const isWhole = value.byteLength === value.buffer.byteLength;
    const data = isWhole ? value : value.slice();
    const message: BridgeToRequest = { type: 'data', data };
    this.port.postMessage(message, [data.buffer as ArrayBuffer]); // Never shared: it comes from a message or a stream.
  }

  private receive(message: RequestToBridge): void {
    if (this.isCancelled) return;
    switch (message.type) {
      case 'body':
        this.upload?.enqueue(message.data);
        this.afterSlice();
        break;
      case 'body-end':
        this.upload?.close();
        this.afterSlice();
        break;
      case 'taken':
        this.underway -= message.bytes;
        this.wakeSender();
        break;
      case 'done':
        this.onDone();
        break;
      case 'cancel':
        this.isCancelled = true;
        this.upload?.error(new Error('The page gave the request up.'));
        this.afterSlice();
        this.wakeSender();
        this.onCancel();
    }
  }
}
