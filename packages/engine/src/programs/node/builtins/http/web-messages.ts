import type { NodeHost } from '../../node-host.ts';

type Init = Record<string, unknown>;
type MessageClass = new (...args: never[]) => object;

const responseFields = ['status', 'statusText', 'headers'] as const;
const requestFields = [
  ...['method', 'headers', 'body', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect'],
  ...['integrity', 'keepalive', 'signal', 'duplex', 'priority', 'window'],
] as const;

/** A plain object: what is given may be a Response or a Request, whose fields are its prototype's. */
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

/** Node takes every asynchronous iterable for a body, its own streams among them; a browser makes text of them. */
export function bodyStream(body: AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else if (ArrayBuffer.isView(value)) {
        // A copy: a Buffer's memory may be used again.
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

/** The whole address: what names no host (`http:/a/b`) a browser would take for a path of the engine's own. */
function wholeAddress(input: unknown): string {
  const text = String(input);
  try {
    return new URL(text).href;
  } catch (cause) {
    // The browser would take it for a file of the engine's.
    throw Object.assign(new TypeError(`Failed to parse URL from ${text}`), { cause });
  }
}

/**
 * Headers of messages that a program makes: a browser drops `Cookie`, `Host`, `Origin` and others from a Request and `Set-Cookie`
 * from a Response, which servers on web standards read and write.
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
        const result = Reflect.apply(clone, this, []) as object; // Of the same class.
        const headers = kept.get(this);
        if (headers !== undefined) kept.set(result, new Headers(headers));
        return result;
      },
    };
    Object.defineProperty(prototype, 'clone', { value: copy.clone, writable: true, configurable: true, enumerable: true });
    const wrapped = new Proxy(native, {
      construct: (target, given, newTarget) => {
        const { args, headers } = construct(given);
        const message = Reflect.construct(target, args, newTarget) as object; // An object, as it is a class.
        this.keep(message, headers ?? new Headers(), nativeHeaders(message));
        return message;
      },
    });
    Object.defineProperty(prototype, 'constructor', { value: wrapped, writable: true, configurable: true, enumerable: false });
    this.scope.define(name, wrapped);
  }

  keep(message: object, headers: Headers, native: Headers): void {
    // Of the body.
    const type = native.get('content-type');
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
    this.#kept.set(message, headers);
  }
}

function headersOf(fields: Init): Headers | undefined {
  return fields.headers === undefined ? undefined : new Headers(fields.headers as HeadersInit); // It throws what is none.
}

/** Makes the browser's `Request` and `Response` take what Node's take. */
export function completeWebMessages(host: NodeHost): void {
  const { scope } = host;
  // In tests they are a native Node's.
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
    // Its stream is held, the browser's own reading of it is not; the type would come from the blob.
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
