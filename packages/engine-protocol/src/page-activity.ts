/**
 * Sent by the embedder to a page in its frame when it starts to show the page's console and location. Until then a page only reports its
 * errors.
 */
export const WATCH_PAGE = 'DEVONZ_WATCH_PAGE';
/** Sent by the embedder to a page in its frame, with a `direction`: go back or forward in its own history. */
export const MOVE_PAGE = 'DEVONZ_MOVE_PAGE';
export type PageDirection = 'back' | 'forward';

/** The client's event that carries a `PageActivity`: the client forwards it, but its types omit it. */
export const PAGE_ACTIVITY_EVENT = 'page-activity';

export type LogLevel = 'log' | 'info' | 'warn';

/** A request of a page that failed, or got a status of 400 or above. */
export interface FailedRequest {
  method: string;
  /** Path and query if it is on the page's own origin; truncated. */
  address: string;
  /** 0 if it got no response, or none that the page may see. */
  status: number;
  /** `fetch`, `xhr`, or the element that made the request. */
  initiator: string;
  /** The stack of the request; empty if an element made it. */
  stack: string;
}

/** The maximum length of each text that is passed on. */
export const FAILED_REQUEST_LIMITS = { method: 20, address: 500, initiator: 20, stack: 4_000 } as const;

/** The activity of a watched page besides its errors, as reported by its own script, which can report anything. */
export type PageActivity = { port: number } & (
  | { type: 'log'; level: LogLevel; message: string }
  | ({ type: 'failed-request' } & FailedRequest)
  /** `path` includes query and hash. The history is that of its frame and origin. */
  | { type: 'place'; path: string; canGoBack: boolean; canGoForward: boolean }
);
