import type { PreviewMessage } from '../abi/preview-message.ts';
import type { HttpHeaders } from '../http/http-message.ts';
import type { InterceptedRequest } from './emulated-workers.ts';

/**
 * The messages between a preview's service worker and the bridge frame of the same origin.
 *
 *   page ──fetch──▶ service worker ──request + port──▶ bridge frame ──bytes──▶ kernel ──▶ program
 *   page ──WebSocket shim: socket + port──▶ worker ──same port──▶ bridge frame ──bytes──▶ kernel ──▶ program
 */
export type WorkerToBridge =
  /** Sent with a port for `RequestToBridge` / `BridgeToRequest`. */
  | { type: 'request'; request: PreviewRequest }
  /** Sent with a port for `SocketToBridge` / `BridgeToSocket`. `port` is that of the target program. */
  | { type: 'socket'; port: number }
  /** Asks whether a program listens. Sent with a port; the reply is `{ isListening: boolean }`. */
  | { type: 'probe' }
  | { type: 'preview-message'; message: PortlessPreviewMessage }
  /** Sent with a port for `PageToRegistry` / `RegistryToPage` (emulated-workers.ts). `client` is the page's id. */
  | { type: 'emulation'; client: string }
  /** Asks whether the program has its own service worker. Sent with a port; the reply is `{ isActive: boolean }`. */
  | { type: 'is-intercepting' }
  /** Sent with a port; the reply is an `InterceptedAnswer`. */
  | { type: 'intercept'; request: InterceptedRequest };

type WithoutPort<Message> = Message extends unknown ? Omit<Message, 'port'> : never;

/** A page's message without its port, which the bridge's origin implies. */
export type PortlessPreviewMessage = WithoutPort<PreviewMessage>;

/** The messages of a previewed page, or the bridge, to its service worker. */
export type PageToWorker =
  | Extract<WorkerToBridge, { type: 'socket' | 'preview-message' }>
  /** Sent with the page's end of a port to the registry of emulated service workers. */
  | { type: 'emulation' }
  /** The bridge is connected to the kernel. */
  | { type: 'bridge-ready' }
  /** Sent by the bridge: whether the program's own service worker handles requests of its pages. */
  | { type: 'interception'; isActive: boolean }
  /** Sent periodically while a response streams, because a service worker without events is stopped after 30 s. */
  | { type: 'keep-alive' };

export interface PreviewRequest {
  method: string;
  /** The port of the target program: the preview's own, or another one that the page refers to as `localhost:<port>`. */
  port: number;
  /** Path and query. */
  target: string;
  headers: HttpHeaders;
  /** The page's URL, empty if there is none. */
  referrer: string;
  /** `document`, `iframe`, `script`, … as in `Request.destination`. */
  destination: string;
  mode: string;
  credentials: string;
  /** The request's cache mode (`no-store`, `reload`, `no-cache`, …). */
  cache: string;
  hasBody: boolean;
}

export type RequestToBridge =
  | { type: 'body'; data: Uint8Array }
  | { type: 'body-end' }
  /** The number of response bytes that the page has consumed. */
  | { type: 'taken'; bytes: number }
  /** The page has read a diverted response completely. */
  | { type: 'done' }
  | { type: 'cancel' };

export type BridgeToRequest =
  | { type: 'head'; status: number; reason: string; headers: HttpHeaders; hasBody: boolean }
  /**
   * Sent after `head`, with a port for `KernelToReader`: the body is read from there without the bridge, which shares the
   * page's thread. `received` contains the response's first bytes, including its head.
   */
  | { type: 'diverted'; received: Uint8Array[] }
  | { type: 'data'; data: Uint8Array }
  | { type: 'end' }
  /** `refused` means that no program listens on the port. */
  | { type: 'failed'; reason: 'refused' | 'broken'; message: string }
  /** Requests the next slice of the body. */
  | { type: 'body-pull' };

export type SocketToBridge = { type: 'data'; data: Uint8Array } | { type: 'end' } | { type: 'close' };
export type BridgeToSocket = { type: 'connected' } | { type: 'refused' } | { type: 'data'; data: Uint8Array } | { type: 'closed' };

/** The maximum number of response bytes in transit between bridge and service worker. */
export const ANSWER_WINDOW_BYTES = 2 * 1024 * 1024;
