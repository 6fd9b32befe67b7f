import type { HttpHeaders } from '../http/http-message.ts';

/*
 * A preview's own service worker (MSW, Workbox, Angular's) cannot be a real one: the browser allows one per scope, and that serves the
 * preview. It runs as a worker of the bridge, which outlives every page (docs/decisions/0035).
 *
 *   page ──register, messages──▶ bridge ──events──▶ worker with the program's script
 *   page ──fetch──▶ service worker ──intercept──▶ bridge ──▶ worker: its response, or none, and the request proceeds normally
 */

/** Marks requests made by such a worker itself, which are not passed to it again. The program never sees the header. */
export const FROM_EMULATED_WORKER = 'x-devonz-from-worker';

/** The name of a worker that emulates a service worker; its first script recognizes it. */
export const EMULATED_WORKER_NAME = 'devonz-service-worker';

export type WorkerState = 'parsed' | 'installing' | 'installed' | 'activating' | 'activated' | 'redundant';

export interface WorkerFacts {
  id: number;
  script: string;
  state: WorkerState;
}

export interface RegistrationFacts {
  /** A URL that identifies the registration. */
  scope: string;
  installing: WorkerFacts | null;
  waiting: WorkerFacts | null;
  active: WorkerFacts | null;
}

export interface ClientFacts {
  id: string;
  url: string;
  visibilityState: DocumentVisibilityState;
  focused: boolean;
  isControlled: boolean;
}

type Call<Ask> = Ask & { call: number };

export type PageToRegistry =
  | Call<{ type: 'register'; script: string; scope: string | null; isModule: boolean }>
  | Call<{ type: 'unregister'; scope: string }>
  | Call<{ type: 'update'; scope: string }>
  /** Answered after all information about it has been sent to the page. */
  | Call<{ type: 'registrations' }>
  | { type: 'place'; url: string; visibilityState: DocumentVisibilityState; focused: boolean }
  /** Sent with the ports that the page passed. */
  | { type: 'message'; worker: number; data: unknown }
  | { type: 'leave' };

export type RegistryToPage =
  | { type: 'answer'; call: number; value: unknown }
  | { type: 'refusal'; call: number; name: string; message: string }
  | { type: 'registration'; registration: RegistrationFacts }
  | { type: 'unregistered'; scope: string }
  | { type: 'controller'; worker: WorkerFacts | null }
  | { type: 'message'; worker: number; data: unknown };

export interface InterceptedRequest {
  /** The id of the requesting page. */
  client: string;
  url: string;
  method: string;
  headers: HttpHeaders;
  mode: string;
  destination: string;
  credentials: string;
  cache: string;
  redirect: string;
  referrer: string;
  integrity: string;
  keepalive: boolean;
  body: ArrayBuffer | null;
}

export interface InterceptedResponse {
  status: number;
  statusText: string;
  headers: HttpHeaders;
  body: ReadableStream<Uint8Array> | ArrayBuffer | null;
}

/** `pass` means that the worker does not handle the request; `isActive`, that a worker is still active and should be asked again. */
export type InterceptedAnswer =
  | { type: 'response'; response: InterceptedResponse }
  | { type: 'error' }
  | { type: 'pass'; isActive: boolean };

export type RegistryToHost =
  /** The first message; its port carries all others. */
  | { type: 'begin'; scope: string; script: string }
  | Call<{ type: 'event'; event: 'install' | 'activate' }>
  | Call<{ type: 'fetch'; request: InterceptedRequest }>
  | { type: 'message'; client: ClientFacts; data: unknown }
  | { type: 'clients'; call: number; clients: ClientFacts[] }
  | { type: 'settled'; call: number }
  | { type: 'registration'; registration: RegistrationFacts };

export type HostToRegistry =
  | { type: 'done'; call: number; fault: string | null }
  | { type: 'answer'; call: number; answer: Exclude<InterceptedAnswer, { type: 'pass' }> | { type: 'pass' } }
  | { type: 'skip-waiting' }
  | Call<{ type: 'claim' }>
  | Call<{ type: 'clients' }>
  | Call<{ type: 'unregister' }>
  | { type: 'message'; client: string; data: unknown };
