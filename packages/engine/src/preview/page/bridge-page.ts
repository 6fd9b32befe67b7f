import { parsePreviewHost } from 'devonz-engine-protocol/hosts';
import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { answerRequest } from '../answer-request.ts';
import { AwaitedConnections } from '../awaited-connections.ts';
import type { FrameToHeadless, HeadlessToFrame, UserPreviewScript } from '../bridge-frame-messages.ts';
import { CookieJar, withCookies } from '../cookie-jar.ts';
import { EMULATED_WORKER_NAME } from '../emulated-workers.ts';
import { KernelConnections } from '../kernel-connections.ts';
import { relaySocket } from '../relay-socket.ts';
import type { PageToWorker, WorkerToBridge } from '../request-messages.ts';
import { embedderPolicy } from './embedder-policy.ts';
import { previewScriptTags } from './preview-script-tags.ts';
import { WorkerRegistry } from './service-workers/worker-registry.ts';

/** Browsers stop a service worker without events after 30 s, along with its streams. */
const KEEP_ALIVE_MS = 15_000;

/** The hidden frame on a preview's origin: speaks HTTP with the service worker, and exchanges bytes with the kernel. */
class BridgePage {
  private readonly connections = new AwaitedConnections((work, milliseconds) => void setTimeout(work, milliseconds));
  private userScript: UserPreviewScript | null = null;
  private streams = 0;
  private readonly cookies = new CookieJar(
    {
      read: () => document.cookie,
      write: (cookie) => {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
        document.cookie = cookie;
      },
    },
    () => Date.now(),
    (cookies) => this.tellHeadless({ type: 'keep-cookies', cookies }),
  );
  private readonly port = parsePreviewHost(location.host)?.port ?? Number.NaN;
  /** `http://p3000-….run.ide.localhost:8788` → `http://run.ide.localhost:8788`, the only origin that may provide a kernel port. */
  private readonly sandboxOrigin = `${location.protocol}//${parsePreviewHost(location.host)?.sandboxHost}`;
  private readonly clientOrigins = document.querySelector<HTMLMetaElement>('meta[name="devonz-client-origins"]')?.content ?? '';

  private readonly registry = new WorkerRegistry({
    origin: location.origin,
    embedder: embedderPolicy(navigator.userAgent),
    fetch: (...request) => fetch(...request),
    startWorker: (script, isModule) => new Worker(script, { name: EMULATED_WORKER_NAME, type: isModule ? 'module' : 'classic' }),
    onActivity: (isActive) => this.tellWorker({ type: 'interception', isActive }),
  });

  constructor(private readonly worker: ServiceWorkerContainer) {}

  async start(): Promise<void> {
    addEventListener('message', (event) => this.hearHeadless(event));
    this.worker.addEventListener('message', (event) => this.hearWorker(event));
    this.worker.startMessages();
    this.tellHeadless({ type: 'bridge-loaded' });
    setInterval(() => {
      if (this.streams > 0) this.tellWorker({ type: 'keep-alive' });
    }, KEEP_ALIVE_MS);
    // Registered before any page sends a request, so that the first preview finds it ready.
    await this.worker.register(PREVIEW_PATHS.serviceWorker, { scope: '/' });
    await this.worker.ready;
    if (this.connections.isOpen()) this.tellWorker({ type: 'bridge-ready' });
  }

  private hearHeadless(event: MessageEvent<HeadlessToFrame>): void {
    if (event.origin !== this.sandboxOrigin || event.source !== parent) return;
    const message = event.data;
    if (message.type === 'bridge-closed') {
      this.connections.close();
      return;
    }
    this.userScript = message.script;
    const [kernelPort] = event.ports;
    if (message.type !== 'bridge-port' || !kernelPort) return;
    if (message.cookies !== null) this.cookies.restore(message.cookies);
    this.connections.open(new KernelConnections(kernelPort));
    this.tellWorker({ type: 'bridge-ready' });
  }

  private hearWorker(event: MessageEvent<WorkerToBridge>): void {
    if (event.origin !== location.origin) return;
    const message = event.data;
    const [port] = event.ports;
    if (message.type === 'preview-message') this.tellHeadless({ type: 'preview-message', message: message.message });
    else if (port) this.serveWorker(message, port);
  }

  private serveWorker(message: Exclude<WorkerToBridge, { type: 'preview-message' }>, port: MessagePort): void {
    switch (message.type) {
      case 'request':
        void answerRequest(message.request, port, {
          connect: (port) => this.connections.connect(port),
          surroundings: () => ({
            port: this.port,
            origin: location.origin,
            cookies: (target, isForeignForm) => this.cookies.header(target, isForeignForm),
            userAgent: navigator.userAgent,
            languages: navigator.languages,
          }),
          cookies: this.cookies,
          snippet: (target) => previewScriptTags(this.clientOrigins, this.userScript, this.registry.controllerOf(location.origin + target)),
          embedder: embedderPolicy(navigator.userAgent),
          countStreams: (change) => {
            this.streams += change;
          },
        });
        break;
      case 'socket':
        void relaySocket(
          port,
          () => this.connections.connect(message.port),
          (head) => withCookies(head, this.cookies),
        );
        break;
      case 'emulation':
        this.registry.connect(message.client, port);
        break;
      case 'is-intercepting':
        port.postMessage({ isActive: this.registry.isActive() });
        break;
      case 'intercept':
        void this.registry.answer(message.request).then(({ answer, transfer }) => port.postMessage(answer, transfer));
        break;
      case 'probe':
        this.connections.connect(this.port).then(
          (connection) => {
            connection.close();
            port.postMessage({ isListening: true });
          },
          () => port.postMessage({ isListening: false }),
        );
    }
  }

  private tellHeadless(message: FrameToHeadless): void {
    parent.postMessage(message, this.sandboxOrigin);
  }

  private tellWorker(message: PageToWorker): void {
    void this.worker.ready.then((registration) => registration.active?.postMessage(message));
  }
}

void new BridgePage(navigator.serviceWorker).start();
