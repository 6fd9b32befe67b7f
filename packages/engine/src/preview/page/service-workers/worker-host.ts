import {
  type ClientFacts,
  FROM_EMULATED_WORKER,
  type HostToRegistry,
  type InterceptedRequest,
  type InterceptedResponse,
  type RegistrationFacts,
  type RegistryToHost,
  type WorkerFacts,
} from '../../emulated-workers.ts';

type HostCall = Extract<HostToRegistry, { type: 'claim' | 'clients' | 'unregister' }>;
type Global = typeof globalThis;

/** Implements `waitUntil` of a service worker's events. */
class ExtendableEvent extends Event {
  readonly #work: Promise<unknown>[] = [];

  waitUntil(work: unknown): void {
    this.#work.push(Promise.resolve(work));
  }

  /** Resolves when all work is done, including work added meanwhile; rejects with the first failure. */
  async settled(): Promise<void> {
    for (let done = 0; done < this.#work.length; done = this.#work.length) await Promise.all(this.#work);
  }
}

class FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId = '';
  readonly replacesClientId = '';
  readonly isReload = false;
  readonly preloadResponse = Promise.resolve(undefined);
  readonly handled = Promise.resolve(undefined);
  answer: Promise<unknown> | null = null;

  constructor(type: string, { request, clientId = '' }: { request: Request; clientId?: string }) {
    super(type, { cancelable: true });
    this.request = request;
    this.clientId = clientId;
  }

  respondWith(answer: unknown): void {
    if (this.answer !== null) throw new DOMException('respondWith() was called before.', 'InvalidStateError');
    this.stopImmediatePropagation();
    this.answer = Promise.resolve(answer);
  }
}

class ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
  readonly ports: readonly MessagePort[];
  readonly lastEventId = '';

  constructor(type: string, given: { data?: unknown; origin?: string; source?: unknown; ports?: readonly MessagePort[] } = {}) {
    super(type);
    this.data = given.data;
    this.origin = given.origin ?? '';
    this.source = given.source ?? null;
    this.ports = given.ports ?? [];
  }
}

class Client {
  readonly frameType = 'top-level';
  readonly type = 'window';

  constructor(
    protected readonly facts: ClientFacts,
    private readonly post: (client: string, data: unknown, transfer: Transferable[]) => void,
  ) {}

  get id(): string {
    return this.facts.id;
  }

  get url(): string {
    return this.facts.url;
  }

  postMessage(data: unknown, options?: Transferable[] | { transfer?: Transferable[] }): void {
    this.post(this.facts.id, data, Array.isArray(options) ? options : (options?.transfer ?? []));
  }
}

class WindowClient extends Client {
  readonly ancestorOrigins: string[] = [];

  get visibilityState(): DocumentVisibilityState {
    return this.facts.visibilityState;
  }

  get focused(): boolean {
    return this.facts.focused;
  }

  focus(): Promise<this> {
    return Promise.resolve(this);
  }

  navigate(): Promise<never> {
    return Promise.reject(new TypeError('A preview’s page is not navigated by its service worker; send it a message.'));
  }
}

/** Gives a worker's global the members and events of a service worker's. */
export class ServiceWorkerHost {
  readonly #global: Global;
  readonly #fetch: Global['fetch'];
  readonly #calls = new Map<number, (value: unknown) => void>();
  #port: MessagePort | null = null;
  #lastCall = 0;
  #skipsWaiting = false;
  #facts: RegistrationFacts | null = null;

  /** The error that the script threw during its run. */
  #fault: string | null = null;
  readonly #noteFault = (event: ErrorEvent): void => {
    this.#fault ??= event.message;
  };

  constructor(global: Global) {
    this.#global = global;
    global.addEventListener('error', this.#noteFault);
    this.#fetch = global.fetch.bind(global);
    this.#install();
  }

  begin({ scope, script }: Extract<RegistryToHost, { type: 'begin' }>, port: MessagePort): void {
    this.#facts ??= { scope, installing: { id: 0, script, state: 'parsed' }, waiting: null, active: null };
    this.#port = port;
    port.onmessage = (event: MessageEvent<RegistryToHost>) => this.#hear(event.data, event.ports);
    this.#tell({ type: 'done', call: 0, fault: this.#fault });
    this.#global.removeEventListener('error', this.#noteFault);
    if (this.#skipsWaiting) this.#tell({ type: 'skip-waiting' });
  }

  #install(): void {
    const global = this.#global;
    const scope = (): string => this.#facts?.scope ?? new URL('./', global.location.href).href;
    const worker = (facts: WorkerFacts | null | undefined) =>
      facts && { scriptURL: facts.script, state: facts.state, postMessage: () => {} };
    const registration = Object.assign(new EventTarget(), {
      update: () => Promise.resolve(),
      unregister: () => this.#ask({ type: 'unregister' }),
      showNotification: () => Promise.reject(new TypeError('Notifications are not shown by a preview’s service worker.')),
      getNotifications: () => Promise.resolve([]),
      navigationPreload: {
        enable: async () => {},
        disable: async () => {},
        setHeaderValue: async () => {},
        getState: async () => ({ enabled: false }),
      },
    });
    Object.defineProperties(registration, {
      scope: { get: scope },
      installing: { get: () => worker(this.#facts?.installing) },
      waiting: { get: () => worker(this.#facts?.waiting) },
      active: { get: () => worker(this.#facts?.active) },
    });
    const clients = {
      matchAll: async ({ includeUncontrolled = false }: { includeUncontrolled?: boolean } = {}) =>
        (await this.#clients()).filter(({ isControlled }) => includeUncontrolled || isControlled).map((facts) => this.#client(facts)),
      get: async (id: string) => (await this.#clients()).filter((facts) => facts.id === id).map((facts) => this.#client(facts))[0],
      claim: () => this.#ask({ type: 'claim' }),
      openWindow: () => Promise.reject(new TypeError('A preview’s service worker opens no windows.')),
    };
    const ServiceWorkerGlobalScope = { [Symbol.hasInstance]: (value: unknown) => value === global };
    const names = {
      ExtendableEvent,
      FetchEvent,
      ExtendableMessageEvent,
      InstallEvent: ExtendableEvent,
      Client,
      WindowClient,
      ServiceWorkerGlobalScope,
    };
    for (const [name, value] of Object.entries({ ...names, registration, clients, skipWaiting: () => this.#skipWaiting() }))
      Object.defineProperty(global, name, { configurable: true, writable: true, value });
    global.fetch = (input, init) => this.#fetchMarked(new Request(input, init));
    this.#markCaches();
  }

  /** Fetches with a mark, so that the worker's own requests are not passed to it again. */
  #fetchMarked(request: Request): Promise<Response> {
    if (new URL(request.url).origin !== this.#global.location.origin) return this.#fetch(request);
    const headers = new Headers(request.headers);
    headers.set(FROM_EMULATED_WORKER, '1');
    return this.#fetch(new Request(request, { headers }));
  }

  #markCaches(): void {
    const cache = this.#global.Cache?.prototype;
    if (cache === undefined) return;
    const add = async (store: Cache, requests: readonly RequestInfo[]): Promise<void> => {
      const responses = await Promise.all(requests.map((request) => this.#global.fetch(request)));
      const failed = responses.find(({ ok }) => !ok);
      if (failed) throw new TypeError(`Failed to execute 'addAll' on 'Cache': Request failed (${failed.status} ${failed.url})`);
      await Promise.all(responses.map((response, index) => store.put(requests[index] ?? response.url, response)));
    };
    cache.add = function (this: Cache, request: RequestInfo | URL) {
      return add(this, [request instanceof URL ? request.href : request]);
    };
    cache.addAll = function (this: Cache, requests: Iterable<RequestInfo>) {
      return add(this, [...requests]);
    };
  }

  #skipWaiting(): Promise<void> {
    this.#skipsWaiting = true;
    if (this.#port !== null) this.#tell({ type: 'skip-waiting' });
    return Promise.resolve();
  }

  #hear(message: RegistryToHost, ports: readonly MessagePort[]): void {
    switch (message.type) {
      case 'event':
        void this.#runEvent(message.call, message.event);
        break;
      case 'fetch':
        void this.#runFetch(message.call, message.request);
        break;
      case 'message': {
        const { origin } = this.#global.location;
        const event = new ExtendableMessageEvent('message', { data: message.data, origin, source: this.#client(message.client), ports });
        this.#dispatch(event);
        event.settled().catch(reportError);
        break;
      }
      case 'registration':
        this.#facts = message.registration;
        break;
      case 'clients':
        this.#settle(message.call, message.clients);
        break;
      case 'settled':
        this.#settle(message.call, undefined);
    }
  }

  async #runEvent(call: number, type: 'install' | 'activate'): Promise<void> {
    const event = new ExtendableEvent(type);
    let fault: string | null = null;
    try {
      this.#dispatch(event);
      await event.settled();
    } catch (error) {
      fault = String(error);
      // Reported on the browser's console, as for any worker.
      reportError(error);
    }
    this.#tell({ type: 'done', call, fault });
  }

  async #runFetch(call: number, given: InterceptedRequest): Promise<void> {
    const event = new FetchEvent('fetch', { request: toRequest(given), clientId: given.client });
    this.#dispatch(event);
    event.settled().catch(reportError);
    if (event.answer === null) return this.#tell({ type: 'answer', call, answer: { type: 'pass' } });
    try {
      const response = await event.answer;
      if (!(response instanceof Response)) throw new TypeError('respondWith() was given something else than a Response.');
      // An opaque response cannot be passed on; the page makes the request itself.
      if (response.type === 'opaque' || response.type === 'opaqueredirect')
        return this.#tell({ type: 'answer', call, answer: { type: 'pass' } });
      if (response.type === 'error') return this.#tell({ type: 'answer', call, answer: { type: 'error' } });
      const { body } = response;
      this.#tell({ type: 'answer', call, answer: { type: 'response', response: fromResponse(response) } }, body === null ? [] : [body]);
    } catch (error) {
      reportError(error);
      this.#tell({ type: 'answer', call, answer: { type: 'error' } });
    }
  }

  /**
   * Dispatches an event to its listeners, and to handlers like `oninstall`, which are not attributes of other kinds of workers (except
   * `onmessage`).
   */
  #dispatch(event: Event): void {
    const handler: unknown = Reflect.get(this.#global, `on${event.type}`);
    if (event.type !== 'message' && typeof handler === 'function')
      this.#global.addEventListener(event.type, (given) => handler.call(this.#global, given), { once: true });
    this.#global.dispatchEvent(event);
  }

  #client(facts: ClientFacts): WindowClient {
    return new WindowClient(facts, (client, data, transfer) => this.#tell({ type: 'message', client, data }, transfer));
  }

  async #clients(): Promise<ClientFacts[]> {
    return (await this.#ask({ type: 'clients' })) as ClientFacts[]; // The registry's answer to that call.
  }

  #ask(message: Omit<HostCall, 'call'>): Promise<unknown> {
    this.#lastCall += 1;
    const call = this.#lastCall;
    return new Promise((resolve) => {
      this.#calls.set(call, resolve);
      this.#tell({ ...message, call });
    });
  }

  #settle(call: number, value: unknown): void {
    this.#calls.get(call)?.(value);
    this.#calls.delete(call);
  }

  #tell(message: HostToRegistry, transfer: Transferable[] = []): void {
    this.#port?.postMessage(message, transfer);
  }
}

function toRequest(given: InterceptedRequest): Request {
  const { url, method, headers, mode, destination, credentials, cache, redirect, referrer, integrity, keepalive, body } = given;
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
    // The values of the page's own request.
    mode: (mode === 'websocket' ? 'same-origin' : mode) as RequestMode,
    credentials: credentials as RequestCredentials,
    cache: (cache === 'only-if-cached' ? 'default' : cache) as RequestCache,
    redirect: redirect as RequestRedirect,
    integrity,
    keepalive,
    referrer: referrer.startsWith(self.location.origin) ? referrer : '',
  });
  Object.defineProperty(request, 'destination', { value: destination });
  return request;
}

function fromResponse({ status, statusText, headers, body }: Response): InterceptedResponse {
  const list: [string, string][] = [];
  headers.forEach((value, name) => {
    list.push([name, value]);
  });
  return { status, statusText, headers: list, body };
}
