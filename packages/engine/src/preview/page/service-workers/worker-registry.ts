import { documentHeaders } from '../../document-headers.ts';
import type {
  ClientFacts,
  InterceptedAnswer,
  InterceptedRequest,
  PageToRegistry,
  RegistrationFacts,
  RegistryToPage,
  WorkerFacts,
} from '../../emulated-workers.ts';
import { EmulatedWorker } from './emulated-worker.ts';
import { streamsIn } from './streams-in.ts';

interface Registration {
  scope: string;
  isModule: boolean;
  /** The source of the newest version, which detects an update. */
  source: string;
  installing: EmulatedWorker | null;
  waiting: EmulatedWorker | null;
  active: EmulatedWorker | null;
}

interface Page extends ClientFacts {
  port: MessagePort;
  controller: EmulatedWorker | null;
}

export interface RegistryOptions {
  origin: string;
  embedder: string;
  fetch: typeof fetch;
  startWorker(script: string, isModule: boolean): Worker;
  /** Informs the browser's service worker whether any worker can be asked. */
  onActivity(isActive: boolean): void;
}

/** The registrations of a preview's own service workers, in its bridge. They last until the IDE is reloaded. */
export class WorkerRegistry {
  readonly #registrations = new Map<string, Registration>();
  readonly #pages = new Map<string, Page>();
  /**
   * Pages that were loaded before a worker was active, and that this worker has not claimed: as in a browser, it does not receive their
   * requests.
   */
  readonly #uncontrolled = new Set<string>();

  constructor(private readonly options: RegistryOptions) {}

  connect(client: string, port: MessagePort): void {
    const page: Page = { id: client, url: '', visibilityState: 'visible', focused: false, isControlled: false, port, controller: null };
    this.#pages.set(client, page);
    port.onmessage = (event: MessageEvent<PageToRegistry>) => void this.#hear(page, event.data, [...event.ports]);
    for (const registration of this.#registrations.values())
      this.#tell(page, { type: 'registration', registration: factsOf(registration) });
  }

  isActive(): boolean {
    return [...this.#registrations.values()].some(({ active }) => active !== null);
  }

  /** Returns the worker that controls a page from its start. */
  controllerOf(url: string): WorkerFacts | null {
    return this.#registrationFor(url)?.active?.facts() ?? null;
  }

  async answer(request: InterceptedRequest): Promise<{ answer: InterceptedAnswer; transfer: Transferable[] }> {
    const pass: InterceptedAnswer = { type: 'pass', isActive: this.isActive() };
    // Undefined for the bridge's own requests, which fetch the workers' scripts and must not reach a worker.
    const page = this.#pages.get(request.client);
    const active = page && this.#registrationFor(page.url)?.active;
    if (!active || this.#uncontrolled.has(request.client)) return { answer: pass, transfer: [] };
    const answer = await active.fetch(request);
    if (answer.type === 'pass') return { answer: pass, transfer: [] };
    if (answer.type === 'error') return { answer, transfer: [] };
    const { response } = answer;
    const headers = response.headers.filter(([name]) => !UNPACKED.has(name) && !(name in OURS));
    const body = response.body === null ? [] : [response.body];
    const ours = Object.entries(documentHeaders(this.options.embedder));
    return { answer: { type: 'response', response: { ...response, headers: [...headers, ...ours] } }, transfer: body };
  }

  async #hear(page: Page, message: PageToRegistry, ports: MessagePort[]): Promise<void> {
    switch (message.type) {
      case 'place':
        Object.assign(page, { url: message.url, visibilityState: message.visibilityState, focused: message.focused });
        // A worker controls pages that were loaded while it was active.
        if (!this.#uncontrolled.has(page.id)) this.#control(page);
        return;
      case 'message':
        this.#workerOf(message.worker)?.deliver(page, message.data, ports);
        return;
      case 'leave':
        this.#pages.delete(page.id);
        page.port.close();
        return;
      default:
        try {
          this.#tell(page, { type: 'answer', call: message.call, value: await this.#answerCall(page, message) });
        } catch (error) {
          const { name, message: text } = error instanceof Error ? error : new Error(String(error));
          this.#tell(page, { type: 'refusal', call: message.call, name, message: text });
        }
    }
  }

  async #answerCall(page: Page, message: Extract<PageToRegistry, { call: number }>): Promise<unknown> {
    switch (message.type) {
      case 'registrations':
        return null;
      case 'unregister':
        return this.#unregister(message.scope);
      case 'update':
        return this.#update(message.scope);
      case 'register':
        return this.#register(page, message);
    }
  }

  async #register(page: Page, { script, scope: given, isModule }: Extract<PageToRegistry, { type: 'register' }>): Promise<string> {
    const url = new URL(script, page.url);
    url.hash = '';
    const folder = new URL('./', url);
    const scope = new URL(given ?? folder, page.url);
    const about = `for scope ('${scope.href}') with script ('${url.href}')`;
    if (url.origin !== this.options.origin || scope.origin !== this.options.origin)
      throw new DOMException(
        `Failed to register a ServiceWorker ${about}: its origin is not the page's ('${this.options.origin}').`,
        'SecurityError',
      );
    const { source, allowed } = await this.#load(url, about);
    const widest = allowed === null ? folder : new URL(allowed, url);
    if (!scope.pathname.startsWith(widest.pathname))
      throw new DOMException(
        `Failed to register a ServiceWorker ${about}: the path of the provided scope is not under the max scope allowed ('${widest.pathname}'). Adjust the scope, move the Service Worker script, or use the Service-Worker-Allowed HTTP header to allow the scope.`,
        'SecurityError',
      );
    const existing = this.#registrations.get(scope.href);
    const newest = existing?.installing ?? existing?.waiting ?? existing?.active;
    if (existing && newest?.script === url.href && existing.source === source && existing.isModule === isModule) return scope.href;
    const registration = existing ?? { scope: scope.href, isModule, source, installing: null, waiting: null, active: null };
    Object.assign(registration, { isModule, source });
    this.#registrations.set(scope.href, registration);
    await this.#install(registration, url.href);
    return scope.href;
  }

  async #load(url: URL, about: string): Promise<{ source: string; allowed: string | null }> {
    const response = await this.options.fetch(url, { cache: 'no-cache', headers: { 'service-worker': 'script' } }).catch(() => null);
    if (response === null) throw new TypeError(`Failed to register a ServiceWorker ${about}: the script could not be fetched.`);
    if (!response.ok)
      throw new TypeError(
        `Failed to register a ServiceWorker ${about}: A bad HTTP response code (${response.status}) was received when fetching the script.`,
      );
    const type = response.headers.get('content-type') ?? '';
    if (!/^(text|application)\/(x-)?(java|ecma)script\b/i.test(type))
      throw new DOMException(
        `Failed to register a ServiceWorker ${about}: The script has an unsupported MIME type ('${type}').`,
        'SecurityError',
      );
    return { source: await response.text(), allowed: response.headers.get('service-worker-allowed') };
  }

  /** Resolves when the script has run; its `install` continues in the background, as in a browser. */
  async #install(registration: Registration, script: string): Promise<void> {
    registration.installing?.end();
    const worker = new EmulatedWorker(
      this.options.startWorker(script, registration.isModule),
      { script, scope: registration.scope },
      {
        changed: () => this.#publish(registration),
        clients: () => [...this.#pages.values()].map((page) => clientFacts(page)),
        post: (client, data, ports) => this.#post(worker, client, data, ports),
        claim: () => this.#claim(registration, worker),
        skipWaiting: () => this.#advance(registration),
        unregister: () => this.#unregister(registration.scope),
      },
    );
    try {
      await worker.begin();
    } catch (error) {
      if (registration.active === null && registration.waiting === null) this.#registrations.delete(registration.scope);
      throw error;
    }
    registration.installing = worker;
    worker.setState('installing');
    void worker.run('install').then((fault) => {
      if (registration.installing !== worker) return;
      registration.installing = null;
      if (fault !== null) {
        worker.end();
        if (factsOf(registration).active === null) this.#registrations.delete(registration.scope);
        return;
      }
      registration.waiting = worker;
      worker.setState('installed');
      this.#advance(registration);
    });
  }

  /** Activates a waiting worker if there is no active one, or if it requests that. */
  #advance(registration: Registration): void {
    const { waiting, active } = registration;
    if (waiting === null || (active !== null && !waiting.skipsWaiting)) return;
    registration.waiting = null;
    registration.active = waiting;
    if (active === null) for (const id of this.#pages.keys()) this.#uncontrolled.add(id);
    waiting.setState('activating');
    active?.end();
    for (const page of this.#pages.values()) if (active !== null && page.controller === active) this.#setController(page, waiting);
    // A worker whose `activate` fails becomes active anyway.
    void waiting.run('activate').then(() => {
      waiting.setState('activated');
      this.options.onActivity(true);
    });
  }

  async #update(scope: string): Promise<string> {
    const registration = this.#registrations.get(scope);
    const newest = registration?.installing ?? registration?.waiting ?? registration?.active;
    if (!registration || !newest) throw new TypeError(`Failed to update a ServiceWorker for scope ('${scope}'): it is not registered.`);
    const { source } = await this.#load(new URL(newest.script), `for scope ('${scope}') with script ('${newest.script}')`);
    if (source !== registration.source) {
      registration.source = source;
      await this.#install(registration, newest.script);
    }
    return scope;
  }

  #unregister(scope: string): boolean {
    const registration = this.#registrations.get(scope);
    if (registration === undefined) return false;
    this.#registrations.delete(scope);
    for (const worker of [registration.installing, registration.waiting, registration.active]) worker?.end();
    for (const page of this.#pages.values()) {
      if (page.controller !== null && page.controller === registration.active) this.#setController(page, null);
      this.#tell(page, { type: 'unregistered', scope });
    }
    this.options.onActivity(this.isActive());
    return true;
  }

  #claim(registration: Registration, worker: EmulatedWorker): void {
    if (registration.active !== worker) return;
    for (const page of this.#pages.values()) {
      if (!page.url.startsWith(registration.scope)) continue;
      this.#uncontrolled.delete(page.id);
      this.#setController(page, worker);
    }
  }

  #control(page: Page): void {
    const active = this.#registrationFor(page.url)?.active ?? null;
    if (page.controller === null && active !== null) this.#setController(page, active);
  }

  #setController(page: Page, worker: EmulatedWorker | null): void {
    page.controller = worker;
    this.#tell(page, { type: 'controller', worker: worker?.facts() ?? null });
  }

  #post(worker: EmulatedWorker, client: string, data: unknown, ports: MessagePort[]): void {
    const page = this.#pages.get(client);
    if (page) this.#tell(page, { type: 'message', worker: worker.id, data }, [...ports, ...streamsIn(data)]);
  }

  #publish(registration: Registration): void {
    const facts = factsOf(registration);
    for (const page of this.#pages.values()) this.#tell(page, { type: 'registration', registration: facts });
    for (const worker of [registration.installing, registration.waiting, registration.active]) worker?.know(facts);
  }

  #tell(page: Page, message: RegistryToPage, transfer: Transferable[] = []): void {
    page.port.postMessage(message, transfer);
  }

  /** Returns the registration with the longest matching scope. */
  #registrationFor(url: string): Registration | null {
    const fitting = [...this.#registrations.values()].filter(({ scope }) => url.startsWith(scope));
    return fitting.sort((first, second) => second.scope.length - first.scope.length)[0] ?? null;
  }

  #workerOf(id: number): EmulatedWorker | null {
    for (const { installing, waiting, active } of this.#registrations.values())
      for (const worker of [installing, waiting, active]) if (worker?.id === id) return worker;
    return null;
  }
}

/** The body is already decoded. */
const UNPACKED = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
const OURS = documentHeaders('');

function factsOf({ scope, installing, waiting, active }: Registration): RegistrationFacts {
  const facts = (worker: EmulatedWorker | null) => worker?.facts() ?? null;
  return { scope, installing: facts(installing), waiting: facts(waiting), active: facts(active) };
}

function clientFacts({ id, url, visibilityState, focused, controller }: Page): ClientFacts {
  return { id, url, visibilityState, focused, isControlled: controller !== null };
}
