/** The used functions of the built-in modules; their streams are read as iterables. */
interface FetchModules {
  request(url: URL, options: object): OutgoingRequest;
  requestEncrypted(url: URL, options: object): OutgoingRequest;
  decoders: ReadonlyMap<string, () => object>;
}

/** The built-in modules' own functions. */
export interface FetchBuiltins {
  zlib: Record<string, unknown>;
  request: FetchModules['request'];
  requestEncrypted: FetchModules['request'];
}

function modulesOf({ request, requestEncrypted, ...builtins }: FetchBuiltins): FetchModules {
  const zlib = builtins.zlib as Record<string, () => object>; // `zlib` has all functions that are read below.
  const decoders = new Map<string, () => object>();
  for (const [encoding, name] of [
    ['gzip', 'createGunzip'],
    ['x-gzip', 'createGunzip'],
    ['deflate', 'createInflate'],
    ['br', 'createBrotliDecompress'],
  ] as const) {
    const create = zlib[name];
    if (create !== undefined) decoders.set(encoding, create);
  }
  return { request, requestEncrypted, decoders };
}

interface OutgoingRequest {
  once(name: string, listener: (given: never) => void): void;
  write(chunk: Uint8Array): boolean;
  end(): void;
  destroy(error?: unknown): void;
}

interface IncomingResponse extends AsyncIterable<Uint8Array> {
  statusCode: number;
  statusMessage: string;
  rawHeaders: string[];
  pipe(target: object): AsyncIterable<Uint8Array>;
  destroy(error?: unknown): void;
}

interface Exchange {
  url: URL;
  method: string;
  headers: Headers;
  body: Body | null;
  signal: AbortSignal | null;
  redirect: string;
}

interface Body {
  chunks: AsyncIterable<Uint8Array>;
  length: number | null;
}

const MAX_REDIRECTS = 20;
const BODYLESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** The default headers of undici. */
const ownHeaders = [
  ['accept', '*/*'],
  ['accept-language', '*'],
  ['sec-fetch-mode', 'cors'],
  ['user-agent', 'node'],
  ['accept-encoding', 'gzip, deflate'],
] as const;

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** Reads a body and its type with the browser's Response, which supports each kind of body. */
async function readBody(given: unknown, headers: Headers): Promise<Body | null> {
  if (given === undefined || given === null) return null;
  const isStream = given instanceof ReadableStream;
  if (!isStream && typeof given === 'object' && Symbol.asyncIterator in given)
    // Node accepts any asynchronous iterable of bytes.
    return { chunks: given as AsyncIterable<Uint8Array>, length: null };
  const carrier = new Response(given as BodyInit);
  const type = carrier.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  if (isStream && carrier.body !== null) return { chunks: chunksOf(carrier.body), length: null };
  const bytes = new Uint8Array(await carrier.arrayBuffer());
  return {
    length: bytes.length,
    // Kept to be sent again after a redirect.
    chunks: {
      async *[Symbol.asyncIterator]() {
        yield bytes;
      },
    },
  };
}

async function readExchange(input: unknown, init: RequestInit): Promise<Exchange> {
  const request = input instanceof Request ? input : null;
  const url = new URL(request === null ? String(input) : request.url);
  const headers = new Headers(init.headers ?? request?.headers);
  const body = await readBody(init.body ?? (request?.body === null ? null : request?.body), headers);
  const method = String(init.method ?? request?.method ?? 'GET');
  const plain = method.toUpperCase();
  if (body !== null && (plain === 'GET' || plain === 'HEAD')) throw new TypeError('Request with GET/HEAD method cannot have body.');
  return {
    url,
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(plain) ? plain : method,
    headers,
    body,
    signal: init.signal ?? request?.signal ?? null,
    redirect: String(init.redirect ?? request?.redirect ?? 'follow'),
  };
}

function headersToSend({ headers, body, method }: Exchange): Record<string, string> {
  const sent = new Map<string, string>([['connection', 'keep-alive']]);
  headers.forEach((value, name) => void sent.set(name, value));
  for (const [name, value] of ownHeaders) if (!sent.has(name)) sent.set(name, value);
  if (body?.length !== null && body?.length !== undefined) sent.set('content-length', String(body.length));
  else if (body === null && (method === 'POST' || method === 'PUT')) sent.set('content-length', '0');
  return Object.fromEntries(sent);
}

function send(modules: FetchModules, exchange: Exchange): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    const { signal } = exchange;
    const ask = exchange.url.protocol === 'https:' ? modules.requestEncrypted : modules.request;
    const request = ask(exchange.url, { method: exchange.method, headers: headersToSend(exchange) });
    request.once('response', resolve);
    request.once('error', reject);
    signal?.addEventListener('abort', () => request.destroy(signal.reason), { once: true });
    const write = async () => {
      for await (const chunk of exchange.body?.chunks ?? []) request.write(chunk);
      request.end();
    };
    write().catch((error: unknown) => request.destroy(error));
  });
}

function decode(modules: FetchModules, response: IncomingResponse, headers: Headers): AsyncIterable<Uint8Array> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const create = modules.decoders.get(encoding);
  return create === undefined ? response : response.pipe(create());
}

function toStream(chunks: AsyncIterable<Uint8Array>, response: IncomingResponse, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      signal?.addEventListener(
        'abort',
        () => {
          controller.error(signal.reason);
          response.destroy();
        },
        { once: true },
      );
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) {
          controller.close();
          controller.byobRequest?.respond(0);
        } else if (value.length > 0) controller.enqueue(new Uint8Array(value));
      } catch (error) {
        controller.error(Object.assign(new TypeError('terminated'), { cause: error }));
      }
    },
    cancel: () => response.destroy(),
  });
}

/** Creates a browser Response with the values that it hides from scripts: cookies and the URL. */
function toResponse(modules: FetchModules, incoming: IncomingResponse, exchange: Exchange, isRedirected: boolean): Response {
  const { rawHeaders, statusCode: status, statusMessage: statusText } = incoming;
  const headers = new Headers();
  const cookies: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (name.toLowerCase() === 'set-cookie') cookies.push(value);
    else headers.append(name, value);
  }
  const isBodyless = BODYLESS.has(status) || exchange.method === 'HEAD';
  if (isBodyless) void drain(incoming);
  const body = isBodyless ? null : toStream(decode(modules, incoming, headers), incoming, exchange.signal);
  const response = new Response(body, { status, statusText, headers });
  const own = response.headers;
  if (cookies.length > 0) {
    const get = own.get.bind(own);
    Object.defineProperties(own, {
      getSetCookie: { value: () => [...cookies] },
      get: { value: (name: string) => (name.toLowerCase() === 'set-cookie' ? cookies.join(', ') : get(name)) },
    });
  }
  const url = new URL(exchange.url);
  url.hash = '';
  Object.defineProperties(response, {
    url: { value: url.href },
    // Libraries that mock requests redefine it.
    redirected: { value: isRedirected, configurable: true },
    type: { value: 'basic' },
  });
  return response;
}

async function drain(response: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of response);
  } catch {
    // Errors do not matter, because the body is discarded.
  }
}

/** Returns the request that follows a redirect, or null if the response is final. */
function redirection(incoming: IncomingResponse, exchange: Exchange): Exchange | null {
  const { statusCode, rawHeaders } = incoming;
  if (![301, 302, 303, 307, 308].includes(statusCode) || exchange.redirect === 'manual') return null;
  const index = rawHeaders.findIndex((name, position) => position % 2 === 0 && name.toLowerCase() === 'location');
  if (index === -1) return null;
  if (exchange.redirect === 'error') throw new TypeError('unexpected redirect');
  const url = new URL(rawHeaders[index + 1] ?? '', exchange.url);
  const becomesGet = (statusCode === 303 && exchange.method !== 'HEAD') || (statusCode < 303 && exchange.method === 'POST');
  const headers = new Headers(exchange.headers);
  // Credentials for one host must not be sent to another.
  if (url.origin !== exchange.url.origin)
    for (const name of ['authorization', 'proxy-authorization', 'cookie', 'host']) headers.delete(name);
  if (!becomesGet) {
    if (exchange.body !== null && exchange.body.length === null) throw new TypeError('a body that is a stream cannot be sent again');
    return { ...exchange, url, headers };
  }
  for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location']) headers.delete(name);
  return { ...exchange, url, method: 'GET', body: null, headers };
}

/** Implements `fetch` with Node's own http client, for servers of this container and for responses that the browser does not expose. */
export async function fetchInside(builtins: FetchBuiltins, input: unknown, init: RequestInit): Promise<Response> {
  const modules = modulesOf(builtins);
  let exchange = await readExchange(input, init);
  exchange.signal?.throwIfAborted();
  try {
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const incoming = await send(modules, exchange);
      const next = redirection(incoming, exchange);
      if (next === null) return toResponse(modules, incoming, exchange, count > 0);
      void drain(incoming);
      exchange = next;
    }
    throw new Error('redirect count exceeded');
  } catch (error) {
    if (exchange.signal?.aborted === true) throw exchange.signal.reason;
    throw Object.assign(new TypeError('fetch failed'), { cause: error });
  }
}
