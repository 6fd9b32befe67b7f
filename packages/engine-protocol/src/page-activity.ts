/** From the embedder to a page in its frame: its console and its place are shown from now on. Until then a page reports its errors alone. */
export const WATCH_PAGE = 'DEVONZ_WATCH_PAGE';
/** From the embedder to a page in its frame, with a `direction`: go to the next page of its own history. */
export const MOVE_PAGE = 'DEVONZ_MOVE_PAGE';
export type PageDirection = 'back' | 'forward';

/** The client's event that carries a `PageActivity`: the client passes it on and its types do not have it. */
export const PAGE_ACTIVITY_EVENT = 'page-activity';

export type LogLevel = 'log' | 'info' | 'warn';

/** What a watched page does besides its errors, as its own script says it: a page can say anything. */
export type PageActivity = { port: number } & (
  | { type: 'log'; level: LogLevel; message: string }
  /** `path`: with query and hash. Within the history of its frame, and of its origin. */
  | { type: 'place'; path: string; canGoBack: boolean; canGoForward: boolean }
);
