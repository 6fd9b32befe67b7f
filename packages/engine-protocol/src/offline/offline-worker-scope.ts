/** The used parts of `ServiceWorkerGlobalScope`, declared here because the sources are also checked with the DOM's types. */
export interface OfflineWorkerScope {
  readonly location: { readonly origin: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OfflineClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LongEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: OfflineFetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: OfflineMessageEvent) => void): void;
}

export interface OfflineClient {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface LongEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface OfflineFetchEvent extends LongEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface OfflineMessageEvent extends LongEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly ports: readonly MessagePort[];
}
