import type { EngineOrigins } from './engine-origins.ts';

/**
 * Returns the origin of a page that frames the engine without being one of its clients; `null` if it is a client, if there is none, or if
 * the browser does not reveal it (then the page's `frame-ancestors` decides).
 */
export function unlistedParent(request: Request, origins: EngineOrigins): string | null {
  const referrer = request.headers.get('referer');
  const isFramed = request.headers.get('sec-fetch-dest') === 'iframe';
  if (!isFramed || referrer === null || !URL.canParse(referrer)) return null;
  const { origin } = new URL(referrer);
  return origins.clientOrigins.includes(origin) ? null : origin;
}

/**
 * Returns a page that explains the refusal, to the user and to the client, whose `boot()` rejects with the same sentence. It contains no
 * part of the engine.
 */
export function refusalPage(parent: string, clientOrigins: readonly string[], settingName = 'its allowed origins'): string {
  const listed = clientOrigins.length === 0 ? 'no page' : clientOrigins.join(', ');
  const sentence = `The Devonz engine at this address answers ${listed} and not ${parent}. Whoever runs it can list further origins in ${settingName}.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Devonz engine</title></head>
<body><p id="refusal" role="alert">${sentence}</p><script src="/engine/refusal-page.js"></script></body></html>
`;
}
