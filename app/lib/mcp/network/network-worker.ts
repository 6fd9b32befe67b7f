import { because } from '../../protocol/texts/reason.ts';
import { serveWorkerRequest, WorkerFetchError } from '../../worker-fetch/serve-worker-request.ts';
import type { WorkerRequest } from '../../worker-fetch/worker-fetch-messages.ts';

/**
 * Reaches MCP servers from the browser. The page itself may reach nothing but its own server, by its content security policy; this worker
 * has a policy of its own (`security-headers`) and holds nothing but the requests that it is given.
 */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  if (port !== undefined)
    serveWorkerRequest(data, port, { answer: ask, failed: because('nobody answers there, or it does not let web pages reach it (CORS)') });
});

async function ask({ url, method, headers, body }: WorkerRequest, signal: AbortSignal): Promise<Response> {
  // A redirect is not followed: what the user has named is what gets the headers.
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
