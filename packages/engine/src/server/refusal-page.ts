import type { EngineOrigins } from './engine-origins.ts';

/**
 * Of a page that frames the engine and is not among its clients; null when it is, when there is none, or when the browser does not
 * tell (then the page's `frame-ancestors` decides).
 */
export function unlistedParent(request: Request, origins: EngineOrigins): string | null {
  const referrer = request.headers.get('referer');
  const isFramed = request.headers.get('sec-fetch-dest') === 'iframe';
  if (!isFramed || referrer === null || !URL.canParse(referrer)) return null;
  const { origin } = new URL(referrer);
  return origins.clientOrigins.includes(origin) ? null : origin;
}

/** Says why, to the eye and to the client, whose `boot()` rejects with the same sentence. It holds nothing of the engine. */
export function refusalPage(parent: string, clientOrigins: readonly string[], settingName = 'its allowed origins'): string {
  const listed = clientOrigins.length === 0 ? 'no page' : clientOrigins.join(', ');
  const sentence = `The Devonz engine at this address answers ${listed} and not ${parent}. Whoever runs it can list further origins in ${settingName}.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Devonz engine</title></head>
<body><p id="refusal" role="alert">${sentence}</p><script src="/engine/refusal-page.js"></script></body></html>
`;
}
