/** Who is who in one request, as the browser that sent it sees it. */
export interface EngineOrigins {
  /** Of the engine's page and its workers: `http://engine.localhost:8789`. */
  sandboxOrigin: string;
  /** Whose pages may boot the engine and show previews. */
  clientOrigins: readonly string[];
}

/** The origin of one of this server's names, with the port of `request`: all names are answered on one port. */
export function originOfName(name: string, request: Request): string {
  const url = new URL(request.url);
  const port = /:\d+$/.exec(request.headers.get('host') ?? url.host)?.[0] ?? '';
  // Real names are served over TLS; a proxy that ends it in front of this server must not make us name the wrong scheme.
  const scheme = name.endsWith('.localhost') ? url.protocol : 'https:';
  const origin = `${scheme}//${name}${port}`;
  // As browsers write it: without the port that goes without saying.
  return URL.canParse(origin) ? new URL(origin).origin : origin;
}

/** Whether this is an origin and nothing more: a pattern would let in whoever gets a name that fits it. */
export function isWholeOrigin(text: string): boolean {
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
