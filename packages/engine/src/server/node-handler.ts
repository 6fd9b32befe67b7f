import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createEngineHandler, type EngineHandlerOptions, isEngineHost } from './engine-handler.ts';
import type { FileSource } from './file-source.ts';
import { folderFiles } from './folder-files.ts';
import { sendResponse, toFetchRequest } from './node-messages.ts';
import { createRequestGuard, refuseRequest } from './request-guard.mjs';

export interface NodeHandlerOptions extends Omit<EngineHandlerOptions, 'files'> {
  /** Defaults to the files that came with the package. */
  files?: FileSource;
  /** Called with internal errors; the browser gets a 500 without details. Defaults to `console.error`. */
  onFailure?: (error: unknown) => void;
}

/**
 * For `http.createServer`, and as a middleware of Connect, Express or Vite: with `next`, requests to hosts other than the engine's are
 * passed on; without, they get 421.
 */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next?: (error?: unknown) => void) => void;

/** The folder with the engine's built files (`engine/…`), for servers that serve files themselves. */
export const staticFolder = fileURLToPath(new URL('./static/', import.meta.url));

export function createNodeHandler(options: NodeHandlerOptions): NodeHandler {
  const { onFailure = reportFailure, files = folderFiles(staticFolder), ...rest } = options;
  const answer = createEngineHandler({ ...rest, files });
  const guard = createRequestGuard();
  return (incoming, outgoing, next) => {
    if (next !== undefined && !isEngineHost(incoming.headers.host, options.host)) return next();
    if (guard(incoming, outgoing)) return;
    // Bodies are never read here, so they are not awaited either.
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') outgoing.shouldKeepAlive = false;
    serve(incoming, outgoing, answer).catch((error: unknown) => {
      onFailure(error);
      if (outgoing.headersSent) outgoing.destroy();
      else refuseRequest(outgoing, { status: 500, sentence: 'The engine could not answer this request.' });
    });
  };
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, answer: (request: Request) => Promise<Response>): Promise<void> {
  const hangUp = new AbortController();
  outgoing.once('close', () => hangUp.abort());
  let request: Request;
  try {
    request = toFetchRequest(incoming, hangUp.signal);
  } catch {
    return refuseRequest(outgoing, { status: 400, sentence: 'This is not a request that a browser sends.' });
  }
  await sendResponse(await answer(request), outgoing);
}

function reportFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the default of a server's log; whoever wants another gives `onFailure`.
  console.error(error);
}
