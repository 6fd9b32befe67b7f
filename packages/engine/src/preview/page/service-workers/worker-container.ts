import type { PageToRegistry, RegistrationFacts, RegistryToPage, WorkerFacts, WorkerState } from '../../emulated-workers.ts';

type Call = Extract<PageToRegistry, { call: number }>;
type WithoutCall<Message> = Message extends unknown ? Omit<Message, 'call'> : never;
const ROLES = ['installing', 'waiting', 'active'] as const;

type Handler = ((event: Event) => void) | null;

export interface ContainerPlace {
  /** The previewed page's window. */
  page: Window & typeof globalThis;
  /** The worker that controls the page from the start. */
  controller: WorkerFacts | null;
  /** Passes the other end of the page's channel to the registry. */
  connect(port: MessagePort): void;
}

/** An event target with `on…` attributes. */
class Target extends EventTarget {
  readonly #handlers = new Map<string, Handler>();

  handler(type: string): Handler {
    return this.#handlers.get(type) ?? null;
  }

  setHandler(type: string, handler: Handler): void {
    if (!this.#handlers.has(type)) this.addEventListener(type, (event) => this.#handlers.get(type)?.call(this, event));
    this.#handlers.set(type, handler);
  }
}

/** Defines attributes such as `onmessage` for the classes below. */
function defineHandlers(prototype: Target, types: readonly string[]): void {
  for (const type of types)
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true,
      get(this: Target) {
        return this.handler(type);
      },
      set(this: Target, handler: Handler) {
        this.setHandler(type, typeof handler === 'function' ? handler : null);
      },
    });
}

class PageServiceWorker extends Target {
  state: WorkerState;

  constructor(
    readonly scriptURL: string,
    state: WorkerState,
    private readonly post: (data: unknown, transfer: Transferable[]) => void,
  ) {
    super();
    this.state = state;
  }

  postMessage(data: unknown, options?: Transferable[] | { transfer?: Transferable[] }): void {
    this.post(data, Array.isArray(options) ? options : (options?.transfer ?? []));
  }
}

class PageRegistration extends Target {
  installing: PageServiceWorker | null = null;
  waiting: PageServiceWorker | null = null;
  active: PageServiceWorker | null = null;
  readonly updateViaCache = 'imports';
  readonly navigationPreload = {
    enable: () => Promise.resolve(),
    disable: () => Promise.resolve(),
    setHeaderValue: () => Promise.resolve(),
    getState: () => Promise.resolve({ enabled: false, headerValue: 'true' }),
  };
  readonly pushManager = {
    subscribe: () =>
      refuse('Push messages need a service worker of the browser’s own; in a preview there is none. Try them on the built site.'),
    getSubscription: () => Promise.resolve(null),
    permissionState: () => Promise.resolve('denied'),
  };

  constructor(
    readonly scope: string,
    private readonly ask: (message: WithoutCall<Call>) => Promise<unknown>,
  ) {
    super();
  }

  async update(): Promise<this> {
    await this.ask({ type: 'update', scope: this.scope });
    return this;
  }

  unregister(): Promise<unknown> {
    return this.ask({ type: 'unregister', scope: this.scope });
  }

  showNotification(): Promise<never> {
    return refuse('Notifications are not shown by a preview’s service worker. Try them on the built site.');
  }

  getNotifications(): Promise<never[]> {
    return Promise.resolve([]);
  }
}

function refuse(reason: string): Promise<never> {
  return Promise.reject(new DOMException(reason, 'NotSupportedError'));
}

/** The page's `navigator.serviceWorker`: shows its program's own workers, and hides the one that serves the preview. */
export class WorkerContainer extends Target {
  readonly #place: ContainerPlace;
  readonly #workers = new Map<number, PageServiceWorker>();
  readonly #registrations = new Map<string, PageRegistration>();
  readonly #calls = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  /** Registrations whose installation began while the page awaited an answer; a browser reports it after the answer. */
  readonly #found: PageRegistration[] = [];
  /** Work that runs in order after earlier work, or `null` while nothing is queued. */
  #waiting: (() => void)[] | null = null;
  /** Saved before the program could replace it. */
  readonly #later = globalThis.setTimeout.bind(globalThis);
  #controller: PageServiceWorker | null = null;
  #port: MessagePort | null = null;
  #lastCall = 0;
  #setReady: (registration: PageRegistration) => void = () => {};
  readonly #ready = new Promise<PageRegistration>((resolve) => {
    this.#setReady = resolve;
  });

  constructor(place: ContainerPlace) {
    super();
    this.#place = place;
    if (place.controller === null) return;
    this.#controller = this.#worker(place.controller);
    this.#connected();
  }

  get controller(): PageServiceWorker | null {
    return this.#controller;
  }

  get ready(): Promise<PageRegistration> {
    this.#connected();
    return this.#ready;
  }

  async register(script: string | URL, { scope, type }: RegistrationOptions = {}): Promise<PageRegistration> {
    const { baseURI } = this.#place.page.document;
    const own = await this.#ask({
      type: 'register',
      script: new URL(script, baseURI).href,
      scope: scope === undefined ? null : new URL(scope, baseURI).href,
      isModule: type === 'module',
    });
    return this.#registration(String(own));
  }

  async getRegistration(url: string | URL = ''): Promise<PageRegistration | undefined> {
    const { href } = new URL(url, this.#place.page.document.baseURI);
    const all = await this.getRegistrations();
    return all.filter(({ scope }) => href.startsWith(scope)).sort((first, second) => second.scope.length - first.scope.length)[0];
  }

  async getRegistrations(): Promise<PageRegistration[]> {
    await this.#ask({ type: 'registrations' });
    return [...this.#registrations.values()];
  }

  startMessages(): void {
    this.#connected();
  }

  override addEventListener(...given: Parameters<EventTarget['addEventListener']>): void {
    // A page that listens also needs the registrations of other pages.
    if (given[0] === 'message' || given[0] === 'controllerchange') this.#connected();
    super.addEventListener(...given);
  }

  #ask(message: WithoutCall<Call>): Promise<unknown> {
    const port = this.#connected();
    this.#lastCall += 1;
    const call = this.#lastCall;
    return new Promise((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      port.postMessage({ ...message, call });
    });
  }

  #connected(): MessagePort {
    if (this.#port !== null) return this.#port;
    const { page, connect } = this.#place;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (event: MessageEvent<RegistryToPage>) => this.#take(() => this.#hear(event.data, event.ports));
    connect(port2);
    const tell = (message: PageToRegistry): void => port1.postMessage(message);
    const tellPlace = (): void => {
      const { visibilityState } = page.document;
      tell({ type: 'place', url: page.location.href, visibilityState, focused: page.document.hasFocus() });
    };
    tellPlace();
    for (const type of ['visibilitychange', 'focus', 'blur', 'popstate', 'hashchange']) page.addEventListener(type, tellPlace);
    page.addEventListener('pagehide', () => tell({ type: 'leave' }));
    return port1;
  }

  #take(work: () => void): void {
    if (this.#waiting === null) work();
    else this.#waiting.push(work);
  }

  /** Emits each event in its own task: code that awaited the answer has added its listeners by then. */
  #tellFound(): void {
    if (this.#found.length === 0) return;
    const found = this.#found.splice(0).map((registration) => () => void registration.dispatchEvent(new Event('updatefound')));
    const isFirst = this.#waiting === null;
    this.#waiting = [...found, ...(this.#waiting ?? [])];
    const next = (): void => {
      const work = this.#waiting?.shift();
      if (work === undefined) this.#waiting = null;
      else {
        this.#later(next);
        work();
      }
    };
    if (isFirst) this.#later(next);
  }

  #hear(message: RegistryToPage, ports: readonly MessagePort[]): void {
    switch (message.type) {
      case 'answer':
        this.#calls.get(message.call)?.resolve(message.value);
        this.#calls.delete(message.call);
        this.#tellFound();
        break;
      case 'refusal': {
        const { name } = message;
        const reason = name === 'TypeError' ? new TypeError(message.message) : new DOMException(message.message, name);
        this.#calls.get(message.call)?.reject(reason);
        this.#calls.delete(message.call);
        this.#tellFound();
        break;
      }
      case 'registration':
        this.#learn(message.registration);
        break;
      case 'unregistered':
        this.#registrations.delete(message.scope);
        break;
      case 'controller': {
        const controller = message.worker === null ? null : this.#worker(message.worker);
        if (controller === this.#controller) break;
        this.#controller = controller;
        this.dispatchEvent(new Event('controllerchange'));
        break;
      }
      case 'message': {
        const source = this.#workers.get(message.worker) ?? null;
        const event = new MessageEvent('message', { data: message.data, origin: this.#place.page.location.origin, ports: [...ports] });
        // The constructor accepts only the browser's own workers.
        Object.defineProperty(event, 'source', { value: source });
        this.dispatchEvent(event);
      }
    }
  }

  #learn(facts: RegistrationFacts): void {
    const registration = this.#registration(facts.scope);
    const before = ROLES.map((role) => registration[role]);
    for (const role of ROLES) {
      const worker = facts[role];
      registration[role] = worker === null ? null : this.#worker(worker);
    }
    if (registration.installing !== null && registration.installing !== before[0]) {
      if (this.#calls.size > 0) this.#found.push(registration);
      else registration.dispatchEvent(new Event('updatefound'));
    }
    for (const role of ROLES) this.#setState(facts[role]);
    const now = ROLES.map((role) => registration[role]);
    for (const worker of before) if (worker !== null && !now.includes(worker)) this.#redundant(worker);
    if (registration.active !== null && this.#place.page.location.href.startsWith(facts.scope)) this.#setReady(registration);
  }

  #setState(facts: WorkerFacts | null): void {
    const worker = facts === null ? undefined : this.#workers.get(facts.id);
    if (facts === null || worker === undefined || worker.state === facts.state) return;
    worker.state = facts.state;
    worker.dispatchEvent(new Event('statechange'));
  }

  #redundant(worker: PageServiceWorker): void {
    if (worker.state === 'redundant') return;
    worker.state = 'redundant';
    worker.dispatchEvent(new Event('statechange'));
  }

  #registration(scope: string): PageRegistration {
    const known = this.#registrations.get(scope);
    if (known !== undefined) return known;
    const registration = new PageRegistration(scope, (message) => this.#ask(message));
    this.#registrations.set(scope, registration);
    return registration;
  }

  #worker({ id, script, state }: WorkerFacts): PageServiceWorker {
    const known = this.#workers.get(id);
    if (known !== undefined) return known;
    const worker = new PageServiceWorker(script, state, (data, transfer) => {
      const message: PageToRegistry = { type: 'message', worker: id, data };
      this.#connected().postMessage(message, transfer);
    });
    this.#workers.set(id, worker);
    return worker;
  }
}

defineHandlers(PageServiceWorker.prototype, ['statechange', 'error']);
defineHandlers(PageRegistration.prototype, ['updatefound']);
defineHandlers(WorkerContainer.prototype, ['message', 'messageerror', 'controllerchange']);

/** Replaces `navigator.serviceWorker`, including `instanceof` checks. */
export function emulateServiceWorkers(place: ContainerPlace): void {
  const { page } = place;
  for (const [own, native] of [
    [PageServiceWorker, page.ServiceWorker],
    [PageRegistration, page.ServiceWorkerRegistration],
    [WorkerContainer, page.ServiceWorkerContainer],
  ] as const)
    Object.defineProperty(native, Symbol.hasInstance, { configurable: true, value: (value: unknown) => value instanceof own });
  const container = new WorkerContainer(place);
  Object.defineProperty(page.navigator, 'serviceWorker', { configurable: true, enumerable: true, get: () => container });
}
