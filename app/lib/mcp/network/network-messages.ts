/** Between the page and the worker that reaches MCP servers: a port a request. The page asks for each part of the answer. */
export interface NetworkRequest {
  url: string;
  method: string;
  headers: [string, string][];
  /** Null: none. */
  body: ArrayBuffer | null;
}

export type ToNetwork = { type: 'pull' } | { type: 'abort' };

export type FromNetwork =
  | { type: 'head'; status: number; statusText: string; headers: [string, string][] }
  | { type: 'data'; data: Uint8Array<ArrayBuffer> }
  | { type: 'end' }
  /** `message`: the end of a sentence about the host. */
  | { type: 'failed'; message: string };
