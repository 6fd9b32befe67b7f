/** The used parts of `ServiceWorkerGlobalScope`, declared here because the sources are also checked with the DOM's types. */
export interface ServiceWorkerScope {
  readonly location: { readonly origin: string };
  readonly navigator: { readonly userAgent: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClientLike[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
}

export interface WindowClientLike {
  readonly url: string;
  readonly visibilityState: string;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface FetchEventLike {
  readonly request: Request;
  /** Empty for a navigation. */
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

export interface WorkerMessageEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly source: { readonly id: string } | null;
  readonly ports: readonly MessagePort[];
  waitUntil(work: Promise<unknown>): void;
}
