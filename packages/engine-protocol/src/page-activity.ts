/** From the embedder to a page in its frame: its console and its place are shown from now on. Until then a page reports its errors alone. */
export const WATCH_PAGE = 'DEVONZ_WATCH_PAGE';
/** From the embedder to a page in its frame, with a `direction`: go to the next page of its own history. */
export const MOVE_PAGE = 'DEVONZ_MOVE_PAGE';
export type PageDirection = 'back' | 'forward';

/** The client's event that carries a `PageActivity`: the client passes it on and its types do not have it. */
export const PAGE_ACTIVITY_EVENT = 'page-activity';

export type LogLevel = 'log' | 'info' | 'warn';

/** A request of a page that failed, or was answered with 400 or above. */
export interface FailedRequest {
  method: string;
  /** Path and query where it is of the page's own origin; cut. */
  address: string;
  /** 0: it got no answer, or none that a page may know of. */
  status: number;
  /** `fetch`, `xhr`, or the element that wanted it. */
  initiator: string;
  /** Of what asked; empty where an element did. */
  stack: string;
}

/** Of each of its texts as much is passed on. */
export const FAILED_REQUEST_LIMITS = { method: 20, address: 500, initiator: 20, stack: 4_000 } as const;

/** What a watched page does besides its errors, as its own script says it: a page can say anything. */
export type PageActivity = { port: number } & (
  | { type: 'log'; level: LogLevel; message: string }
  | ({ type: 'failed-request' } & FailedRequest)
  /** `path`: with query and hash. Within the history of its frame, and of its origin. */
  | { type: 'place'; path: string; canGoBack: boolean; canGoForward: boolean }
);
