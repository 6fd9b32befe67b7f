import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server.browser';
import type { Language } from './lib/i18n/language.ts';
import { VERSION_HEADER } from './lib/offline/offline-address.ts';
import { NonceContext } from './nonce-context.ts';
import { createNonce } from './server/hosts/create-nonce.server.ts';
import { HEADER_TABLE } from './server/hosts/security-headers.server.ts';
import { serverOrigins } from './server/hosts/server-origins.server.ts';
import { inPageLanguage } from './server/i18n/page-language.server.ts';

type PageParameters = [request: Request, status: number, headers: Headers, context: EntryContext, loadContext: AppLoadContext];

export default function handleRequest(...page: PageParameters): Promise<Response> {
  return inPageLanguage(page[0], (language) => writePage(language, ...page));
}

async function writePage({ address }: Language, ...[request, status, headers, context, loadContext]: PageParameters): Promise<Response> {
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
        if (!request.signal.aborted) report(error);
      },
    },
  );
  if (isbot(request.headers.get('user-agent') ?? '')) await body.allReady;
  // Fetched in parallel with the scripts, which wait for it.
  if (address) headers.append('link', `<${address}>; rel=preload; as=fetch; crossorigin`);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  headers.set(VERSION_HEADER, context.manifest.version);
  const security = { ...serverOrigins(request, loadContext.cloudflare.env), isDevelopment: import.meta.env.DEV };
  for (const [name, value] of Object.entries(HEADER_TABLE.app(security, nonce))) headers.set(name, value);
  return new Response(body, { status: finalStatus, headers });
}

/** Remix calls this for errors in loaders and actions. A wrong address or a closed connection is not a server error. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  report(error);
}

function report(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the server's own log is the only place where a fault of the server can be seen.
  console.error(error);
}
