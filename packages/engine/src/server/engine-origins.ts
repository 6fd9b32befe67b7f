/** The origins involved in one request, as seen by the browser that sent it. */
export interface EngineOrigins {
  /** The origin of the engine's page and its workers: `http://engine.localhost:8789`. */
  sandboxOrigin: string;
  /** The origins whose pages may boot the engine and show previews. */
  clientOrigins: readonly string[];
}

/** Returns the origin of one of this server's names, with the port of `request`: all names are served on one port. */
export function originOfName(name: string, request: Request): string {
  const url = new URL(request.url);
  const port = /:\d+$/.exec(request.headers.get('host') ?? url.host)?.[0] ?? '';
  // Public names are served over TLS; a proxy that terminates it in front of this server must not change the scheme.
  const scheme = name.endsWith('.localhost') ? url.protocol : 'https:';
  const origin = `${scheme}//${name}${port}`;
  // Formatted as by browsers: without the default port.
  return URL.canParse(origin) ? new URL(origin).origin : origin;
}

/** Returns whether this is an origin and nothing more: a pattern would admit anyone with a matching name. */
export function isWholeOrigin(text: string): boolean {
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
