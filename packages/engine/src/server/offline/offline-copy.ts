import { withHeaders } from '../with-headers.ts';
import { parentsTag } from './parents-tag.ts';
import { removalWorker } from './removal-worker.ts';

interface OfflineOptions {
  allowedOrigins: readonly string[];
  offlineCopies?: 'kept' | 'ended';
}

/** The hidden page through which a client keeps or removes the engine's offline copy. */
export function offlinePage(clientOrigins: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Devonz engine, offline copy</title>${parentsTag(clientOrigins)}</head>
<body><script src="/engine/offline-page.js"></script></body></html>
`;
}

/** The hidden page through which a client empties the engine's origin and those of previews. */
export function forgetPage(clientOrigins: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Devonz engine, deleting</title>${parentsTag(clientOrigins)}</head>
<body><script src="/engine/forget-page.js"></script></body></html>
`;
}

/** Returns the worker, preceded by the origins that its pages must list before they are served from its copy. */
export async function offlineWorker(file: Response, { allowedOrigins, offlineCopies = 'kept' }: OfflineOptions): Promise<Response> {
  if (offlineCopies === 'ended') return allowed(removalWorker());
  if (file.status !== 200) return file;
  const script = `globalThis.offlineClients = ${JSON.stringify(allowedOrigins)};\n${await file.text()}`;
  return allowed(new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } }));
}

/** The script is below `/engine/`, but its scope is the whole origin. */
function allowed(response: Response): Response {
  return withHeaders(response, { 'service-worker-allowed': '/' });
}
