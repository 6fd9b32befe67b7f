import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Machine } from '../machine/machine.ts';
import { readBody, sendFile, sendText } from './answers.ts';
import { type BridgeNames, controlOrigin, previewOrigin, requestedName } from './bridge-names.ts';
import { answerControl } from './control-page.ts';
import { createDoor } from './door.ts';
import { answerAt, type LoopbackListeners, openLoopbackListeners, portOf } from './loopback-listeners.ts';
import { createOllamaService } from './ollama/ollama-service.ts';
import { type PreviewPlace, proxyRequest, proxyUpgrade, refuse } from './preview/preview-proxy.ts';
import { PREVIEW_PATHS, previewTags } from './preview/preview-tags.ts';
import type { PreviewScript } from './session/session.ts';
import { SessionList } from './session/session-list.ts';

export interface BridgeServerOptions {
  machine: Machine;
  /** Complete origins of the pages that may use the bridge. */
  apps: readonly string[];
  /** 0 selects any free port. */
  port: number;
  /** Sockets that already listen; they replace the port. */
  listeners?: LoopbackListeners;
  secrets: { control: string; preview: string; token: string };
  version: string;
  /** The compiled scripts of the bridge's pages. */
  scripts: { page: string; errors: string };
  graceMilliseconds: number;
  /** The port of Ollama on the machine. */
  ollamaPort: number;
  randomId(): string;
  later(work: () => void, milliseconds: number): () => void;
  /** Called with the number of clients whenever it changes. */
  onClients(count: number): void;
}

export interface BridgeServer {
  readonly port: number;
  readonly names: BridgeNames;
  close(): Promise<void>;
}

const LARGEST_MESSAGE_BYTES = 600 * 1024 * 1024;
const LARGEST_REPORT_BYTES = 64 * 1024;
/** The close code of a page that goes away. */
const GOING_AWAY = 1001;
const PING_MILLISECONDS = 15_000;
const FAREWELL_MILLISECONDS = 500;

/** Serves a machine on both loopback addresses to pages of the app. */
export async function startBridgeServer(options: BridgeServerOptions): Promise<BridgeServer> {
  const server = createServer({ keepAliveTimeout: 60_000 });
  const listeners = options.listeners ?? (await openLoopbackListeners(options.port));
  const port = options.listeners === undefined ? portOf(listeners[0]) : options.port;
  /** All open connections: Node's server does not track upgraded ones. */
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const names: BridgeNames = { control: options.secrets.control, preview: options.secrets.preview, apps: options.apps, port };
  const bridge = new Bridge(options, names);
  server.on('request', (request, response) => void bridge.answer(request, response).catch(() => response.destroy()));
  server.on('upgrade', (request, socket, head) => void bridge.upgrade(request, socket, head).catch(() => socket.destroy()));
  const closeListeners = await answerAt(listeners, server);
  return {
    port,
    names,
    async close() {
      const closed = new Promise<void>((resolve) => server.once('close', resolve));
      closeListeners();
      await bridge.close();
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}

class Bridge {
  readonly #options: BridgeServerOptions;
  readonly #names: BridgeNames;
  readonly #door: ReturnType<typeof createDoor>;
  readonly #sessions: SessionList;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES });
  #previewScript: PreviewScript | null = null;

  constructor(options: BridgeServerOptions, names: BridgeNames) {
    const { machine, version, secrets, graceMilliseconds, ollamaPort, randomId, later, onClients } = options;
    this.#options = options;
    this.#names = names;
    const ollama = createOllamaService({ ports: machine.ports, port: ollamaPort, key: secrets.control });
    this.#door = createDoor({ names, version, facts: machine.facts, token: secrets.token, ollama });
    this.#sessions = new SessionList({
      machine,
      randomId,
      later,
      graceMilliseconds,
      onPreviewScript: (script) => {
        this.#previewScript = script;
      },
      onCount: onClients,
    });
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = requestedName(request, this.#names);
    switch (name.kind) {
      case 'door':
        return this.#door(request, response);
      case 'control':
        return answerControl(request, response, { names: this.#names, suffix: name.suffix, script: this.#options.scripts.page });
      case 'preview':
        return this.#answerPreview(request, response, name.port, name.suffix);
      case 'unknown':
        return sendText(response, 421, 'This bridge does not answer to that name.', { connection: 'close' });
    }
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Uint8Array): Promise<void> {
    // Until the upgrade is handled, which may take a while, nothing else listens for errors of this socket.
    socket.on('error', () => socket.destroy());
    const name = requestedName(request, this.#names);
    if (name.kind === 'preview') return proxyUpgrade(request, socket, head, this.#place(name.port, name.suffix));
    if (name.kind !== 'control') return refuse(socket, '421 Misdirected Request');
    const isOwnPage = request.headers.origin === controlOrigin(this.#names, name.suffix);
    if (!isOwnPage || request.url !== '/session') return refuse(socket, '403 Forbidden');
    this.#sockets.handleUpgrade(request, socket, Buffer.from(head), (client) => this.#accept(client));
  }

  /** Waits a moment until the clients have received the reason. */
  async close(): Promise<void> {
    const { clients } = this.#sockets;
    const gone = [...clients].map((client) => new Promise<void>((resolve) => client.once('close', resolve)));
    this.#sessions.endAll();
    this.#sockets.close();
    await new Promise<void>((resolve) => {
      const cancel = this.#options.later(resolve, FAREWELL_MILLISECONDS);
      void Promise.all(gone).then(() => {
        cancel();
        resolve();
      });
    });
    for (const client of clients) client.terminate();
  }

  #accept(client: WebSocket): void {
    const events = this.#sessions.accept({
      send: (data) => client.send(data),
      close: (code, reason) => client.close(code, reason),
    });
    let isAlive = true;
    let cancel = this.#options.later(() => check(), PING_MILLISECONDS);
    const check = (): void => {
      if (isAlive) client.ping();
      else client.terminate();
      isAlive = false;
      cancel = this.#options.later(check, PING_MILLISECONDS);
    };
    client.on('pong', () => {
      isAlive = true;
    });
    client.on('message', (data, isBinary) => {
      // The default `binaryType` gives one buffer for each message.
      const bytes = data as Buffer;
      if (isBinary) events.onBytes(bytes);
      else events.onText(bytes.toString('utf8'));
    });
    client.on('error', () => client.terminate());
    client.on('close', (code) => {
      cancel();
      events.onClose(code === GOING_AWAY);
    });
  }

  async #answerPreview(request: IncomingMessage, response: ServerResponse, port: number, suffix: string): Promise<void> {
    const path = request.url?.split('?')[0];
    switch (path) {
      case PREVIEW_PATHS.errors:
        return sendFile(response, 'text/javascript', this.#options.scripts.errors);
      case PREVIEW_PATHS.script:
        return sendFile(response, 'text/javascript', this.#previewScript?.source ?? '');
      case PREVIEW_PATHS.report:
        return this.#receiveReport(request, response, previewOrigin(this.#names, suffix, port), port);
      default:
        return proxyRequest(request, response, this.#place(port, suffix));
    }
  }

  async #receiveReport(request: IncomingMessage, response: ServerResponse, origin: string, port: number): Promise<void> {
    if (request.method !== 'POST' || request.headers.origin !== origin) return sendText(response, 403, 'Only the preview’s own page.');
    const body = await readBody(request, LARGEST_REPORT_BYTES);
    const report: unknown = body === null ? null : JSON.parse(body);
    if (typeof report === 'object' && report !== null && !Array.isArray(report)) this.#sessions.report(port, { ...report });
    response.writeHead(204).end();
  }

  #place(port: number, suffix: string): PreviewPlace {
    const names = this.#names;
    return {
      ports: this.#options.machine.ports,
      port,
      apps: names.apps,
      origin: previewOrigin(names, suffix, port),
      previewOrigin: (other) => previewOrigin(names, suffix, other),
      pageTags: previewTags(this.#previewScript),
    };
  }
}
