import EventEmitter from 'events/';
import { notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { ClientRequest } from './client-request.ts';
import { HttpServer, type HttpServerOptions } from './http-server.ts';
import { IncomingMessage } from './incoming-message.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { requestArguments } from './request-options.ts';
import { ServerResponse } from './server-response.ts';
import { statusTexts } from './status-texts.ts';

const METHODS = (
  'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH POST ' +
  'PROPFIND PROPPATCH PURGE PUT REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE'
).split(' ');

/** Every request has a connection of its own; an agent only carries its settings. */
class Agent extends EventEmitter {
  readonly sockets = {};
  readonly freeSockets = {};
  readonly requests = {};
  maxSockets = Number.POSITIVE_INFINITY;
  maxFreeSockets = 256;
  keepAlive = false;
  readonly defaultPort: number = 80;
  readonly protocol: string = 'http:';
  constructor(readonly options: Record<string, unknown> = {}) {
    super();
    this.keepAlive = options.keepAlive === true;
  }
  getName(): string {
    return 'localhost::';
  }
  destroy(): void {}
}

/** Node's servers can be made without `new`. */
function createServerConstructor(createServer: (...args: unknown[]) => HttpServer): unknown {
  const construct = function Server(...args: unknown[]): HttpServer {
    return createServer(...args);
  };
  construct.prototype = HttpServer.prototype;
  return construct;
}

function createClient(host: NodeHost, protocol: string) {
  const request = (...args: unknown[]): ClientRequest => {
    const { options, listener } = requestArguments(args, protocol);
    return new ClientRequest(host, options, listener as ((response: IncomingMessage) => void) | null);
  };
  const get = (...args: unknown[]): ClientRequest => {
    const made = request(...args);
    made.end();
    return made;
  };
  return { request, get };
}

export function createHttpModule(host: NodeHost): BuiltinExports {
  host.builtin('net');
  const createServer = (...args: unknown[]): HttpServer => {
    const [first] = args;
    const server = new HttpServer(host, typeof first === 'object' && first !== null ? (first as HttpServerOptions) : {});
    const listener = args.find((argument) => typeof argument === 'function');
    if (listener !== undefined) server.on('request', listener as () => void);
    return server;
  };
  return {
    Agent,
    ClientRequest,
    IncomingMessage,
    OutgoingMessage,
    ServerResponse,
    Server: createServerConstructor(createServer),
    createServer,
    METHODS,
    STATUS_CODES: Object.fromEntries(statusTexts),
    globalAgent: new Agent({ keepAlive: true }),
    maxHeaderSize: 16_384,
    validateHeaderName: (name: string) => void new OutgoingMessageProbe().setHeader(name, ''),
    validateHeaderValue: (name: string, value: string) => void new OutgoingMessageProbe().setHeader(name, value),
    setMaxIdleHTTPParsers: () => {},
    ...createClient(host, 'http:'),
  };
}

/** Checks headers the way a message does. */
class OutgoingMessageProbe extends OutgoingMessage {
  protected override formatHead(): Uint8Array {
    return new Uint8Array(0);
  }
  override _implicitHeader(): void {}
}

export function createHttpsModule(host: NodeHost): BuiltinExports {
  class HttpsAgent extends Agent {
    override readonly defaultPort = 443;
    override readonly protocol = 'https:';
  }
  const refuse = () => {
    throw notSupported('An https server', 'the preview already serves over the page’s own connection; use http.createServer');
  };
  return { Agent: HttpsAgent, globalAgent: new HttpsAgent(), Server: refuse, createServer: refuse, ...createClient(host, 'https:') };
}
