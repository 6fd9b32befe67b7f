import type { NodeHost } from '../../node-host.ts';

type Init = Record<string, unknown>;
type MessageClass = new (...args: never[]) => object;

const responseFields = ['status', 'statusText', 'headers'] as const;
const requestFields = [
  ...['method', 'headers', 'body', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect'],
  ...['integrity', 'keepalive', 'signal', 'duplex', 'priority', 'window'],
] as const;

/** Copies the fields into a plain object: the argument may be a Response or Request, whose fields are on its prototype. */
function fieldsOf(given: unknown, names: readonly string[]): Init {
  const fields: Init = {};
  if ((typeof given !== 'object' && typeof given !== 'function') || given === null) return fields;
  for (const name of names) {
    const value: unknown = Reflect.get(given, name);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function isIterableOfBytes(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && !(body instanceof ReadableStream) && Symbol.asyncIterator in body;
}

/**
 * Converts an asynchronous iterable, such as a Node stream, into a stream: Node accepts it as a body, but a browser would
 * turn it into text.
 */
export function bodyStream(body: AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else if (ArrayBuffer.isView(value)) {
        // Copied, because a Buffer's memory may be reused.
        controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
      } else controller.error(new TypeError('Received non-Uint8Array chunk'));
    },
    async cancel(reason) {
      await iterator.return?.(reason);
    },
  });
}

export function nodeBody(body: unknown): unknown {
  return isIterableOfBytes(body) ? bodyStream(body) : body;
}

/** Returns the absolute URL: a browser would resolve one without a host (`http:/a/b`) against the engine's own origin. */
function wholeAddress(input: unknown): string {
  const text = String(input);
  try {
    return new URL(text).href;
  } catch (cause) {
    // The browser would resolve it to a file of the engine.
    throw Object.assign(new TypeError(`Failed to parse URL from ${text}`), { cause });
  }
}

/**
 * The headers of messages that a program creates. A browser drops `Cookie`, `Host`, `Origin` and others from a Request and
 * `Set-Cookie` from a Response, but servers built on web standards read and write them.
 */
class MessageHeaders {
  readonly #kept = new WeakMap<object, Headers>();

  constructor(
    readonly native: MessageClass,
    private readonly scope: NodeHost['scope'],
    name: string,
    construct: (args: unknown[]) => { args: unknown[]; headers: Headers | undefined },
  ) {
    const { prototype } = native;
    const inherited = Object.getOwnPropertyDescriptor(prototype, 'headers')?.get;
    const clone: unknown = Reflect.get(prototype, 'clone');
    if (inherited === undefined || typeof clone !== 'function') return;
    const kept = this.#kept;
    const nativeHeaders = (message: object): Headers => Reflect.apply(inherited, message, []) as Headers; // The browser's own getter.
    Object.defineProperty(prototype, 'headers', {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return kept.get(this) ?? nativeHeaders(this);
      },
    });
    const copy = {
      clone(this: object): object {
        const result = Reflect.apply(clone, this, []) as object; // `clone` returns an instance of the same class.
        const headers = kept.get(this);
        if (headers !== undefined) kept.set(result, new Headers(headers));
        return result;
      },
    };
    Object.defineProperty(prototype, 'clone', { value: copy.clone, writable: true, configurable: true, enumerable: true });
    const wrapped = new Proxy(native, {
      construct: (target, given, newTarget) => {
        const { args, headers } = construct(given);
        const message = Reflect.construct(target, args, newTarget) as object; // A class always constructs an object.
        this.keep(message, headers ?? new Headers(), nativeHeaders(message));
        return message;
      },
    });
    Object.defineProperty(prototype, 'constructor', { value: wrapped, writable: true, configurable: true, enumerable: false });
    this.scope.define(name, wrapped);
  }

  keep(message: object, headers: Headers, native: Headers): void {
    // The type that the body implies.
    const type = native.get('content-type');
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
    this.#kept.set(message, headers);
  }
}

function headersOf(fields: Init): Headers | undefined {
  return fields.headers === undefined ? undefined : new Headers(fields.headers as HeadersInit); // Throws if the value is invalid.
}

/** Makes the browser's `Request` and `Response` accept the same arguments as Node's. */
export function completeWebMessages(host: NodeHost): void {
  const { scope } = host;
  // In tests these are native Node's classes.
  if (scope.globalObject !== globalThis) return;
  const { Request: NativeRequest, Response: NativeResponse } = globalThis;
  new MessageHeaders(NativeRequest, scope, 'Request', ([input, init]) => {
    const isRequest = input instanceof NativeRequest;
    const target = isRequest ? input : wholeAddress(input);
    const fields = fieldsOf(init, requestFields);
    if ('body' in fields) fields.body = nodeBody(fields.body);
    const headers = headersOf(fields) ?? (isRequest ? new Headers(input.headers) : undefined);
    return { args: [target, headers === undefined ? fields : { ...fields, headers }], headers };
  });
  const responses = new MessageHeaders(NativeResponse, scope, 'Response', ([body, init]) => {
    const fields = fieldsOf(init, responseFields);
    const isBlob = body instanceof Blob;
    // The blob's own stream keeps the process alive, but the browser's internal read does not; the blob's type must then be set here.
    const type = isBlob ? body.type : '';
    const headers = headersOf(fields) ?? (type === '' ? undefined : new Headers());
    if (type !== '' && headers?.has('content-type') === false) headers.set('content-type', type);
    return { args: [isBlob ? body.stream() : nodeBody(body), headers === undefined ? fields : { ...fields, headers }], headers };
  });
  const json = NativeResponse.json;
  Object.defineProperty(NativeResponse, 'json', {
    value: (data: unknown, init?: ResponseInit) => {
      const response = json.call(NativeResponse, data, init);
      responses.keep(response, new Headers(init?.headers), response.headers);
      return response;
    },
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
