import { callableClass } from '../../base/callable-class.ts';
import { invalidArgumentType, notSupported, outOfRange } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { Agent } from './agent.ts';
import { ClientRequest } from './client-request.ts';
import { HttpServer, type HttpServerOptions } from './http-server.ts';
import { IncomingMessage } from './incoming-message.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { requestArguments } from './request-options.ts';
import { ServerResponse } from './server-response.ts';
import { statusTexts } from './status-texts.ts';

const METHODS = (
  'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH POST ' +
  'PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE'
).split(' ');

/** Node's servers can be made without `new`. */
function createServerConstructor(createServer: (...args: unknown[]) => HttpServer): unknown {
  const construct = function Server(...args: unknown[]): HttpServer {
    return createServer(...args);
  };
  construct.prototype = HttpServer.prototype;
  return construct;
}

function createClient(host: NodeHost, protocol: string, globalAgent: () => unknown) {
  const request = (...args: unknown[]): ClientRequest => {
    const { options, listener } = requestArguments(args, protocol);
    options.agent = options.agent === false ? new Agent() : (options.agent ?? globalAgent());
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
  Agent.prototype.createConnection = host.builtin('net').createConnection as (options: object) => unknown;
  const createServer = (...args: unknown[]): HttpServer => {
    const [first] = args;
    const server = new HttpServer(host, typeof first === 'object' && first !== null ? (first as HttpServerOptions) : {});
    const listener = args.find((argument) => typeof argument === 'function');
    if (listener !== undefined) server.on('request', listener as () => void);
    return server;
  };
  const exports: BuiltinExports = {
    Agent: callableAgent(Agent),
    ClientRequest: callableClass(
      'ClientRequest',
      class extends ClientRequest {
        constructor(...args: unknown[]) {
          const { options, listener } = requestArguments(args, 'http:');
          options.agent = options.agent === false ? new Agent() : (options.agent ?? exports.globalAgent);
          super(host, options, listener as ((response: IncomingMessage) => void) | null);
        }
      },
    ),
    IncomingMessage: callableClass('IncomingMessage', IncomingMessage),
    OutgoingMessage,
    ServerResponse: callableClass('ServerResponse', ServerResponse),
    Server: createServerConstructor(createServer),
    createServer,
    METHODS,
    STATUS_CODES: Object.fromEntries(statusTexts),
    globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
    maxHeaderSize: 16_384,
    validateHeaderName: (name: string) => void new OutgoingMessage().setHeader(name, ''),
    validateHeaderValue: (name: string, value: string) => void new OutgoingMessage().setHeader(name, value),
    setMaxIdleHTTPParsers: (most: unknown) => {
      if (typeof most !== 'number') throw invalidArgumentType('max', 'of type number', most);
      if (!Number.isInteger(most) || most < 1) throw outOfRange('max', '>= 1', most);
    },
    // As the globals are.
    WebSocket: Reflect.get(globalThis, 'WebSocket'),
    CloseEvent: Reflect.get(globalThis, 'CloseEvent'),
    MessageEvent: Reflect.get(globalThis, 'MessageEvent'),
    // A program may put another in its place.
    ...createClient(host, 'http:', () => exports.globalAgent),
  };
  return exports;
}

/** Older libraries call it without `new`, on an object of theirs. */
function callableAgent(Class: typeof Agent): typeof Agent {
  return new Proxy(Class, { apply: (target, _receiver, args) => Reflect.construct(target, args) });
}

export function createHttpsModule(host: NodeHost): BuiltinExports {
  class HttpsAgent extends Agent {
    override readonly defaultPort = 443;
    override readonly protocol = 'https:';
  }
  // With a prototype: one asks whether an object is an instance of `https.Server`.
  const refuse = function Server(): never {
    throw notSupported('An https server', 'the preview already serves over the page’s own connection; use http.createServer');
  };
  const exports: BuiltinExports = {
    Agent: callableAgent(HttpsAgent),
    globalAgent: new HttpsAgent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
    Server: refuse,
    createServer: refuse,
    ...createClient(host, 'https:', () => exports.globalAgent),
  };
  return exports;
}
