import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server.browser';
import { NonceContext } from './nonce-context.ts';
import { createNonce } from './server/create-nonce.server.ts';
import { appHeaders } from './server/security-headers.server.ts';
import { serverOrigins } from './server/server-origins.server.ts';

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = createNonce();
  let finalStatus = status;
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        finalStatus = 500;
        if (!request.signal.aborted) reportRenderError(error);
      },
    },
  );
  if (isbot(request.headers.get('user-agent') ?? '')) await body.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  const security = { ...serverOrigins(request, loadContext.cloudflare.env), isDevelopment: import.meta.env.DEV };
  for (const [name, value] of Object.entries(appHeaders(security, nonce))) headers.set(name, value);
  return new Response(body, { status: finalStatus, headers });
}

function reportRenderError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the server's own log is the only place a fault in a page can be seen.
  console.error(error);
}
