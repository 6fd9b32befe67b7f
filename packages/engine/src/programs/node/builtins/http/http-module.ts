import { methods } from '../../../../http/methods.ts';
import { callableClass, constructOn } from '../../base/callable-class.ts';
import { invalidArgumentType, notSupported, outOfRange } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { Agent } from './agent.ts';
import { ClientRequest } from './client-request.ts';
import { checkHeaderName, checkHeaderValue } from './header-checks.ts';
import { HttpServer, type HttpServerOptions } from './http-server.ts';
import { IncomingMessage } from './incoming-message.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import { ServerResponse } from './server-response.ts';
import { statusTexts } from './status-texts.ts';

/** Creates `http.Server`, which can be called without `new`, as in Node. */
function createServerConstructor(createServer: (...args: unknown[]) => HttpServer): unknown {
  const construct = function Server(this: unknown, ...args: unknown[]): HttpServer | undefined {
    // Inheritance from before classes: `Server.call(this)`.
    if (new.target === undefined && this instanceof HttpServer) {
      constructOn(this, () => createServer(...args));
      return undefined;
    }
    const server = createServer(...args);
    if (new.target !== undefined && new.target !== construct) Object.setPrototypeOf(server, new.target.prototype);
    return server;
  };
  construct.prototype = HttpServer.prototype;
  return construct;
}

type Request = (...args: unknown[]) => ClientRequest;

const ownRequests = new WeakMap<object, Request>();

/** Returns the `request` of `http` or `https` as originally created. Mocks replace the exported one, and intercept `fetch` separately. */
export function ownRequest(module: BuiltinExports): Request {
  const request = ownRequests.get(module);
  if (request === undefined) throw new Error('this is neither http nor https');
  return request;
}

interface ClientModule {
  globalAgent: Agent;
}

/** Returns whether the agent is unmodified; a program that overrides its methods needs them to be called. */
function isPlainAgent(agent: Agent): boolean {
  const kind = agent instanceof HttpsAgent ? HttpsAgent : Agent;
  return (
    agent instanceof Agent &&
    agent.addRequest === Agent.prototype.addRequest &&
    agent.createSocket === Agent.prototype.createSocket &&
    agent.createConnection === kind.prototype.createConnection
  );
}

class HttpsAgent extends Agent {
  constructor(options?: object) {
    super(options);
    this.defaultPort = 443;
    this.protocol = 'https:';
  }
}

function createClient(host: NodeHost, module: ClientModule) {
  const settings = { agent: () => module.globalAgent, isPlainAgent };
  class HostedRequest extends ClientRequest {
    constructor(...args: unknown[]) {
      super(host, settings, args);
    }
  }
  const HostedClientRequest = callableClass('ClientRequest', HostedRequest);
  const request = (...args: unknown[]): ClientRequest => new HostedRequest(...args);
  const get = (...args: unknown[]): ClientRequest => {
    const made = request(...args);
    made.end();
    return made;
  };
  return { ClientRequest: HostedClientRequest, request, get };
}

export function createHttpModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  Agent.prototype.createConnection = host.builtin('net').createConnection as Agent['createConnection'];
  const createServer = (...args: unknown[]): HttpServer => {
    const [first] = args;
    if (first !== undefined && first !== null && (Array.isArray(first) || !['object', 'function'].includes(typeof first)))
      throw invalidArgumentType('options', 'of type object', first);
    const server = new HttpServer(host, typeof first === 'object' && first !== null ? (first as HttpServerOptions) : {});
    const listener = args.find((argument) => typeof argument === 'function');
    if (listener !== undefined) server.on('request', listener as () => void);
    return server;
  };
  const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
  const exports = {
    Agent: callableClass('Agent', Agent, 'instances'),
    IncomingMessage: callableClass('IncomingMessage', IncomingMessage),
    OutgoingMessage: callableClass('OutgoingMessage', OutgoingMessage),
    ServerResponse: callableClass('ServerResponse', ServerResponse),
    Server: createServerConstructor(createServer),
    createServer,
    _connectionListener(this: HttpServer, socket: never) {
      this.serve(socket);
    },
    METHODS: [...methods],
    STATUS_CODES: Object.fromEntries(statusTexts),
    // A program may replace it.
    globalAgent,
    maxHeaderSize: 16_384,
    validateHeaderName: (name: unknown, label?: unknown) => checkHeaderName(name, label ? String(label) : undefined),
    validateHeaderValue: (name: string, value: unknown) => checkHeaderValue(name, value),
    setMaxIdleHTTPParsers: (most: unknown) => {
      if (typeof most !== 'number') throw invalidArgumentType('max', 'of type number', most);
      if (!Number.isInteger(most) || most < 1) throw outOfRange('max', '>= 1', most);
    },
    // The same objects as the globals.
    WebSocket: Reflect.get(globalThis, 'WebSocket'),
    CloseEvent: Reflect.get(globalThis, 'CloseEvent'),
    MessageEvent: Reflect.get(globalThis, 'MessageEvent'),
  };
  const client = createClient(host, exports);
  ownRequests.set(exports, client.request);
  return Object.assign(exports, client);
}

export function createHttpsModule(host: NodeHost): BuiltinExports {
  host.builtin('http');
  HttpsAgent.prototype.createConnection = (...args) => (host.builtin('tls').connect as Agent['createConnection'])(...args);
  // Has a prototype, because programs check `instanceof https.Server`.
  const refuse = function Server(): never {
    throw notSupported('An https server', 'the preview already serves over the page’s own connection; use http.createServer');
  };
  const exports = {
    Agent: callableClass('Agent', HttpsAgent, 'instances'),
    globalAgent: new HttpsAgent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }) as Agent,
    Server: refuse,
    createServer: refuse,
  };
  const { request, get } = createClient(host, exports);
  ownRequests.set(exports, request);
  return Object.assign(exports, { request, get });
}
