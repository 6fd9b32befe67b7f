import processShim from 'process/';
import type { ResponseHead } from '../../../../http/http-message.ts';
import { HttpParser } from '../../../../http/http-parser.ts';
import { asBuffer } from '../../base/buffer-class.ts';
import type { NodeHost } from '../../node-host.ts';
import type { Socket } from '../net/socket.ts';
import type { ClientRequest } from './client-request.ts';
import { IncomingMessage } from './incoming-message.ts';
import { connectionReset, parseError, shield } from './parse-errors.ts';

type Listener = (...args: never[]) => void;

/** Connects a request to its socket: turns incoming data into events of the request. */
export class ClientConnection {
  readonly #parser: HttpParser;
  readonly #listeners: [string, Listener][];
  #response: IncomingMessage | null = null;
  #hasLeft = false;

  constructor(
    private readonly host: NodeHost,
    private readonly request: ClientRequest,
    private readonly socket: Socket,
  ) {
    const maxHeadBytes = request.maxHeaderSize;
    this.#parser = new HttpParser(
      {
        kind: 'response',
        requestMethod: () => request.method,
        onInformation: (head) => shield(host, () => this.#inform(head)),
        onHead: (head) => this.#begin(head),
        onBody: (data) => {
          if (shield(host, () => this.#response?.addBody(data)) === false) socket.pause();
        },
        onTrailers: (trailers) => this.#response?.setTrailers(trailers),
        onEnd: () => {
          const ended = this.#response;
          shield(host, () => ended?.finish());
        },
        onUpgrade: (rest) => this.#upgrade(rest),
      },
      {
        strictness: request.insecureHTTPParser === true ? 'lenient' : 'strict',
        ...(typeof maxHeadBytes === 'number' ? { maxHeadBytes } : {}),
      },
    );
    // A reused connection was created in the context of another request.
    const bind = (listener: Listener) => host.loop.bindContext(listener, request._own.context);
    this.#listeners = [
      ['data', bind((chunk: Uint8Array) => this.#receive(chunk))],
      ['error', bind((error: Error) => this.#fail(error))],
      ['end', bind(() => this.#end())],
      ['close', bind(() => this.#close())],
      ['drain', bind(() => this.#drain())],
    ];
    socket.parser = this.#parser;
    socket._httpMessage = request;
    for (const [name, listener] of this.#listeners) socket.on(name, listener);
  }

  /** Detaches the request; the connection may then be used by another. */
  leave(): void {
    this.#hasLeft = true;
    for (const [name, listener] of this.#listeners) this.socket.removeListener(name, listener);
    this.socket.parser = null;
    this.request.parser = null;
  }

  #receive(chunk: Uint8Array): void {
    try {
      this.#parser.push(chunk);
    } catch (error) {
      const failure = parseError(error, chunk);
      // Errors thrown by the program's own listeners are not parse errors.
      if (failure === null) throw error;
      this.#break(failure);
    }
  }

  /** Fails the request because the data is not a valid response. */
  #break(failure: Error): void {
    const { socket, request } = this;
    socket.removeListener('data', this.#listeners[0]?.[1] ?? (() => {}));
    socket.destroy();
    socket._hadError = true;
    request._fail(failure);
  }

  #fail(error: Error): void {
    const { socket, request } = this;
    // Set here too, because sockets that programs provide do not set it.
    socket._hadError = true;
    request._fail(error);
    this.#finishParser();
    socket.destroy();
  }

  #finishParser(): void {
    try {
      this.#parser.finish();
    } catch {
      // An incomplete message is reported when the connection closes.
    }
  }

  #end(): void {
    const { socket, request } = this;
    try {
      this.#parser.finish();
    } catch (error) {
      const failure = parseError(error, new Uint8Array(0));
      if (failure !== null && request.res === null && failure.message !== '' && Reflect.get(failure, 'code') !== 'HPE_INVALID_EOF_STATE') {
        this.#break(failure);
        return;
      }
    }
    if (request.res === null && !socket._hadError) {
      socket._hadError = true;
      request._fail(connectionReset('socket hang up'));
    }
    socket.destroy();
  }

  #close(): void {
    const { request, socket } = this;
    this.#finishParser();
    request.destroyed = true;
    const response = request.res;
    if (response !== null) {
      if (!response.complete) response.destroy(connectionReset('aborted'));
      request._closed = true;
      request.emit('close');
      if (!response.aborted && response.readable) response.push(null);
    } else {
      if (!socket._hadError) {
        // As in Node, reports the program's own destroy error rather than the resulting hang-up.
        socket._hadError = true;
        request._fail(connectionReset('socket hang up'));
      }
      request._closed = true;
      request.emit('close');
    }
    request.outputData.length = 0;
    request.outputSize = 0;
    socket.parser = null;
  }

  #drain(): void {
    const { request } = this;
    if (request.finished || !request._needsDrain) return;
    request._needsDrain = false;
    request.emit('drain');
  }

  /** Emits an informational response that precedes the final one. */
  #inform(head: ResponseHead): void {
    const { request, socket } = this;
    if (head.status === 100) request.emit('continue');
    const carrier = new IncomingMessage(socket);
    carrier.setHead(head.httpVersion, head.headers);
    request.emit('information', {
      statusCode: head.status,
      statusMessage: head.reason,
      httpVersion: head.httpVersion,
      httpVersionMajor: 1,
      httpVersionMinor: carrier.httpVersionMinor,
      headers: carrier.headers,
      rawHeaders: carrier.rawHeaders,
    });
  }

  #begin(head: ResponseHead): void {
    const { request, socket } = this;
    if (request.res !== null) {
      // A second response to one request.
      socket.destroy();
      return;
    }
    const response = request._createResponse(socket, head);
    this.#response = response;
    if (head.status === 101 || request.method === 'CONNECT') {
      response.upgrade = true;
      return;
    }
    // If the server closes the connection after its response, do not reuse it.
    if (request.shouldKeepAlive && !head.isKeepAlive) request.shouldKeepAlive = false;
    response.on('end', () => this.#endResponse(response));
    const timeOut = (): void => void response.emit('timeout');
    this.#listeners.push(['timeout', timeOut]);
    socket.on('timeout', timeOut);
    shield(this.host, () => {
      if (request.aborted || !request.emit('response', response)) response._dump();
    });
  }

  #endResponse(response: IncomingMessage): void {
    const { request, socket } = this;
    request._ended = true;
    if (!request.shouldKeepAlive) {
      // The rest of a body still being sent would be read as the next request.
      if (socket.writable) socket.destroySoon?.();
    } else if (request.writableFinished && !response.aborted) this.free();
    else request.once('finish', () => this.free());
  }

  /** Releases the connection for another request. */
  free(): void {
    const { request, socket } = this;
    if (this.#hasLeft || socket.destroyed || !request.shouldKeepAlive) return;
    request._forgetTimeout();
    this.leave();
    request.destroyed = true;
    if (request.res !== null) Object.assign(request.res, { _dumped: true });
    // Deferred until the program's 'end' listeners have run.
    processShim.nextTick(() => {
      request._closed = true;
      request.emit('close');
      socket.emit('free');
    });
  }

  #upgrade(rest: Uint8Array): void {
    const { request, socket } = this;
    const response = this.#response;
    if (response !== null) response.complete = true;
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade';
    request.upgradeOrConnect = true;
    if (request.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    this.leave();
    socket._httpMessage = null;
    request._forgetTimeout();
    socket.emit('agentRemove');
    // Buffers bytes until there is a listener; adding one then starts the flow, because the stream was never paused.
    Reflect.set(socket, 'readableFlowing', null);
    shield(this.host, () => request.emit(event, response, socket, asBuffer(new Uint8Array(rest))));
    request.destroyed = true;
    request._closed = true;
    request.emit('close');
  }
}
