import type { PreviewMessage } from '../abi/preview-message.ts';
import type { HttpHeaders } from '../http/http-message.ts';
import type { InterceptedRequest } from './emulated-workers.ts';

/**
 * Between a preview's service worker and the bridge frame of the same origin.
 *
 *   page ──fetch──▶ service worker ──request + port──▶ bridge frame ──bytes──▶ kernel ──▶ program
 *   page ──WebSocket shim: socket + port──▶ worker ──same port──▶ bridge frame ──bytes──▶ kernel ──▶ program
 */
export type WorkerToBridge =
  /** Comes with a port that speaks `RequestToBridge` / `BridgeToRequest`. */
  | { type: 'request'; request: PreviewRequest }
  /** Comes with a port that speaks `SocketToBridge` / `BridgeToSocket`. `port` is that of the program to be reached. */
  | { type: 'socket'; port: number }
  /** Does anyone listen? Comes with a port; the answer is `{ isListening: boolean }`. */
  | { type: 'probe' }
  | { type: 'preview-message'; message: PortlessPreviewMessage }
  /** Comes with a port that speaks `PageToRegistry` / `RegistryToPage` (emulated-workers.ts). `client`: the page's id. */
  | { type: 'emulation'; client: string }
  /** Is there a service worker of the program's own? Comes with a port; the answer is `{ isActive: boolean }`. */
  | { type: 'is-intercepting' }
  /** Comes with a port, on which the answer is an `InterceptedAnswer`. */
  | { type: 'intercept'; request: InterceptedRequest };

type WithoutPort<Message> = Message extends unknown ? Omit<Message, 'port'> : never;

/** The page need not say which port it is of: the bridge's origin does. */
export type PortlessPreviewMessage = WithoutPort<PreviewMessage>;

/** What a previewed page, or the bridge, sends to its service worker. */
export type PageToWorker =
  | Extract<WorkerToBridge, { type: 'socket' | 'preview-message' }>
  /** Comes with the page's end of a port to the registry of emulated service workers. */
  | { type: 'emulation' }
  /** The bridge has its connection to the kernel. */
  | { type: 'bridge-ready' }
  /** From the bridge: whether a service worker of the program's own wants to see the requests of its pages. */
  | { type: 'interception'; isActive: boolean }
  /** Sent now and then while an answer streams: a service worker without events is ended after 30 s. */
  | { type: 'keep-alive' };

export interface PreviewRequest {
  method: string;
  /** Of the program that is asked: the preview's own, or another one that the page names as `localhost:<port>`. */
  port: number;
  /** Path and query. */
  target: string;
  headers: HttpHeaders;
  /** The page's address, empty when there is none to tell. */
  referrer: string;
  /** `document`, `iframe`, `script`, … as `Request.destination`. */
  destination: string;
  mode: string;
  credentials: string;
  /** The request's own wish not to be answered from a store (`no-store`, `reload`, `no-cache`, …). */
  cache: string;
  hasBody: boolean;
}

export type RequestToBridge =
  | { type: 'body'; data: Uint8Array }
  | { type: 'body-end' }
  /** The page has consumed so much of the answer. */
  | { type: 'taken'; bytes: number }
  /** A diverted answer has been read to its end. */
  | { type: 'done' }
  | { type: 'cancel' };

export type BridgeToRequest =
  | { type: 'head'; status: number; reason: string; headers: HttpHeaders; hasBody: boolean }
  /**
   * Comes after `head`, with a port that speaks `KernelToReader`: the body is read from there without the bridge, whose thread is
   * the page's own. `received`: the answer's first bytes, from its head on.
   */
  | { type: 'diverted'; received: Uint8Array[] }
  | { type: 'data'; data: Uint8Array }
  | { type: 'end' }
  /** `refused`: nobody listens on the port. */
  | { type: 'failed'; reason: 'refused' | 'broken'; message: string }
  /** Send the next slice of the body. */
  | { type: 'body-pull' };

export type SocketToBridge = { type: 'data'; data: Uint8Array } | { type: 'end' } | { type: 'close' };
export type BridgeToSocket = { type: 'connected' } | { type: 'refused' } | { type: 'data'; data: Uint8Array } | { type: 'closed' };

/** At most so many bytes of an answer are under way between bridge and service worker. */
export const ANSWER_WINDOW_BYTES = 2 * 1024 * 1024;
