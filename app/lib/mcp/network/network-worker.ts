import { because } from '../../protocol/texts/reason.ts';
import { serveWorkerRequest, WorkerFetchError } from '../../worker-fetch/serve-worker-request.ts';
import type { WorkerRequest } from '../../worker-fetch/worker-fetch-messages.ts';

/**
 * Connects to MCP servers from the browser. The page's content security policy allows only its own server; this worker has a
 * separate policy (`security-headers`) and knows only the requests that it is given.
 */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  if (port !== undefined)
    serveWorkerRequest(data, port, { answer: ask, failed: because('nobody answers there, or it does not let web pages reach it (CORS)') });
});

async function ask({ url, method, headers, body }: WorkerRequest, signal: AbortSignal): Promise<Response> {
  // Redirects are not followed: the headers must reach only the address that the user entered.
  const init = {
    method,
    headers,
    body,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  } as const;
  const response = await fetch(url, { ...init, signal });
  if (response.type === 'opaqueredirect')
    throw new WorkerFetchError(because('it leads to another address; give the address that it leads to'));
  return response;
}
